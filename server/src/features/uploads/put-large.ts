import type { Language } from '@clouddisk/contract/errors'
import type { SavedInstance } from '@clouddisk/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { isTransientRefusal, Refusal, refuse, refuseField } from '../../errors/refusal.ts'
import {
  NoSuchUpload,
  PartConflict,
  StoreClosing,
  StoreFull,
  TransferStalled,
  WrongBodyLength,
} from '../../objects/port.ts'
import type { TransferBody } from '../../objects/receive.ts'
import type { TokenBucket } from '../../objects/token-bucket.ts'
import { refuseSensitiveName } from '../dlp/places/refuse-sensitive.ts'
import { type BatchSession, openSessions } from './batch/sessions.ts'
import { presentSaved, targetFolder } from './commit-file.ts'
import { runningReceives, TooManyBodies } from './gateway/receiving.ts'
import { discard } from './open-uploads.ts'
import type { Announced } from './put-file.ts'
import { ONLY } from './put-small.ts'
import { retryWhenFull } from './revoked-uploads.ts'
import { save } from './save.ts'
import { senderIdOf, senderOf } from './sender.ts'

/** A body that was received into its store, with its upload session. */
export interface ReceivedBody {
  readonly session: BatchSession
  /** Of what was received, in hex; undefined if the file was saved before. */
  readonly sha256: string | undefined
  /** Whether the same upload may be sent again: its session outlives a broken connection. */
  readonly isRepeatable: boolean
}

/** Checks the upload and reserves its space, then receives the body. */
export async function receiveBody(
  ctx: Context,
  actor: Actor,
  request: FastifyRequest,
  sent: Announced,
  limited: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<ReceivedBody> {
  const isRepeatable = sent.input.batchId !== undefined
  const session = await limited(() => openPut(ctx, actor, sent))
  if (session.state === 'saved') {
    refuseOtherContent(session, sent)
    return { session, sha256: undefined, isRepeatable }
  }
  if (session.state !== 'open') refuse('upload_gone')
  try {
    return { session, sha256: await receiveInto(ctx, actor, request, sent, session), isRepeatable }
  } catch (error) {
    if (!isRepeatable) await discard(ctx, session.key)
    throw error
  }
}

/** Refuses another file by the id of one that was saved. A skipped file is a file of other content. */
function refuseOtherContent({ outcome, hashes }: BatchSession, { claim }: Announced): void {
  if (claim === undefined || outcome === 'skipped' || hashes === null) return
  if (!hashes.some((hash) => hash.toString('hex') === claim)) refuseField('batchId', 'unknown_value')
}

async function openPut(ctx: Context, actor: Actor, { input, name, size }: Announced): Promise<BatchSession> {
  const folder = await targetFolder(ctx, actor, input.parentId)
  await refuseSensitiveName(ctx, folder, name)
  const { conflict = 'keepBoth', lastModified, batchId } = input
  const modifiedAt = lastModified === undefined ? null : new Date(lastModified)
  const file = { no: ONLY, parentId: folder.id, name, size, conflict, modifiedAt }
  const batch = batchId?.toLowerCase() ?? crypto.randomUUID()
  const open = () => openSessions(ctx, actor, folder.spaceId, batch, [file])
  const sessions = await retryWhenFull(ctx, folder.spaceId, open)
  const session = sessions.get(ONLY) ?? refuse('upload_gone')
  if (session.size !== size || session.name !== name) refuseField('batchId', 'unknown_value')
  return session
}

/** Receives a body into the object of an upload session, at the person's bandwidth; answers its SHA-256 in hex. */
export async function receiveInto(
  ctx: Context,
  actor: Actor,
  { raw }: Pick<FastifyRequest, 'raw'>,
  { size, claim }: Pick<Announced, 'size' | 'claim'>,
  { key, bucket }: Pick<BatchSession, 'key' | 'bucket'>,
): Promise<string> {
  const body: TransferBody = raw
  const objects = ctx.stores.of(bucket)
  const receive = (pace: TokenBucket) => {
    body.bandwidth = pace
    return objects.putObject(key, size, body)
  }
  try {
    await runningReceives.run({ id: senderIdOf(senderOf(actor)) }, async () => {
      await ctx.bandwidth.run(actor, 'up', receive)
    })
    const digest = await objects.digest(await objects.seal(key))
    const sha256 = digest.sha256.toString('hex')
    return claim === undefined || claim === sha256 ? sha256 : refuse('hash_mismatch')
  } catch (error) {
    throw refusalOf(error)
  } finally {
    // What still comes of a refused body is dropped, so that the answer can be read.
    raw.resume()
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof StoreFull) return new Refusal('disk_full')
  if (error instanceof WrongBodyLength || error instanceof TransferStalled)
    return new Refusal('malformed_body')
  // Other bytes came by the same id.
  if (error instanceof PartConflict)
    return new Refusal('bad_field', { field: 'batchId', reason: 'unknown_value' })
  if (error instanceof TooManyBodies) return new Refusal('too_many_calls', { retryAfter: 2 })
  if (error instanceof StoreClosing) return new Refusal('unavailable')
  // The upload was discarded meanwhile.
  return error instanceof NoSuchUpload ? new Refusal('upload_gone') : error
}

/** Makes it a file. Rights, name and quota are checked again, as after any upload. */
export async function savedBody(
  ctx: Context,
  actor: Actor,
  { input, name, size }: Announced,
  { session, sha256 }: ReceivedBody,
  language: Language,
): Promise<SavedInstance> {
  const { key: objectKey, bucket: bucketName, fileId, outcome } = session
  if (sha256 === undefined)
    return presentSaved(ctx, actor, fileId && outcome ? { fileId, outcome } : refuse('upload_gone'), language)
  const { parentId = '0', conflict = 'keepBoth' } = input
  const saved = { objectKey, bucketName, fSize: size, sha256, instanceName: name, parentId, conflict }
  return save(ctx, actor, saved, language)
}

/** Ends the session of a call that failed after its body was there, unless the same call again may succeed. */
export async function dropReceived(
  ctx: Context,
  { session, isRepeatable }: ReceivedBody,
  error: unknown,
): Promise<void> {
  const isFinal = error instanceof Refusal && !isTransientRefusal(error)
  if (isFinal || !isRepeatable) await discard(ctx, session.key)
}
