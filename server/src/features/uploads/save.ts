import type { Language } from '@clouddisk/contract/errors'
import { nameFault } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { SavedInstance, saveUpload } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import type { UploadedContent } from '../../content/blobs.ts'
import { refuseFileName, refuseStoredContent } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { Refusal, refuse, refuseField } from '../../errors/refusal.ts'
import {
  NoSuchObject,
  type ObjectRef,
  type ObjectStore,
  StoreFull,
  StoreUnavailable,
} from '../../objects/port.ts'
import type { AddedFile } from '../../tree/add-file.ts'
import { nameFromFields } from '../../tree/names.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { type CommittedFile, presentSaved } from './commit-file.ts'
import {
  commitDeduplicated,
  committedEarlier,
  type OnCommit,
  READ_AT_ONCE,
  type ReceivedUpload,
} from './commit-upload.ts'
import { discard, refuseGone } from './open-uploads.ts'
import { discardRevoked } from './revoked-uploads.ts'
import { senderIdOf, senderOf } from './sender.ts'
import * as store from './store.ts'

type SaveInput = Input<typeof saveUpload>

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
  refuseFileName(ctx, actor, name)
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
    await commit(ctx, actor, {
      charge: store.SESSION_CHARGE,
      input,
      name,
      object,
      content,
      folderId,
      onCommit,
    }),
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

async function commit(ctx: Context, actor: Actor, received: ReceivedUpload): Promise<CommittedFile> {
  try {
    await refuseStoredContent(ctx, actor, received.name, received.object)
    return await commitDeduplicated(ctx, actor, received)
  } catch (error) {
    // The group accepts no files any more, or none of this name; the reservation is released.
    if (error instanceof Refusal && ENDS_UPLOAD.has(error.errorName)) await discard(ctx, received.object.key)
    // Nor does a folder that is not shared any more; if it still is, the caller may name another one.
    if (error instanceof Refusal && (error.errorName === 'not_found' || error.errorName === 'not_permitted'))
      await discardRevoked(ctx, { key: received.object.key, binned: true })
    throw error
  }
}

const ENDS_UPLOAD: ReadonlySet<string> = new Set([
  'group_dissolving',
  'sensitive_content',
  'file_kind_refused',
])

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
