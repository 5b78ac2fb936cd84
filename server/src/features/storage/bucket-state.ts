import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import type { BucketState } from '../../objects/buckets.ts'

/** Refuses a bucket that is unknown or takes no new content. */
export function assertWritable({ stores }: Context, bucket: string): void {
  const state: BucketState = stores.stateOf(bucket) ?? refuse('no_such_bucket')
  if (state !== 'active') refuse('bucket_closed', { bucket })
}
