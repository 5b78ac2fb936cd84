import type { Context } from '../context.ts'
import { readAllObjects } from '../objects/scrub.ts'
import { type FaultWithFiles, withAffectedFiles } from './affected-files.ts'
import { externalScrub } from './scrub.ts'
import * as store from './scrub-records.ts'

/** Reads all content at once, for the `scrub` command; findings are recorded like those of a periodic scrub. */

export interface ScrubReport {
  readonly objects: number
  readonly bytes: number
  readonly faults: readonly FaultWithFiles[]
  /** Ids of faults that were repaired meanwhile, or gone in a second read. */
  readonly repaired: ReadonlySet<string>
}

export async function scrubAll(
  ctx: Context,
  onProgress?: (done: { objects: number; bytes: number }) => void,
): Promise<ScrubReport> {
  const { reader } = ctx.db
  const begun = ctx.now()
  const { found, end } = externalScrub(ctx)
  const known = new Set((await store.allCorruptions(reader)).map(({ id }) => id))
  const { objects, bytes, faults, buckets } = await readAllObjects(reader, ctx.stores, {
    ...(onProgress && { onProgress }),
    onFault: async (id) => {
      if (await found(id)) known.add(id)
    },
  })
  await end()
  for (const bucket of buckets) await store.recordFullRead(reader, bucket, begun, ctx.now())
  const open = new Set((await store.allCorruptions(reader)).map(({ id }) => id))
  return {
    objects,
    bytes,
    faults: await withAffectedFiles(ctx, faults),
    repaired: new Set(faults.map(({ id }) => id).filter((id) => known.has(id) && !open.has(id))),
  }
}
