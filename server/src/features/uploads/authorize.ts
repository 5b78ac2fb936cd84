import type { Input } from '@clouddisk/contract/route'
import { OBJECTS_PATH, type queryUploadAuth, type UploadAuth } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { refuseField } from '../../errors/refusal.ts'
import { readDecimal } from '../../http/input-values.ts'
import { partRangeOf } from '../../objects/port.ts'
import { syncSpeedOf } from '../accounts/bandwidth.ts'
import type { GatewaySession } from './gateway/gateway.ts'
import { type ObjectCall, readObjectCall } from './gateway/object-call.ts'
import { refuseGone } from './open-uploads.ts'
import { senderIdOf, senderOf } from './sender.ts'

type UploadAuthInput = Input<typeof queryUploadAuth>

/**
 * Authorizes one object call of the caller's own open upload. Parts go directly to a store that allows it; every other call goes
 * to the gateway, so that only the server creates objects.
 * @param origin the origin at which the caller reaches this server.
 */
export async function authorize(
  ctx: Context,
  actor: Actor,
  input: UploadAuthInput,
  origin: string,
): Promise<UploadAuth> {
  const session = await ctx.uploadSessions.find(input.objectKey)
  if (session?.ownerId !== senderIdOf(senderOf(actor)) || session.bucket !== input.bucketName)
    return refuseGone(ctx, actor, input.objectKey)
  const call = readObjectCall(input.httpVerb, input.resourceUri)
  if (!call || call.key !== session.key || call.bucket !== session.bucket)
    refuseField('resourceUri', 'format')
  if (call.action !== input.action) refuseField('action', 'unknown_value')
  const length = partLengthOf(call, session)
  const syncSpeed = syncSpeedOf(ctx, actor)
  const straight = length === undefined ? undefined : await signedByStore(ctx, input, length)
  if (straight) return { ...straight, syncSpeed }
  const contentType = input.contentType ?? ''
  const { authorization, date } = ctx.objectSigner.sign({ call, holder: actor.sessionId, contentType })
  return {
    host: origin + OBJECTS_PATH,
    date,
    authorization,
    bucketName: session.bucket,
    headers: { authorization, 'x-amz-date': date, ...(contentType && { 'content-type': contentType }) },
    syncSpeed,
  }
}

/** Length of a part in bytes; undefined for a part number outside the plan. */
const partLengthOf = ({ action, query }: ObjectCall, session: GatewaySession): number | undefined =>
  action === 'uploadPartObject'
    ? partRangeOf(session, readDecimal(query.get('partNumber') ?? '') ?? 0)?.length
    : undefined

/** Headers that the store needs, in the same reply (C section 3). */
async function signedByStore(
  ctx: Context,
  { httpVerb, resourceUri, bucketName, contentType = '' }: UploadAuthInput,
  length: number,
): Promise<Omit<UploadAuth, 'syncSpeed'> | undefined> {
  const call = { verb: httpVerb, uri: resourceUri, contentType, length, at: ctx.now() }
  const signed = await ctx.stores.of(bucketName).direct?.sign(call)
  return (
    signed && {
      host: signed.host,
      date: signed.headers['x-amz-date'] ?? '',
      authorization: signed.headers.authorization ?? '',
      bucketName,
      headers: signed.headers,
    }
  )
}
