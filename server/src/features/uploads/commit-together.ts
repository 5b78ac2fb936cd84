import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import { type BlobValues, blobValues } from '../../content/blobs.ts'
import type { Context } from '../../context.ts'
import { recordChanges } from '../../db/changes.ts'
import { afterCommit, sendBeforeCommit, type Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { requestContextJson } from '../../db/request-context.ts'
import { compiledStatement } from '../../db/statement.ts'
import { Refusal } from '../../errors/refusal.ts'
import { storedName } from '../../tree/names.ts'
import { fitsSql, settle } from '../../tree/quota.ts'
import { hasRuleSql } from '../dlp/places/place-rules.ts'
import { deleteBlobs, insertBlobs, insertWhereFree, knownContents, markAllSaved } from './batch/store.ts'
import { type CommittedFile, changeOf, requireTarget } from './commit-file.ts'
import { commitDeduplicated, type ReceivedUpload } from './commit-upload.ts'
import * as store from './store.ts'

/**
 * Commits uploads into one folder together: those that arrive while a commit runs wait for its end, as they would for the lock of
 * its space, and then share one transaction and one wait for the disk. Three and more small files at once are saved twice as fast.
 */

interface WaitingUpload {
  readonly actor: Actor
  readonly received: ReceivedUpload
  readonly requestContext: string | null
  /** Runs work in the context of the upload's request. */
  readonly inOwnContext: <T>(work: () => T) => T
  readonly committed: PromiseWithResolvers<CommittedFile>
}

/** Uploads that wait for a running commit. */
const queues = new Map<string, WaitingUpload[]>()

/** As `commitDeduplicated`. */
export async function commitTogether(
  ctx: Context,
  actor: Actor,
  received: ReceivedUpload,
): Promise<CommittedFile> {
  const { personId, sessionId, sharingId = '' } = actor
  const key = [personId, sessionId, sharingId, received.folderId.toLowerCase()].join(' ')
  const waiting = queues.get(key)
  if (waiting) {
    const committed = Promise.withResolvers<CommittedFile>()
    const inOwnContext = AsyncLocalStorage.snapshot() as WaitingUpload['inOwnContext']
    waiting.push({ actor, received, requestContext: requestContextJson(), inOwnContext, committed })
    return committed.promise
  }
  queues.set(key, [])
  try {
    return await commitDeduplicated(ctx, actor, received)
  } finally {
    void commitWaiting(ctx, key)
  }
}

async function commitWaiting(ctx: Context, key: string): Promise<void> {
  for (;;) {
    const group = queues.get(key) ?? []
    if (group.length === 0) break
    queues.set(key, [])
    await commitAll(ctx, group)
  }
  queues.delete(key)
}

async function commitAll(ctx: Context, group: readonly WaitingUpload[]): Promise<void> {
  try {
    const plain = group.length > 1 ? group.filter(isPlain) : []
    const committed = plain.length > 1 ? await ctx.db.transact((tx) => commitPlain(ctx, tx, plain)) : NONE
    for (const [one, file] of committed) one.committed.resolve(file)
    const others = group.filter((one) => !committed.has(one))
    await Promise.all(others.map((one) => commitAlone(ctx, one)))
  } catch (error) {
    // Those that are committed already stay resolved.
    for (const one of group) one.committed.reject(error)
  }
}

async function commitAlone(
  ctx: Context,
  { actor, received, inOwnContext, committed }: WaitingUpload,
): Promise<void> {
  try {
    committed.resolve(await inOwnContext(() => commitDeduplicated(ctx, actor, received)))
  } catch (error) {
    committed.reject(error)
  }
}

const isPlain = ({ received: { onCommit, content } }: WaitingUpload): boolean =>
  onCommit === undefined && content.sentBy === null

const NONE: ReadonlyMap<WaitingUpload, CommittedFile> = new Map()

interface PlainUpload {
  readonly waiting: WaitingUpload
  readonly blob: BlobValues
  readonly modifiedAt: Date | null
}

/**
 * Commits those whose name is free and whose content is new. The others are left to be committed one by one, as are all where something
 * must be decided for each: refusals, quota, content check.
 */
async function commitPlain(
  ctx: Context,
  tx: Tx,
  group: readonly WaitingUpload[],
): Promise<ReadonlyMap<WaitingUpload, CommittedFile>> {
  // The rights of the person's last call.
  const { actor, received } = group.at(-1) as WaitingUpload
  const blobs = new Map(group.map((waiting) => [waiting, blobValues(waiting.received)]))
  // Sent at once and run in this order: the folder is resolved with the space locked.
  const [uploads, space, known, located] = await Promise.all([
    store.lockUploads(tx, group.filter(({ received: { charge } }) => !charge.unreserved).map(keyOf)),
    lockSpace(tx, group),
    ctx.config.dedup === 'off' ? new Map() : knownContents(tx, [...blobs.values()]),
    resolveAll(tx, actor, [received.folderId]),
  ])
  const folder = await targetOf(tx, actor, located.get(received.folderId.toLowerCase()))
  if (!folder || space?.fits === false) return NONE
  const hasNameRules = space?.hasNameRules || uploads.some((one) => one.hasNameRules)
  if (hasNameRules && folder.spaceKind === 'group') return NONE
  const sessions = new Map(uploads.map(({ upload }) => [upload.key, upload]))
  const plain = [...blobs].flatMap(([waiting, blob]): PlainUpload[] => {
    const { charge, input } = waiting.received
    const upload = charge.unreserved ?? sessions.get(keyOf(waiting))
    if (!upload || upload.spaceId !== folder.spaceId) return []
    if ('state' in upload && upload.state !== 'open') return []
    if (known.has(blob.sha256.toString('hex'))) return []
    const modifiedAt = input.lastModified === undefined ? upload.modifiedAt : new Date(input.lastModified)
    return [{ waiting, blob, modifiedAt }]
  })
  const distinct = [...new Map(plain.map((one) => [one.blob.sha256.toString('hex'), one])).values()]
  return distinct.length > 1 ? insertAll(ctx, tx, actor, folder, distinct) : NONE
}

const keyOf = ({ received }: WaitingUpload): string => received.object.key

/** Locks the space of uploads that have reserved nothing, and whether they all fit. */
async function lockSpace(tx: Tx, group: readonly WaitingUpload[]) {
  const unreserved = group.filter(({ received: { charge } }) => charge.unreserved)
  const spaceId = unreserved[0]?.received.charge.unreserved?.spaceId
  if (spaceId === undefined) return undefined
  const size = unreserved.reduce((sum, { received: { content } }) => sum + content.size, 0)
  return (await locking(tx, { spaceId, size }))[0]
}

const locking = compiledStatement<
  { spaceId: string; size: number },
  { fits: boolean; hasNameRules: boolean }
>(
  (slot) => sql`
    select ${fitsSql(sql`${slot('size')}::bigint`)} as fits, ${hasRuleSql('upload')} as "hasNameRules"
    from space where id = ${slot('spaceId')} for update`,
)

/** Undefined where each upload is refused by itself. */
async function targetOf(
  tx: Tx,
  actor: Actor,
  located: ResolvedItem | undefined,
): Promise<ResolvedItem | undefined> {
  if (!located) return undefined
  try {
    const folder = requireTarget(actor, located, located.spaceId)
    await requireNotHighInLink(tx, actor, folder)
    return folder
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function insertAll(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  folder: ResolvedItem,
  plain: readonly PlainUpload[],
): Promise<ReadonlyMap<WaitingUpload, CommittedFile>> {
  const rows = plain.map((one) => {
    const { name } = one.waiting.received
    const { id: blobId, size } = one.blob
    const file = { ...storedName(name, false), id: newId(), versionId: newId(), parentId: folder.id }
    return { ...one, file: { ...file, size, blobId, modifiedAt: one.modifiedAt } }
  })
  const [, made] = await Promise.all([
    insertBlobs(
      tx,
      plain.map(({ blob }) => blob),
    ),
    insertWhereFree(
      tx,
      actor,
      folder.spaceId,
      rows.map(({ file }) => file),
    ),
  ])
  const committed = new Map<WaitingUpload, CommittedFile>()
  const taken: string[] = []
  for (const { waiting, file } of rows) {
    const createdAt = made.get(file.id)
    if (createdAt) {
      const { name } = waiting.received
      const created = { name: storedName(name, false), size: file.size, createdAt }
      const placed = { fileId: file.id, outcome: 'created' as const, created }
      const change = changeOf(actor, folder, placed, { name, size: file.size })
      committed.set(waiting, {
        ...placed,
        parent: folder,
        change: { ...change, requestContext: waiting.requestContext },
      })
    } else taken.push(file.blobId)
  }
  await deleteBlobs(tx, taken)
  await recordChanges(
    tx,
    [...committed.values()].flatMap(({ change }) => change ?? []),
  )
  endAll(ctx, tx, folder.spaceId, committed)
  return committed
}

/** Ends their sessions and charges them. */
function endAll(
  ctx: Context,
  tx: Tx,
  spaceId: string,
  committed: ReadonlyMap<WaitingUpload, CommittedFile>,
): void {
  const all = [...committed]
  const [unreserved, reserved] = [
    all.filter(([{ received }]) => received.charge.unreserved),
    all.filter(([{ received }]) => !received.charge.unreserved),
  ]
  const keys = reserved.map(([waiting]) => keyOf(waiting))
  if (reserved.length > 0)
    sendBeforeCommit(tx, () =>
      markAllSaved(tx, {
        spaceId,
        keys,
        fileIds: reserved.map(([, { fileId }]) => fileId),
        outcomes: reserved.map(([, { outcome }]) => outcome),
        reserved: bytesOf(reserved),
        charged: bytesOf(reserved),
      }),
    )
  if (unreserved.length > 0) sendBeforeCommit(tx, () => settle(tx, spaceId, 0, bytesOf(unreserved)))
  afterCommit(tx, () => {
    for (const key of keys) ctx.uploadSessions.ended(key)
  })
}

const bytesOf = (all: readonly (readonly [WaitingUpload, CommittedFile])[]): number =>
  all.reduce((sum, [{ received }]) => sum + received.content.size, 0)
