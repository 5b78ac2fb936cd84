import type { Actor } from '../../../access/actor.ts'
import { highInLink } from '../../../access/classification.ts'
import { requirePermissionWithReason } from '../../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../../access/resolve.ts'
import type { BlobValues } from '../../../content/blobs.ts'
import type { Context } from '../../../context.ts'
import { recordChanges } from '../../../db/changes.ts'
import { afterCommit, sendBeforeCommit, type Tx } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { Refusal, refuse } from '../../../errors/refusal.ts'
import { type AddFileOutcome, addVersion } from '../../../tree/add-file.ts'
import { fileById } from '../../../tree/files.ts'
import { storedName } from '../../../tree/names.ts'
import { recordNotedNames } from '../../dlp/places/passed.ts'
import { type CommittedFile, changeOf, commitFile } from '../commit-file.ts'
import { deleteBytes } from '../open-uploads.ts'
import type { FileOutcome, PendingFile } from './batch.ts'
import type { BatchContent } from './contents.ts'
import * as store from './store.ts'

/** Commits the files of a batch in one transaction. */

interface FileToCommit {
  readonly file: PendingFile
  readonly content: BatchContent
  /** The folder, or the file that gets a new version. */
  readonly target: ResolvedItem
}

const isOwn = (content: BatchContent): content is BlobValues => 'state' in content

/**
 * Commits all files; a refused file keeps its session. `gone`: numbers of files whose stored content was collected; nothing is
 * changed then.
 */
export async function commitFiles(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  spaceId: string,
  pending: readonly PendingFile[],
  contents: ReadonlyMap<number, BatchContent>,
): Promise<{ outcomes: Map<number, FileOutcome>; gone: number[] }> {
  const contentOf = ({ no }: PendingFile): BatchContent => contents.get(no) ?? refuse('storage_failed')
  const shared = pending.filter((file) => !isOwn(contentOf(file)))
  // Sent at once and run in this order: the folders are resolved with the space locked.
  const [states, held, located] = await Promise.all([
    store.lockSessions(
      tx,
      pending.map(({ key }) => key),
    ),
    store.holdContents(tx, [...new Set(shared.map((file) => contentOf(file).id))]),
    resolveAll(tx, actor, pending.map(targetOf)),
  ])
  const outcomes = new Map<number, FileOutcome>()
  const gone = shared.filter((file) => !held.has(contentOf(file).id)).map(({ no }) => no)
  if (gone.length > 0) return { outcomes, gone }
  const inLink = await highInLink(
    tx,
    actor,
    [...located.values()].filter(({ isFolder }) => isFolder),
  )
  const placing: FileToCommit[] = []
  for (const file of pending) {
    const target = targetNow(actor, spaceId, located.get(targetOf(file)), file.replaces !== undefined)
    // Saved by a concurrent call with the same batch, or discarded.
    if (states.get(file.key) !== 'open') outcomes.set(file.no, new Refusal('upload_gone'))
    else if (target instanceof Refusal) outcomes.set(file.no, target)
    else if (inLink.has(target.id))
      outcomes.set(file.no, new Refusal('high_in_linked_folder', { name: target.name }))
    else placing.push({ file, content: contentOf(file), target })
  }
  if (placing.length === 0) return { outcomes, gone }
  await store.insertBlobs(tx, placing.map(({ content }) => content).filter(isOwn))
  for (const [no, one] of await commitEach(tx, actor, spaceId, placing)) outcomes.set(no, one)
  await recordCommitted(ctx, tx, spaceId, placing, outcomes)
  return { outcomes, gone }
}

const targetOf = ({ parentId, replaces }: PendingFile): string => replaces?.fileId ?? parentId

function targetNow(
  actor: Actor,
  spaceId: string,
  target: ResolvedItem | undefined,
  isReplaced: boolean,
): ResolvedItem | Refusal {
  try {
    // The lock and the quota are those of this space.
    if (target?.spaceId !== spaceId) refuse('not_found')
    requirePermissionWithReason(actor, target, 'upload')
    if (isReplaced) return target.isFolder ? new Refusal('is_a_folder') : target
    return target.isFolder ? target : new Refusal('is_a_file')
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Inserts files with free names together, the others one by one by their conflict policy. */
async function commitEach(
  tx: Tx,
  actor: Actor,
  spaceId: string,
  placing: readonly FileToCommit[],
): Promise<Map<number, FileOutcome>> {
  const outcomes = new Map<number, FileOutcome>()
  const [replacing, adding] = partition(placing, ({ file }) => file.replaces !== undefined)
  for (const one of replacing) outcomes.set(one.file.no, await commitVersion(tx, actor, one))
  if (adding.length === 0) return outcomes
  const files = adding.map(({ file, content }) => ({
    ...storedName(file.name, false),
    id: newId(),
    parentId: file.parentId,
    size: file.size,
    versionId: newId(),
    blobId: content.id,
    modifiedAt: file.modifiedAt,
  }))
  const made = await store.insertWhereFree(tx, actor, spaceId, files)
  for (const [at, { file, content, target: parent }] of adding.entries()) {
    const row = files[at]
    const createdAt = row && made.get(row.id)
    if (row && createdAt) {
      const created = { name: storedName(file.name, false), size: file.size, createdAt }
      const placed = { fileId: row.id, outcome: 'created' as const, created }
      outcomes.set(file.no, { ...placed, parent, change: changeOf(actor, parent, placed, file) })
    } else outcomes.set(file.no, await commitOne(tx, actor, parent, file, content.id))
  }
  return outcomes
}

function partition<T>(all: readonly T[], test: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))]
}

/** Adds a version to the file that was edited, unless it has another one by now. */
async function commitVersion(
  tx: Tx,
  actor: Actor,
  { file, content, target }: FileToCommit,
): Promise<FileOutcome> {
  const [row, current] = await Promise.all([fileById(tx, target.id), store.currentContent(tx, target.id)])
  if (!row?.parentId || !current) return new Refusal('not_found')
  const { versionId: base, allow, added } = file.replaces ?? {}
  await allow?.(tx, { versionId: current.versionId, size: row.size })
  // Saved already, or saved without a change. Who may not read the file is not told whether a guess is what is in it.
  if (target.permissions.has('download') && current.sha256?.equals(file.sha256) && row.size === file.size) {
    await added?.(tx, current.versionId)
    return { fileId: row.id, outcome: 'skipped' }
  }
  if (base !== undefined && current.versionId !== base)
    return new Refusal('edited_meanwhile', editedBy(current))
  const { spaceId, name, conflict, size, modifiedAt } = file
  const { personId } = actor
  const { parentId } = row
  const versionId = await addVersion(
    tx,
    { spaceId, parentId, name, conflict, blobId: content.id, size, modifiedAt, personId },
    row,
  )
  await added?.(tx, versionId)
  const placed = { fileId: row.id, outcome: 'newVersion' as const, versionNo: row.versionNo + 1 }
  return { ...placed, change: changeOf(actor, { spaceId, id: parentId }, placed, { name: row.name, size }) }
}

const editedBy = ({ user, userId, time, versionId }: store.CurrentContent) => ({
  user,
  userId,
  time: time.toISOString(),
  versionId,
})

async function commitOne(
  tx: Tx,
  actor: Actor,
  parent: ResolvedItem,
  file: PendingFile,
  blobId: string,
): Promise<FileOutcome> {
  const { spaceId, name, conflict, size, modifiedAt } = file
  try {
    return await commitFile(tx, actor, parent, { spaceId, name, conflict, blobId, size, modifiedAt })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Updates quota, sessions and the feed, and deletes unused content. */
async function recordCommitted(
  ctx: Context,
  tx: Tx,
  spaceId: string,
  placing: readonly FileToCommit[],
  outcomes: ReadonlyMap<number, FileOutcome>,
): Promise<void> {
  const ended = placing.flatMap(({ file, content }) => {
    const arrived = outcomes.get(file.no)
    return arrived && !(arrived instanceof Refusal) ? [{ file, content, arrived }] : []
  })
  const kept = ended.filter(({ arrived }) => arrived.outcome !== 'skipped')
  const unused = placing.filter(
    ({ file, content }) => isOwn(content) && !kept.some((one) => one.file === file),
  )
  await store.deleteBlobs(
    tx,
    unused.map(({ content }) => content.id),
  )
  await store.reviveContents(
    tx,
    kept.filter(({ content }) => !isOwn(content)).map(({ content }) => content.id),
  )
  await recordChanges(
    tx,
    ended.flatMap(({ arrived }) => arrived.change ?? []),
  )
  await recordNotedNames(
    tx,
    kept.map(({ file, arrived }) => ({ fileId: arrived.fileId, noted: file.noted })),
  )
  sendBeforeCommit(tx, () =>
    store.markAllSaved(tx, {
      spaceId,
      keys: ended.map(({ file }) => file.key),
      fileIds: ended.map(({ arrived }) => arrived.fileId),
      outcomes: ended.map(({ arrived }): AddFileOutcome => arrived.outcome),
      reserved: bytesOf(ended),
      charged: bytesOf(kept),
    }),
  )
  const over = unused.filter(({ file }) => !(outcomes.get(file.no) instanceof Refusal))
  afterCommit(tx, () => {
    for (const { file } of ended) ctx.uploadSessions.ended(file.key)
    for (const { file } of over)
      deleteBytes(ctx, file).catch((err) =>
        ctx.log.warn(
          { err, key: file.key },
          'an unused object could not be removed; cleanup removes it later',
        ),
      )
  })
}

const bytesOf = (all: readonly { file: PendingFile; arrived: CommittedFile }[]): number =>
  all.reduce((sum, { file }) => sum + file.size, 0)
