import type { Language } from '@clouddisk/contract/errors'
import { partSizeFor } from '@clouddisk/contract/limits'
import { nameFault, nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { checkUploadAble, UploadCheck } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { refuseFileName } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { errorMessageOf, Refusal, refuse, refuseField } from '../../errors/refusal.ts'
import { childByKey } from '../../tree/files.ts'
import { nameFromFields } from '../../tree/names.ts'
import { missingBytes, refuseQuotaFull } from '../../tree/quota.ts'
import { syncSpeedOf } from '../accounts/bandwidth.ts'
import { refuseSensitiveName } from '../dlp/places/refuse-sensitive.ts'
import { targetFolder } from './commit-file.ts'
import { type InstantOffer, offerInstant } from './instant.ts'
import {
  discard,
  findUnusedSession,
  isConfigured,
  type NewUpload,
  type OpenUploadRow,
  openSession,
  refuseGone,
} from './open-uploads.ts'
import { discardRevoked } from './revoked-uploads.ts'
import { senderOf } from './sender.ts'
import * as store from './store.ts'

/** The check before an upload (A§4, A§7): content is stored already, no space, continue, or refused with a reason. */

export async function check(
  ctx: Context,
  actor: Actor,
  input: Input<typeof checkUploadAble>,
  language: Language,
): Promise<UploadCheck> {
  const answer = await lookUp(ctx, actor, input, language)
  return { ...answer, syncSpeed: syncSpeedOf(ctx, actor) }
}

type Answer = Omit<UploadCheck, 'syncSpeed'>

async function lookUp(
  ctx: Context,
  actor: Actor,
  input: Input<typeof checkUploadAble>,
  language: Language,
  again = false,
): Promise<Answer> {
  const name = nameFromFields(
    input.fName,
    input.instanceName,
    input.fName === undefined ? 'instanceName' : 'fName',
  )
  const parent = await targetFolder(ctx, actor, input.parentId)
  const known = input.objectKey ? await ownOpen(ctx, actor, input.objectKey, input.fSize) : undefined
  // The folder was moved into another space; the reservation in the old one cannot be used any more.
  if (known && known.spaceId !== parent.spaceId) {
    await discard(ctx, known.key)
    return refuseGone(ctx, actor, known.key)
  }
  try {
    await mustSuit(ctx, actor, parent, name, input)
    const newUpload = wantedUpload(ctx, parent, name, input)
    const session = known ?? (await findUnusedSession(ctx, actor, newUpload))
    const fits = () => mustFit(ctx, parent, input.fSize, session)
    // By a hash alone a visitor of a link would get what the owner can read, and learn what is stored here.
    const offered =
      input.sha256 &&
      !actor.link &&
      (await offerInstant(ctx, actor, parent.id, input.sha256, input.fSize, fits))
    if (offered) {
      // The content is stored already; the bytes sent so far are not needed.
      if (session) await discard(ctx, session.key)
      return instant(ctx, input.fSize, offered)
    }
    return goOn(ctx, session ?? (await openSession(ctx, actor, newUpload)))
  } catch (error) {
    const full = error instanceof Refusal && error.errorName === 'quota_full'
    // Reservations of people who may not upload there any more are released first.
    if (full && !again && (await discardRevoked(ctx, { spaceId: parent.spaceId })) > 0)
      return lookUp(ctx, actor, input, language, true)
    if (error instanceof Refusal && ANSWERED.has(error.errorName))
      return refused(ctx, input.fSize, error, language)
    throw error
  }
}

/** Refusals that are results of the check; others refuse the call. */
const ANSWERED = new Set([
  ...[
    'quota_full',
    'bad_field',
    'over_80gb',
    'empty_file',
    'name_taken',
    'sensitive_content',
    'file_kind_refused',
  ],
])

async function ownOpen(ctx: Context, actor: Actor, key: string, size: number): Promise<store.Upload> {
  const upload = await store.uploadOf(ctx.db.reader, senderOf(actor), key)
  const isOpen = upload?.state === 'open' && upload.expiresAt > ctx.now()
  if (!isOpen || !isConfigured(ctx, upload)) return refuseGone(ctx, actor, key)
  if (upload.size !== size) refuseField('fSize', 'unknown_value')
  return upload
}

async function mustSuit(
  ctx: Context,
  actor: Actor,
  parent: ResolvedItem,
  name: string,
  { fSize, conflict }: Input<typeof checkUploadAble>,
): Promise<void> {
  if (fSize > ctx.config.limits.fileBytesMax) refuse('over_80gb', { limit: ctx.config.limits.fileBytesMax })
  if (fSize === 0 && !ctx.config.emptyFiles) refuse('empty_file', { name })
  const fault = nameFault(name, ctx.config.limits.nameMax)
  if (fault) refuseField('instanceName', fault)
  refuseFileName(ctx, actor, name)
  const namesake = conflict === 'fail' && (await childByKey(ctx.db.reader, parent.id, nameKey(name)))
  if (namesake) refuse('name_taken', { name })
  await refuseSensitiveName(ctx, parent, name)
}

/** Refuses `quota_full` before anything is offered or discarded. The session's own reservation counts as free. */
async function mustFit(
  ctx: Context,
  { spaceId }: ResolvedItem,
  size: number,
  session: store.Upload | undefined,
): Promise<void> {
  if (session?.spaceId === spaceId || size === 0) return
  if ((await missingBytes(ctx.db.reader, spaceId, size)) > 0)
    await refuseQuotaFull(ctx.db.reader, spaceId, size)
}

const wantedUpload = (
  ctx: Context,
  { id, spaceId }: ResolvedItem,
  name: string,
  { fSize, conflict, lastModified }: Input<typeof checkUploadAble>,
): NewUpload => ({
  spaceId,
  parentId: id,
  name,
  size: fSize,
  partSize: partSizeFor(fSize, ctx.config.limits),
  conflict: conflict ?? 'keepBoth',
  modifiedAt: lastModified === undefined ? null : new Date(lastModified),
})

const goOn = (ctx: Context, upload: OpenUploadRow): Answer => ({
  ...blank(ctx, upload.size),
  uploadflag: '3',
  objectKey: upload.key,
  bucketName: upload.bucket,
  storeEncryption: ctx.stores.of(upload.bucket).encryptedBy !== undefined,
  cloudProvider: ctx.stores.of(upload.bucket).provider,
  partSize: upload.partSize,
  expireTime: upload.expiresAt.toISOString(),
})

const instant = (ctx: Context, size: number, { id, proof }: InstantOffer): Answer => ({
  ...blank(ctx, size),
  uploadflag: '1',
  fId: id,
  ...(proof && { proof }),
})

function refused(ctx: Context, size: number, refusal: Refusal, language: Language): Answer {
  const { errcode, errmsg } = errorMessageOf(refusal, language)
  const { missingBytes } = refusal.details
  return {
    ...blank(ctx, size),
    uploadflag: refusal.errorName === 'quota_full' ? '2' : '4',
    errcode,
    message: errmsg,
    ...(typeof missingBytes === 'number' && { missing: missingBytes }),
  }
}

const blank = (ctx: Context, size: number): Omit<Answer, 'uploadflag'> => ({
  objectKey: '',
  bucketName: ctx.stores.home.bucket,
  fId: '',
  storeEncryption: ctx.stores.home.encryptedBy !== undefined,
  storeShards: false,
  partSize: partSizeFor(size, ctx.config.limits),
  cloudProvider: ctx.stores.home.provider,
  expireTime: '',
})
