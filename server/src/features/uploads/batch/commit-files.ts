import type { Actor } from '../../../access/actor.ts'
import { requirePermissionWithReason } from '../../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../../access/resolve.ts'
import type { BlobValues } from '../../../content/blobs.ts'
import type { Context } from '../../../context.ts'
import { recordChanges } from '../../../db/changes.ts'
import { afterCommit, sendBeforeCommit, type Tx } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { Refusal, refuse } from '../../../errors/refusal.ts'
import type { AddFileOutcome } from '../../../tree/add-file.ts'
import { storedName } from '../../../tree/names.ts'
import { type CommittedFile, changeOf, commitFile } from '../commit-file.ts'
import { deleteBytes } from '../open-uploads.ts'
import type { FileOutcome, PendingFile } from './batch.ts'
import type { BatchContent } from './contents.ts'
import * as store from './store.ts'

/** Commits the files of a batch in one transaction. */

interface FileToCommit {
  readonly file: PendingFile
  readonly content: BatchContent
  readonly parent: ResolvedItem
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
    resolveAll(
      tx,
      actor,
      pending.map(({ parentId }) => parentId),
    ),
  ])
  const outcomes = new Map<number, FileOutcome>()
  const gone = shared.filter((file) => !held.has(contentOf(file).id)).map(({ no }) => no)
  if (gone.length > 0) return { outcomes, gone }
  const placing: FileToCommit[] = []
  for (const file of pending) {
    const parent = targetNow(actor, spaceId, located.get(file.parentId))
    // Saved by a concurrent call with the same batch, or discarded.
    if (states.get(file.key) !== 'open') outcomes.set(file.no, new Refusal('upload_gone'))
    else if (parent instanceof Refusal) outcomes.set(file.no, parent)
    else placing.push({ file, content: contentOf(file), parent })
  }
  if (placing.length === 0) return { outcomes, gone }
  await store.insertBlobs(tx, placing.map(({ content }) => content).filter(isOwn))
  for (const [no, one] of await commitEach(tx, actor, spaceId, placing)) outcomes.set(no, one)
  await recordCommitted(ctx, tx, spaceId, placing, outcomes)
  return { outcomes, gone }
}

function targetNow(actor: Actor, spaceId: string, parent: ResolvedItem | undefined): ResolvedItem | Refusal {
  try {
    // The lock and the quota are those of this space.
    if (parent?.spaceId !== spaceId) refuse('not_found')
    requirePermissionWithReason(actor, parent, 'upload')
    return parent.isFolder ? parent : new Refusal('is_a_file')
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
  const files = placing.map(({ file, content }) => ({
    ...storedName(file.name, false),
    id: newId(),
    parentId: file.parentId,
    size: file.size,
    versionId: newId(),
    blobId: content.id,
    modifiedAt: file.modifiedAt,
  }))
  const made = await store.insertWhereFree(tx, actor, spaceId, files)
  for (const [at, { file, content, parent }] of placing.entries()) {
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
