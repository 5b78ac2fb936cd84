import { HOUR, MINUTE } from '@clouddisk/contract/time'
import { type NotNull, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { JobQueue } from '../jobs/jobs.ts'
import { notify } from '../notifications/notify.ts'
import { type Digest, NoSuchObject } from '../objects/port.ts'
import { unavailableBuckets } from '../objects/scrub.ts'
import { type StoredObject, UnknownBucket } from '../objects/stores.ts'
import { isProvenCorruption } from '../objects/verify-object.ts'

/**
 * Verifies large content that was saved before the server had read it back from its store. One job reads each object once.
 * Until then only its sender can open it and nothing is deduplicated with it; on a mismatch it is quarantined and the owners of
 * its files are notified.
 */

const QUEUE = 'verify-content'
/** Content of this age whose jobs failed (the store was unavailable, or the process ended) is enqueued again. */
const LATE_MS = 10 * MINUTE
const LATE_A_TIME = 100
/** An object that is missing for this long counts as lost. */
const GONE_MS = 6 * HOUR
const AT_ONCE = 2

export const verifyJobs = (ctx: Context): JobQueue[] => [
  {
    name: QUEUE,
    longRunning: { concurrency: AT_ONCE, groupConcurrency: 1 },
    run: (data) => verifyAndLog(ctx, String(data.blobId)),
  },
  { name: 'verify-late', cron: '*/10 * * * *', run: () => enqueueOverdue(ctx) },
]

/** Enqueues verification with the transaction that saves the content. */
export const enqueueVerification = (ctx: Context, tx: Tx, actor: Actor, blobId: string): Promise<void> =>
  ctx.jobs.send(tx, QUEUE, { blobId }, { key: blobId, group: actor.personId })

/** Enqueues overdue verifications again. */
export async function enqueueOverdue(ctx: Context): Promise<void> {
  if ((await overdueIn(ctx, ctx.stores.buckets, 1)).length === 0) return
  // Content of unavailable buckets must not delay the rest.
  const away = await unavailableBuckets(ctx.stores)
  const late = await overdueIn(
    ctx,
    ctx.stores.buckets.filter((bucket) => !away.has(bucket)),
    LATE_A_TIME,
  )
  await ctx.db.transact(async (tx) => {
    for (const { id, sent_by } of late)
      await ctx.jobs.send(tx, QUEUE, { blobId: id }, { key: id, group: sent_by ?? id })
  })
}

const overdueIn = (
  { db, now }: Context,
  buckets: readonly string[],
  limit: number,
): Promise<{ id: string; sent_by: string | null }[]> =>
  db.reader
    .selectFrom('blob')
    .select(['id', 'sent_by'])
    .where('state', '=', 'unverified')
    .where('bucket', 'in', [...buckets, ''])
    .where('created_at', '<', new Date(now().getTime() - LATE_MS))
    .orderBy('created_at')
    .limit(limit)
    .execute()

interface UnverifiedContent extends StoredObject {
  readonly id: string
  readonly size: number
  readonly sha256: Buffer
  readonly created_at: Date
}

/** Logs the reason of a failure, which the job queue only retries. */
async function verifyAndLog(ctx: Context, blobId: string): Promise<void> {
  try {
    await verify(ctx, blobId)
  } catch (err) {
    ctx.log.warn({ err, blobId }, 'uploaded content cannot be read for verification; retrying later')
    throw err
  }
}

async function verify(ctx: Context, blobId: string): Promise<void> {
  const blob = await ctx.db.reader
    .selectFrom('blob')
    .select(['id', 'bucket', 'key', 'etag', 'size', 'sha256', 'created_at'])
    .$narrowType<{ size: NotNull; sha256: NotNull }>()
    .where('id', '=', blobId)
    .where('state', '=', 'unverified')
    .executeTakeFirst()
  if (!blob) return
  // A second read excludes a fault of the network or of this process.
  for (let reading = 0; reading < 2; reading++) {
    const digest = await readContent(ctx, blob)
    if (digest?.size === blob.size && digest.sha256.equals(blob.sha256)) return markLive(ctx, blob, digest)
  }
  await quarantineUnverified(ctx, blob)
}

/**
 * Digest of the stored object. Undefined if decryption proves other bytes, or if the object has been missing for hours; a store in
 * trouble may report an object missing for a moment, which throws.
 */
async function readContent(ctx: Context, blob: UnverifiedContent): Promise<Digest | undefined> {
  try {
    return await ctx.stores.of(blob.bucket).digest(blob, { fresh: true })
  } catch (error) {
    if (isProvenCorruption(error)) return undefined
    const isOld = blob.created_at.getTime() < ctx.now().getTime() - GONE_MS
    if (error instanceof NoSuchObject && !(error instanceof UnknownBucket) && isOld) return undefined
    throw error
  }
}

async function markLive(ctx: Context, { id }: UnverifiedContent, { crc32 }: Digest): Promise<void> {
  await ctx.db.reader
    .updateTable('blob')
    .set({ state: 'live', state_since: ctx.now(), sent_by: null, crc32 })
    .where('id', '=', id)
    .where('state', '=', 'unverified')
    .execute()
}

/** Files keep the quarantined content and show it as damaged; their owners are notified and can upload again. */
async function quarantineUnverified(ctx: Context, { id, key }: UnverifiedContent): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('blob')
      .set({ state: 'quarantined', state_since: ctx.now() })
      .where('id', '=', id)
      .where('state', '=', 'unverified')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    ctx.log.error(
      { key, blobId: id },
      'stored content differs from what was announced at upload; quarantined',
    )
    for (const { personId, instanceId, instanceName, groupId, parentId } of await filesWith(tx, id))
      await notify(ctx, tx, {
        kind: 'files.damaged',
        to: [{ principalType: 'person', principalId: personId }],
        data: { instanceId, instanceName, ...(groupId && { groupId }), ...(parentId && { parentId }) },
      })
  })
}

interface NamedUploader {
  readonly personId: string
  readonly instanceId: string
  readonly instanceName: string
  readonly groupId: string | null
  /** Null: the root of the personal files. */
  readonly parentId: string | null
}

async function filesWith(tx: Tx, blobId: string): Promise<NamedUploader[]> {
  const { rows } = await sql<NamedUploader>`
    select distinct v.created_by as "personId", f.id as "instanceId", f.name as "instanceName",
      case when s.kind = 'group' then s.id end as "groupId",
      case when s.kind = 'group' or f.parent_id <> s.root_id then f.parent_id end as "parentId"
    from file_version v join file f on f.id = v.file_id join space s on s.id = f.space_id
    where v.blob_id = ${blobId}`.execute(tx)
  return rows
}
