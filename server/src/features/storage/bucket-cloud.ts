import { type createBucket, NO_CLOUD, type updateBucket } from '@clouddisk/contract/admin-storage'
import type { Input } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import type { BucketRow, Credentials } from '../../objects/buckets.ts'
import { type CloudRow, cloudById, cloudKeysOf } from '../../objects/clouds.ts'
import { readCredentials } from './bucket-settings.ts'

/** The cloud of a bucket, and whose keys it has. */

/** The cloud that a call names, or that of the bucket as it was; null: none. */
export async function chosenCloud(
  ctx: Context,
  cloudId: string | undefined,
  before?: BucketRow,
): Promise<CloudRow | null> {
  if (cloudId === NO_CLOUD) return null
  const id = cloudId?.toLowerCase() ?? before?.cloudId ?? null
  if (id === null) return null
  if (!isId(id)) refuseNotFound('cloud')
  return (await cloudById(ctx.db.reader, id)) ?? refuseNotFound('cloud')
}

/** Refuses if the cloud was changed since it was read: the bucket would keep what it was. */
export async function requireSameCloud(tx: Tx, cloud: CloudRow | null): Promise<void> {
  if (cloud === null) return
  const { rows } = await sql`
    select from cloud where id = ${cloud.id} and updated_at = ${cloud.updatedAt} for share`.execute(tx)
  if (rows.length === 0) refuse('changed_meanwhile')
}

interface Keys {
  readonly accessKey?: string
  readonly secretKey?: string
}

/** Undefined where none are given. */
export function givenKeys({ accessKey, secretKey }: Keys): Credentials | undefined {
  if (accessKey === undefined && secretKey === undefined) return undefined
  if (accessKey === undefined) return refuseField('accessKey', 'both_keys')
  if (secretKey === undefined) return refuseField('secretKey', 'both_keys')
  return readCredentials(accessKey, secretKey)
}

/** Keys of its own, or those of the cloud. */
export function keysForNew(
  ctx: Context,
  input: Input<typeof createBucket>,
  cloud: CloudRow | null,
): { credentials: Credentials; ownKeys: boolean } {
  const own = givenKeys(input)
  if (own) return { credentials: own, ownKeys: true }
  const credentials = cloud && cloudKeysOf(ctx.secrets, cloud)
  return { credentials: credentials ?? refuseField('accessKey', 'missing'), ownKeys: false }
}

/** `fresh`: keys that it had not; a bucket that leaves its cloud keeps the keys, as its own. */
export function keysForKnown(
  ctx: Context,
  input: Input<typeof updateBucket>,
  cloud: CloudRow | null,
  row: BucketRow,
): { fresh: Credentials | undefined; ownKeys: boolean } {
  const own = givenKeys(input)
  if (own) return { fresh: own, ownKeys: true }
  if (input.cloudKeys === false) return { fresh: undefined, ownKeys: true }
  const takes = input.cloudKeys ?? (!row.ownKeys && cloud?.id === row.cloudId)
  if (!takes) {
    // A bucket without keys of its own takes those of the cloud that it moves to, where that has any.
    const moved = !row.ownKeys && cloud ? cloudKeysOf(ctx.secrets, cloud) : undefined
    return { fresh: moved, ownKeys: moved === undefined }
  }
  if (!row.ownKeys && cloud?.id === row.cloudId) return { fresh: undefined, ownKeys: false }
  const fresh = cloud && cloudKeysOf(ctx.secrets, cloud)
  return { fresh: fresh ?? refuseField('accessKey', 'missing'), ownKeys: false }
}
