import type { Language } from '@clouddisk/contract/errors'
import { SECOND } from '@clouddisk/contract/time'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../access/actor.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import { bucketFor } from '../../content/placement.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { allSettledSequentially } from '../../jobs/all-settled.ts'
import { waitAtMost } from '../../jobs/wait-at-most.ts'
import { AvailabilityGuard } from '../../objects/availability.ts'
import { ObjectError, type ReceivedBytes, StoreUnavailable } from '../../objects/port.ts'
import { breadcrumbsOf, pathText } from '../../tree/present.ts'
import { refuseQuotaFull, release } from '../../tree/quota.ts'
import { syncSpeedOf } from '../accounts/bandwidth.ts'
import type { GatewaySession } from './gateway/gateway.ts'
import { LINK_UPLOADS_MAX, senderIdOf, senderOf, VISITOR_UPLOADS_MAX } from './sender.ts'
import * as store from './store.ts'

/** Upload sessions: opened by the check, used by object calls, ended by save or discard. */

/** How long a session is cached; a save or discard in this process ends it at once. */
const FRESH_MS = 5 * SECOND
const REMEMBERED = 10_000

interface UploadSession extends GatewaySession {
  /** Target folder. */
  readonly parentId: string
}

export class UploadSessionCache {
  readonly #ctx: Context
  /** `false`: the session has ended. */
  readonly #known = new LRUCache<string, UploadSession | false>({ max: REMEMBERED, ttl: FRESH_MS })

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  find = async (key: string): Promise<UploadSession | undefined> => {
    const known = this.#known.get(key)
    if (known !== undefined) return known || undefined
    const upload = await store.openUpload(this.#ctx.db.reader, key, this.#ctx.now())
    // The session may have ended while the row was read.
    if (!this.#known.has(key))
      this.#known.set(key, upload && this.#isKnown(upload) ? sessionOf(upload) : false)
    return this.#known.get(key) || undefined
  }

  /** Sessions of a bucket that is not configured any more cannot be used. */
  #isKnown({ bucket }: OpenUploadRow): boolean {
    return this.#ctx.stores.buckets.includes(bucket)
  }

  remember(upload: OpenUploadRow): void {
    this.#known.set(upload.key, sessionOf(upload))
  }

  ended(key: string): void {
    this.#known.set(key, false)
  }
}

export type OpenUploadRow = Omit<store.Upload, 'state' | 'fileId' | 'outcome' | 'endedBy'>

const sessionOf = ({ key, bucket, size, partSize, parentId, ...sender }: OpenUploadRow): UploadSession => ({
  key,
  bucket,
  ownerId: senderIdOf(sender),
  size,
  partSize,
  parentId,
})

export type NewUpload = Pick<
  store.Upload,
  'spaceId' | 'parentId' | 'name' | 'size' | 'partSize' | 'conflict' | 'modifiedAt'
>

/** Opens a session and reserves its bytes, both or neither. Refuses too_many_uploads and quota_full. */
export async function openSession(ctx: Context, actor: Actor, newUpload: NewUpload): Promise<OpenUploadRow> {
  const createdAt = ctx.now()
  const upload = {
    ...newUpload,
    key: newId(),
    bucket: await bucketFor(ctx, newUpload.spaceId, newUpload.size),
    ...senderOf(actor),
    createdAt,
    expiresAt: endOf(ctx, actor, createdAt),
  }
  const limits = openLimitsOf(ctx, actor)
  if (!(await store.insertUpload(ctx.db.reader, upload, limits))) await refuseOpening(ctx, upload, limits)
  ctx.uploadSessions.remember(upload)
  return upload
}

/** A visitor's uploads end with the session. */
function endOf(ctx: Context, { link }: Actor, createdAt: Date): Date {
  const end = new Date(createdAt.getTime() + ctx.config.limits.uploadKeptMs)
  return link && link.until < end ? link.until : end
}

function openLimitsOf(ctx: Context, { link }: Actor): store.OpenLimits {
  return { limit: link ? VISITOR_UPLOADS_MAX : ctx.config.limits.openUploadsMax, ofLink: LINK_UPLOADS_MAX }
}

/**
 * An unused session of the same file, whose check reply was lost. Requires the file's modification time, since name and size
 * alone may belong to two files.
 */
export async function findUnusedSession(
  ctx: Context,
  actor: Actor,
  newUpload: NewUpload,
): Promise<store.Upload | undefined> {
  if (newUpload.modifiedAt === null) return undefined
  for (const upload of await store.openUploadsLike(ctx.db.reader, senderOf(actor), newUpload, ctx.now()))
    if (isConfigured(ctx, upload) && !(await hasReceived(ctx, upload))) return upload
  return undefined
}

export async function refuseOpening(
  ctx: Context,
  upload: Pick<OpenUploadRow, 'personId' | 'visitorId' | 'linkId' | 'spaceId' | 'size' | 'createdAt'>,
  limits: store.OpenLimits,
): Promise<never> {
  const { personId, linkId, spaceId, size, createdAt } = upload
  const { limit } = limits
  const values = { ...upload, ...limits }
  const hasRoom =
    linkId === null
      ? store.hasFewerOpen(personId, limit, createdAt)
      : store.visitorHasFewerOpen((name) => sql`${values[name]}`, createdAt)
  const { rows } = await sql<{ few: boolean }>`select ${hasRoom} as few`.execute(ctx.db.reader)
  if (!rows[0]?.few) refuse('too_many_uploads', { limit })
  return refuseQuotaFull(ctx.db.reader, spaceId, size)
}

/** An administrator who discards another person's upload. */
export interface DiscardedBy {
  readonly personId: string
  /** Records the discard; `size` is the reserved bytes. */
  readonly told: (tx: Tx, size: number) => Promise<void>
}

/** Ends an open session, releases its reservation and deletes its bytes. No effect if it has ended. */
export async function discard(ctx: Context, key: string): Promise<void> {
  const ended = await endSession(ctx, key)
  if (ended) await waitAtMost(deleteEndedBytes(ctx, [ended]))
}

/** Discards several sessions; bytes are deleted in the background. */
export async function discardMany(ctx: Context, keys: readonly string[]): Promise<void> {
  const ended: EndedSession[] = []
  try {
    await allSettledSequentially(keys, async (key) => {
      const one = await endSession(ctx, key)
      if (one) ended.push(one)
    })
  } finally {
    void deleteEndedBytes(ctx, ended)
  }
}

/** An ended session whose bytes may still exist. */
export type EndedSession = Pick<store.Upload, 'bucket' | 'key'>

/** Ends an open session and releases its reservation without asking a store. Undefined if it had ended. */
export async function endSession(
  ctx: Context,
  key: string,
  by?: DiscardedBy,
): Promise<EndedSession | undefined> {
  const ended = await ctx.db.transact(async (tx) => {
    const ended = await store.markDiscarded(tx, key, by?.personId ?? null)
    if (ended) await release(tx, ended.spaceId, ended.size)
    if (ended) await by?.told(tx, ended.size)
    return ended
  })
  if (ended) ctx.uploadSessions.ended(key)
  return ended
}

/** Discards the caller's own upload; others' are not found. */
export async function discardOwn(ctx: Context, actor: Actor, key: string): Promise<void> {
  if (await store.uploadOf(ctx.db.reader, senderOf(actor), key)) await discard(ctx, key)
}

/** Discards all open uploads into a space. */
export async function discardAllIn(ctx: Context, spaceId: string): Promise<void> {
  await discardMany(ctx, await store.openKeysIn(ctx.db.reader, spaceId))
}

/**
 * Deletes bytes of ended uploads. Never fails: what cannot be deleted now, as in an unavailable or unconfigured bucket, is
 * deleted with its row when the upload expires.
 */
export async function deleteEndedBytes(
  ctx: Context,
  ended: readonly EndedSession[],
  guard = new AvailabilityGuard(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; data of ended uploads is removed later'),
  ),
): Promise<void> {
  for (const { bucket, key } of ended)
    await guard
      .try(bucket, () => deleteBytes(ctx, { bucket, key }))
      .catch((err) =>
        ctx.log.warn({ err, key }, 'data of an ended upload could not be removed; cleanup removes it later'),
      )
}

export async function deleteBytes(ctx: Context, { bucket, key }: EndedSession): Promise<void> {
  const objects = ctx.stores.of(bucket)
  await objects.abort(key)
  await objects.remove(key)
}

/** The caller's own unfinished uploads, newest first. */
export async function list(ctx: Context, actor: Actor, language: Language): Promise<OpenUpload[]> {
  const db = ctx.db.reader
  const uploads = await store.openUploadsOf(db, senderOf(actor), ctx.now())
  const parents = uploads.map(({ parentId }) => parentId)
  const [received, folders] = await Promise.all([receivedOf(ctx, uploads), resolveAll(db, actor, parents)])
  const now = ctx.now().getTime()
  return uploads.map((upload) => ({
    objectKey: upload.key,
    bucketName: upload.bucket,
    instanceName: upload.name,
    parentId: upload.parentId,
    folderPath: pathTo(folders.get(upload.parentId), language),
    fileSize: upload.size,
    ...receivedBytes(upload, received.get(upload.key), now),
    partSize: upload.partSize,
    syncSpeed: syncSpeedOf(ctx, actor),
    conflict: upload.conflict,
    lastModified: upload.modifiedAt?.getTime() ?? null,
    createTime: upload.createdAt.toISOString(),
    expireTime: upload.expiresAt.toISOString(),
  }))
}

const pathTo = (folder: ResolvedItem | undefined, language: Language): string | null =>
  folder?.permissions.has('upload') ? pathText(breadcrumbsOf(folder, language)) : null

/** Bytes received; undefined: none. */
export type ReceivedState = ReceivedBytes | 'unknown' | undefined

/**
 * Received bytes as shown in lists; an upload that was only begun has none.
 * @param now ms since the epoch.
 */
export function receivedBytes(
  { createdAt }: Pick<store.Upload, 'createdAt'>,
  received: ReceivedState,
  now: number,
): Pick<OpenUpload, 'receivedSize' | 'receiveTime' | 'quietSeconds'> {
  const latest = received === undefined || received === 'unknown' ? createdAt : received.changedAt
  const quietSeconds = Math.max(0, Math.floor((now - latest.getTime()) / 1000))
  if (received === 'unknown') return { receivedSize: null, receiveTime: null, quietSeconds }
  if (received === undefined || received.size === 0)
    return { receivedSize: 0, receiveTime: null, quietSeconds }
  return { receivedSize: received.size, receiveTime: received.changedAt.toISOString(), quietSeconds }
}

/** Received bytes by key, as the stores report them. */
export async function receivedOf(
  ctx: Context,
  uploads: readonly Pick<store.Upload, 'bucket' | 'key'>[],
): Promise<Map<string, ReceivedState>> {
  const received = new Map<string, ReceivedState>()
  await forEachInBatches(uploads, async (upload) => {
    received.set(upload.key, await receivedBy(ctx, upload))
  })
  return received
}

/** True if bytes were received, or may have been. */
async function hasReceived(ctx: Context, upload: Pick<store.Upload, 'bucket' | 'key'>): Promise<boolean> {
  const received = await receivedBy(ctx, upload)
  return received === 'unknown' || (received !== undefined && received.size > 0)
}

/** Whether this server has the bucket's settings. */
export const isConfigured = (ctx: Context, { bucket }: Pick<store.Upload, 'bucket'>): boolean =>
  ctx.stores.buckets.includes(bucket)

/** `unknown` if the store is unavailable or not configured any more. */
async function receivedBy(
  ctx: Context,
  upload: Pick<store.Upload, 'bucket' | 'key'>,
): Promise<ReceivedBytes | 'unknown' | undefined> {
  if (!isConfigured(ctx, upload)) return 'unknown'
  try {
    return await ctx.stores.of(upload.bucket).received(upload.key)
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unknown'
    throw error
  }
}

/** Refuses with the reason why the caller's upload is not open. */
export async function refuseGone(ctx: Context, actor: Actor, key: string): Promise<never> {
  const upload = await store.uploadOf(ctx.db.reader, senderOf(actor), key)
  return refuse(isEndedByOther(upload) ? 'upload_ended' : 'upload_gone')
}

const isEndedByOther = (upload: store.Upload | undefined): boolean =>
  upload?.state === 'discarded' && upload.endedBy !== null

/** Error for object calls of an upload that an administrator discarded. */
export async function sessionEndReason(ctx: Context, key: string): Promise<ObjectError | undefined> {
  return isEndedByOther(await store.uploadByKey(ctx.db.reader, key)) ? new UploadEnded() : undefined
}

class UploadEnded extends ObjectError {
  constructor() {
    super('UploadEnded', 410, 'An administrator ended this upload.')
  }
}

const AT_ONCE = 32

async function forEachInBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map(work))
}
