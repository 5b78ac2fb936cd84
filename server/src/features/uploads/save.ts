import type { Language } from '@clouddisk/contract/errors'
import { nameFault } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { SavedInstance, saveUpload } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import {
  blobValues,
  type DedupDecision,
  decideDedup,
  deleteBlob,
  insertBlob,
  reviveContent,
  type UploadedContent,
} from '../../content/blobs.ts'
import { dropRedundantCopy, keepRedundantCopy } from '../../content/redundant.ts'
import { checkAgainstCopy } from '../../content/repair.ts'
import { enqueueVerification } from '../../content/verify.ts'
import type { Context } from '../../context.ts'
import { afterCommit, runInBackground, sendBeforeCommit, type Tx } from '../../db/database.ts'
import { Refusal, refuse, refuseField } from '../../errors/refusal.ts'
import { waitAtMost } from '../../jobs/wait-at-most.ts'
import {
  NoSuchObject,
  type ObjectRef,
  type ObjectStore,
  StoreFull,
  StoreUnavailable,
} from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import type { AddedFile } from '../../tree/add-file.ts'
import { isNameTaken } from '../../tree/insert-files.ts'
import { nameFromFields } from '../../tree/names.ts'
import type { ConflictPolicy } from '../../tree/resolve-conflict.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { type FoundFiles, recordNotedNames } from '../dlp/places/passed.ts'
import { refuseSensitiveName } from '../dlp/places/refuse-sensitive.ts'
import {
  type CommittedFile,
  commitFile,
  commitOptimistically,
  presentSaved,
  type UploadedFile,
} from './commit-file.ts'
import { deleteBytes, discard, refuseGone } from './open-uploads.ts'
import { discardRevoked } from './revoked-uploads.ts'
import { senderIdOf, senderOf } from './sender.ts'
import * as store from './store.ts'

type SaveInput = Input<typeof saveUpload>

/** Larger content is read in the background. Bytes. */
const READ_AT_ONCE = 64 * 1024 * 1024

/** Rows of the caller that are written with the new file; without effect if it was skipped. */
export type OnCommit = (
  tx: Tx,
  file: Pick<CommittedFile, 'fileId' | 'outcome'> & Pick<UploadedFile, 'name' | 'size'>,
) => Promise<void>

/**
 * Makes a complete, verified object a file: bytes first, row last. Repeating the save returns the same file; after a wrong hash
 * the save can be repeated with the right one.
 */
export async function save(
  ctx: Context,
  actor: Actor,
  input: SaveInput,
  language: Language,
  onCommit?: OnCommit,
): Promise<SavedInstance> {
  const name = nameFromFields(
    input.fName,
    input.instanceName,
    input.fName === undefined ? 'instanceName' : 'fName',
  )
  const fault = nameFault(name, ctx.config.limits.nameMax)
  if (fault) refuseField('instanceName', fault)
  const claim = hashClaimOf(input)
  const session = await ownSession(ctx, actor, input)
  if (!session) return presentSaved(ctx, actor, await savedEarlier(ctx, actor, input, claim), language)
  const received = await readReceivedOrSaved(ctx, actor, input, claim)
  if ('fileId' in received) return presentSaved(ctx, actor, received, language)
  const { object, content } = received
  const folderId = await resolveFolderId(ctx.db.reader, actor, input.parentId ?? session.parentId)
  return presentSaved(
    ctx,
    actor,
    await commit(ctx, actor, { input, name, object, content, folderId, onCommit }),
    language,
  )
}

/** The content of the object, or the result of a save on another server, which may have deleted the object already. */
async function readReceivedOrSaved(
  ctx: Context,
  actor: Actor,
  input: SaveInput,
  claim: HashClaim,
): Promise<Pick<ReceivedUpload, 'object' | 'content'> | AddedFile> {
  try {
    return await readReceived(ctx, actor, input, claim)
  } catch (error) {
    if (!(error instanceof Refusal) || error.errorName !== 'parts_missing') throw error
    const upload = await store.uploadOf(ctx.db.reader, senderOf(actor), input.objectKey)
    if (!upload || upload.state === 'open') throw error
    ctx.uploadSessions.ended(input.objectKey)
    return savedEarlier(ctx, actor, input, claim)
  }
}

interface ReceivedUpload {
  readonly input: SaveInput
  readonly name: string
  readonly object: StoredObject
  readonly content: UploadedContent
  readonly folderId: string
  readonly onCommit: OnCommit | undefined
}

/** Commits the file. Stored content is checked between two attempts, so that the space is not locked meanwhile. */
async function commit(ctx: Context, actor: Actor, received: ReceivedUpload): Promise<CommittedFile> {
  try {
    return await commitDeduplicated(ctx, actor, received)
  } catch (error) {
    // The group accepts no files any more, or none of this name; the reservation is released.
    if (error instanceof Refusal && ENDS_UPLOAD.has(error.errorName))
      await discard(ctx, received.input.objectKey)
    // Nor does a folder that is not shared any more; if it still is, the caller may name another one.
    if (error instanceof Refusal && (error.errorName === 'not_found' || error.errorName === 'not_permitted'))
      await discardRevoked(ctx, { key: received.input.objectKey, binned: true })
    throw error
  }
}

const ENDS_UPLOAD: ReadonlySet<string> = new Set(['group_dissolving', 'sensitive_content'])

async function commitDeduplicated(
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

interface HashClaim {
  readonly kind: 'sha256' | 'md5'
  readonly hash: string
}

/** The hash that the caller claims; MD5 only without SHA-256. */
function hashClaimOf({ sha256, fMd5 }: SaveInput): HashClaim {
  if (sha256) return { kind: 'sha256', hash: sha256.toLowerCase() }
  if (fMd5) return { kind: 'md5', hash: fMd5.toLowerCase() }
  refuseField('sha256', 'missing')
}

/** The caller's own open session. */
async function ownSession(ctx: Context, actor: Actor, input: SaveInput) {
  const session = await ctx.uploadSessions.find(input.objectKey)
  if (session?.ownerId !== senderIdOf(senderOf(actor)) || session.bucket !== input.bucketName)
    return undefined
  if (session.size !== input.fSize) refuseField('fSize', 'unknown_value')
  assertPartPlan(session, input)
  return session
}

/** Refuses part numbers and sizes that differ from the plan. */
function assertPartPlan({ size, partSize }: Pick<store.Upload, 'size' | 'partSize'>, input: SaveInput): void {
  const partNum = Math.max(1, Math.ceil(size / partSize))
  const lastPartSize = size - (partNum - 1) * partSize
  for (const [field, value] of Object.entries({ partSize, partNum, lastPartSize }))
    if ((input[field as keyof SaveInput] ?? value) !== value) refuseField(field, 'unknown_value')
}

/** The result of an earlier save of the same content. A claim of other content is refused: two devices may share one upload. */
async function savedEarlier(
  ctx: Context,
  actor: Actor,
  input: SaveInput,
  { kind, hash }: HashClaim,
): Promise<AddedFile> {
  const upload = await store.uploadOf(ctx.db.reader, senderOf(actor), input.objectKey)
  if (upload?.state !== 'saved' || upload.bucket !== input.bucketName)
    return refuseGone(ctx, actor, input.objectKey)
  if (upload.size !== input.fSize) refuseField('fSize', 'unknown_value')
  assertPartPlan(upload, input)
  const placed = committedEarlier(upload)
  const mayDiffer = kind === 'md5' || placed.outcome === 'skipped'
  if (mayDiffer || (await store.hasVersionOf(ctx.db.reader, placed.fileId, Buffer.from(hash, 'hex'))))
    return placed
  return refuseGone(ctx, actor, input.objectKey)
}

const committedEarlier = ({ fileId, outcome }: store.Upload): AddedFile =>
  fileId && outcome ? { fileId, outcome } : refuse('upload_gone')

/**
 * The content as the server has read it. Refuses `hash_mismatch` if the claim differs. Large content that would have to be read
 * back from its store is verified later (verify.ts), so that the call does not wait for it.
 */
async function readReceived(
  ctx: Context,
  actor: Actor,
  { bucketName, objectKey, fSize }: SaveInput,
  claim: HashClaim,
): Promise<Pick<ReceivedUpload, 'object' | 'content'>> {
  const store = ctx.stores.of(bucketName)
  // From here on the bytes cannot change.
  const object = { bucket: bucketName, ...(await mapReadErrors(ctx, objectKey, () => store.seal(objectKey))) }
  const later = !store.hashesWhileReceiving && claim.kind === 'sha256' && fSize > READ_AT_ONCE
  const content = later
    ? await contentAsClaimed(ctx, actor, store, object, claim)
    : {
        ...(await mapReadErrors(ctx, objectKey, () => store.digest(object, { md5: claim.kind === 'md5' }))),
        sentBy: null,
      }
  if (content.size === fSize && content[claim.kind]?.toString('hex') === claim.hash)
    return { object, content }
  return refuse('hash_mismatch')
}

const contentAsClaimed = async (
  ctx: Context,
  actor: Actor,
  store: ObjectStore,
  object: ObjectRef,
  { hash }: HashClaim,
): Promise<UploadedContent> => ({
  size: await mapReadErrors(ctx, object.key, () => sizeOf(store, object)),
  sha256: Buffer.from(hash, 'hex'),
  crc32: null,
  sentBy: actor.personId,
})

/** Size of the sealed object, even if its key was overwritten. */
async function sizeOf(store: ObjectStore, object: ObjectRef): Promise<number> {
  const reader = await store.open(object)
  await reader.close()
  return reader.size
}

async function mapReadErrors<T>(ctx: Context, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NoSuchObject) refuse('parts_missing')
    if (error instanceof StoreFull) refuse('disk_full')
    if (error instanceof StoreUnavailable) throw error
    ctx.log.error({ err: error, key }, 'reading an uploaded object failed')
    return refuse('storage_failed')
  }
}

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
  { input, name, object, content, folderId, onCommit }: ReceivedUpload,
  { decision: looked, mayBeTaken, checkedName }: SaveAttempt,
): Promise<
  | { known: string }
  | { group: ResolvedItem }
  | { arrived: () => Promise<CommittedFile>; reused: string | null }
> {
  const { objectKey: key, fSize: size } = input
  const received = blobValues({ object, content })
  // Sent at once and run in this order: the folder is resolved with the space locked.
  const [taken = refuse('upload_gone'), located] = await Promise.all([
    // Unverified content is never deduplicated: a false claim would give access to others' content.
    store.takeUpload(tx, received, ctx.config.dedup !== 'off' && content.sentBy === null),
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
  sendBeforeCommit(tx, () => store.markSaved(tx, end, change))
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
