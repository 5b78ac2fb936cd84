import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import {
  type BlobValues,
  blobValues,
  type DedupDecision,
  decideDedup,
  deleteBlob,
  insertBlob,
  type KnownContent,
  reviveContent,
  type UploadedContent,
} from '../../content/blobs.ts'
import { dropRedundantCopy, keepRedundantCopy } from '../../content/redundant.ts'
import { checkAgainstCopy } from '../../content/repair.ts'
import { enqueueVerification } from '../../content/verify.ts'
import type { Context } from '../../context.ts'
import type { NewChange } from '../../db/changes.ts'
import { afterCommit, runInBackground, sendBeforeCommit, type Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { waitAtMost } from '../../jobs/wait-at-most.ts'
import type { StoredObject } from '../../objects/stores.ts'
import type { AddedFile } from '../../tree/add-file.ts'
import { isNameTaken } from '../../tree/insert-files.ts'
import type { ConflictPolicy } from '../../tree/resolve-conflict.ts'
import { type FoundFiles, recordNotedNames } from '../dlp/places/passed.ts'
import { refuseSensitiveName } from '../dlp/places/refuse-sensitive.ts'
import { type CommittedFile, commitFile, commitOptimistically, type UploadedFile } from './commit-file.ts'
import { deleteBytes } from './open-uploads.ts'
import type { Upload, UploadEnd } from './store.ts'

/** Makes a received object a file, in one transaction. */

/** Larger content is read in the background. Bytes. */
export const READ_AT_ONCE = 64 * 1024 * 1024

/** Rows of the caller that are written with the new file; without effect if it was skipped. */
export type OnCommit = (
  tx: Tx,
  file: Pick<CommittedFile, 'fileId' | 'outcome'> & Pick<UploadedFile, 'name' | 'size'>,
) => Promise<void>

/** An upload that is about to be saved, with its space locked. */
export interface TakenUpload {
  readonly upload: Pick<Upload, 'state' | 'spaceId' | 'conflict' | 'modifiedAt' | 'fileId' | 'outcome'>
  /** Stored content equal to it. */
  readonly known: KnownContent | null
  /** Whether rules of the content check apply to names of new files in groups. */
  readonly hasNameRules: boolean
}

/** How the bytes of an upload are charged: by its session, which has reserved them (store.ts), or by the save alone (charge-at-once.ts). */
export interface UploadCharge {
  /** Locks the space. Issues its statement before it awaits anything. */
  take(tx: Tx, received: BlobValues, dedup: boolean): Promise<TakenUpload | undefined>
  /** Charges `end.charged` and records the change. One of the last statements of the transaction. */
  end(tx: Tx, end: UploadEnd, change: NewChange | undefined): Promise<unknown>
}

export interface ReceivedUpload {
  readonly charge: UploadCharge
  /** What the save says itself, in place of what the upload was begun with. */
  readonly input: {
    readonly conflict?: ConflictPolicy | undefined
    /** ms since the epoch. */
    readonly lastModified?: number | undefined
  }
  readonly name: string
  readonly object: StoredObject
  readonly content: UploadedContent
  readonly folderId: string
  readonly onCommit: OnCommit | undefined
}

/** Commits the file. Stored content is checked between two attempts, so that the space is not locked meanwhile. */
export async function commitDeduplicated(
  ctx: Context,
  actor: Actor,
  received: ReceivedUpload,
): Promise<CommittedFile> {
  let decision: DedupDecision | undefined
  let checkedName: CheckedName | undefined
  for (let mayBeTaken = false; ; ) {
    const placed = await ctx.db
      .transact((tx) => commitIn(ctx, tx, actor, received, { decision, mayBeTaken, checkedName }))
      .catch((error: unknown) => {
        if (mayBeTaken || !isNameTaken(error)) throw error
        return undefined
      })
    if (!placed) mayBeTaken = true
    else if ('group' in placed)
      checkedName = { noted: await refuseSensitiveName(ctx, placed.group, received.name) }
    else if ('known' in placed)
      decision = await decideDedup(ctx.db.reader, ctx.stores, actor, ctx.config.dedup, placed.known)
    else {
      if (placed.reused !== null) await handleRedundant(ctx, received, placed.reused)
      return placed.arrived()
    }
  }
}

/**
 * Deletes the uploaded object after the content used in its place has been read, which may be corrupted. Large content is read
 * in the background.
 */
async function handleRedundant(
  ctx: Context,
  { object, content }: ReceivedUpload,
  reused: string,
): Promise<void> {
  const redundant = { ...object, id: reused, since: ctx.now() }
  const later = (err: unknown) =>
    ctx.log.warn({ err, key: object.key }, 'a redundant copy could not be handled; retrying later')
  const using = async () => {
    // Deleted in the background.
    if (!(await checkAgainstCopy(ctx, redundant))) void dropRedundantCopy(ctx, redundant).catch(later)
  }
  if (content.size <= READ_AT_ONCE) await waitAtMost(using().catch(later))
  else void runInBackground(using).catch(later)
}

export const committedEarlier = ({ fileId, outcome }: Pick<Upload, 'fileId' | 'outcome'>): AddedFile =>
  fileId && outcome ? { fileId, outcome } : refuse('upload_gone')

interface SaveAttempt {
  readonly decision: DedupDecision | undefined
  /** Otherwise the transaction fails with `isNameTaken` if the name is taken, which holds the space's lock for one round trip less. */
  readonly mayBeTaken: boolean
  /** Undefined until rules of the content check were found to apply, and were compared with the name. */
  readonly checkedName: CheckedName | undefined
}

interface CheckedName {
  readonly noted: FoundFiles | undefined
}

/**
 * Commits in one transaction. Returns, without changes, the id of stored content that must be checked first (`known`), or the group
 * for which the name must be checked first; else the file and the content used in place of the upload.
 */
async function commitIn(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { charge, input, name, object, content, folderId, onCommit }: ReceivedUpload,
  { decision: looked, mayBeTaken, checkedName }: SaveAttempt,
): Promise<
  | { known: string }
  | { group: ResolvedItem }
  | { arrived: () => Promise<CommittedFile>; reused: string | null }
> {
  const { key } = object
  const { size } = content
  const received = blobValues({ object, content })
  // Sent at once and run in this order: the folder is resolved with the space locked.
  const [taken = refuse('upload_gone'), located] = await Promise.all([
    // Unverified content is never deduplicated: a false claim would give access to others' content.
    charge.take(tx, received, ctx.config.dedup !== 'off' && content.sentBy === null),
    resolveAll(tx, actor, [folderId]),
  ])
  const { upload, known, hasNameRules } = taken
  if (upload.state === 'saved') return { arrived: async () => committedEarlier(upload), reused: null }
  if (upload.state !== 'open') refuse('upload_gone')
  const folder = located.get(folderId.toLowerCase())
  if (folder?.spaceKind === 'group' && hasNameRules && !checkedName) return { group: folder }
  if (known && !known.own && !looked) return { known: known.id }
  // Never the upload's own content, whose object is deleted if another one is used.
  const reused = known !== null && !known.own && looked?.id === known.id && looked.usable
  const blobId = known?.own || reused ? known.id : received.id
  const arrival = {
    spaceId: upload.spaceId,
    name,
    conflict: input.conflict ?? upload.conflict,
    blobId,
    size,
    modifiedAt: input.lastModified === undefined ? upload.modifiedAt : new Date(input.lastModified),
  }
  if (folder) await requireNotHighInLink(tx, actor, folder)
  const isNew = blobId === received.id
  const asNew = () => {
    if (isNew) sendBeforeCommit(tx, () => insertBlob(tx, received))
    return commitOptimistically(tx, actor, folder, arrival)
  }
  const inAnyCase = async () => {
    // Sent at once, the content before the file that refers to it.
    const [, placed] = await Promise.all([
      isNew && insertBlob(tx, received),
      commitFile(tx, actor, folder, arrival),
    ])
    if (placed.outcome !== 'skipped') await onCommit?.(tx, { ...placed, name, size })
    return { ...placed, arrived: async () => placed }
  }
  const waits =
    onCommit !== undefined || mayBeTaken || content.sentBy !== null || EXPECTS_NAMESAKE.has(arrival.conflict)
  const { fileId, outcome, change, arrived } = waits ? await inAnyCase() : asNew()
  const skipped = outcome === 'skipped'
  if (!skipped) await recordNotedNames(tx, [{ fileId, noted: checkedName?.noted }])
  const end = { key, fileId, outcome, spaceId: upload.spaceId, size, charged: skipped ? 0 : size }
  if (content.sentBy !== null && !skipped) await enqueueVerification(ctx, tx, actor, blobId)
  sendBeforeCommit(tx, () => charge.end(tx, end, change))
  if (skipped && !reused) sendBeforeCommit(tx, () => deleteBlob(tx, blobId))
  if (!skipped && blobId !== received.id) sendBeforeCommit(tx, () => reviveContent(tx, blobId))
  const isSpare = reused && !skipped
  if (isSpare) sendBeforeCommit(tx, () => keepRedundantCopy(ctx, tx, { ...object, id: blobId }, size))
  afterCommit(tx, () => ended(ctx, object, skipped))
  return { arrived, reused: isSpare ? blobId : null }
}

/** Policies of callers that expect a file of this name. */
const EXPECTS_NAMESAKE: ReadonlySet<ConflictPolicy> = new Set(['newVersion', 'skip'])

/** Ends the session cache entry, and deletes the object if it was not used. */
function ended(ctx: Context, { bucket, key }: StoredObject, unused: boolean): void {
  ctx.uploadSessions.ended(key)
  if (!unused) return
  deleteBytes(ctx, { bucket, key }).catch((err) =>
    ctx.log.warn({ err, key }, 'an unused object could not be removed; cleanup removes it later'),
  )
}
