import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { addressOf } from '../../http/address.ts'
import type { CallContext } from '../../http/mount.ts'
import { currentResource } from './download-resource.ts'
import { DownloadResponse } from './download-response.ts'

/** Sends the current content of a file as the response of a call. What is refused is refused as by any other call. */
export async function sendCurrent(
  ctx: Context,
  actor: Actor,
  fileId: string,
  { request, reply, traceId }: CallContext,
): Promise<void> {
  const exchange = { request: request.raw, response: reply.raw, traceId, ip: addressOf(request) }
  const download = new DownloadResponse(ctx, exchange)
  try {
    await download.send(actor, await currentResource(ctx, actor, fileId))
  } catch (error) {
    const refusal = await download.refusalOf(error)
    if (refusal) throw refusal
  }
  // The response is sent, or its connection closed.
  reply.hijack()
}
