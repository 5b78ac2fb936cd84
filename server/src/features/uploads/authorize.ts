import type { Input } from '@clouddisk/contract/route'
import type { queryUploadAuth, UploadAuth } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { refuse, refuseField } from '../../http/refusal.ts'
import { OBJECTS_PATH } from '../../objects/gateway.ts'
import { readObjectCall } from '../../objects/object-call.ts'
import { ObjectSigner } from '../../objects/sign.ts'
import { openUploadsOf } from './open-uploads.ts'

const signers = new WeakMap<Context, ObjectSigner>()

export function signerOf(ctx: Context): ObjectSigner {
  const known = signers.get(ctx) ?? new ObjectSigner(ctx.secrets.subKey('object-calls'), ctx.now)
  signers.set(ctx, known)
  return known
}

/** Authorization for one object call of the caller's own open upload; `origin` is where the caller reaches us. */
export async function authorize(
  ctx: Context,
  actor: Actor,
  input: Input<typeof queryUploadAuth>,
  origin: string,
): Promise<UploadAuth> {
  const session = await openUploadsOf(ctx).find(input.objectKey)
  if (session?.ownerId !== actor.personId || session.bucket !== input.bucketName) refuse('upload_gone')
  const call = readObjectCall(input.httpVerb, input.resourceUri)
  if (!call || call.key !== session.key || call.bucket !== session.bucket)
    refuseField('resourceUri', 'format')
  if (call.action !== input.action) refuseField('action', 'unknown_value')
  const contentType = input.contentType ?? ''
  const { authorization, date } = signerOf(ctx).sign({ call, holder: actor.sessionId, contentType })
  return {
    host: origin + OBJECTS_PATH,
    date,
    authorization,
    bucketName: session.bucket,
    headers: { authorization, 'x-amz-date': date, ...(contentType && { 'content-type': contentType }) },
  }
}
