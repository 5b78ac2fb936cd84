import type { Context } from '../../context.ts'
import { addressOf } from '../../http/address.ts'
import { currentResource } from '../downloads/download-resource.ts'
import { DownloadResponse } from '../downloads/download-response.ts'
import { totalLength } from '../downloads/segments.ts'
import { headerOf, type WopiCall } from './wopi-call.ts'
import { refuseWopi } from './wopi-error.ts'

/** GetFile: the current content, checked while it is sent, as of any download. */
export async function getFile(ctx: Context, call: WopiCall): Promise<void> {
  const { actor, file, request, reply } = call
  const exchange = { request: request.raw, response: reply.raw, traceId: request.id, ip: addressOf(request) }
  const resource = await currentResource(ctx, actor, file.id)
  const limit = headerOf(call, 'x-wopi-maxexpectedsize')
  if (limit !== undefined && /^\d{1,15}$/.test(limit) && totalLength(resource.segments) > Number(limit))
    refuseWopi(412, 'The file is larger than expected.')
  reply.raw.setHeader('x-wopi-itemversion', resource.etag)
  const download = new DownloadResponse(ctx, exchange)
  try {
    await download.send(actor, { ...resource, isSentHere: true })
  } catch (error) {
    const refusal = await download.refusalOf(error)
    if (refusal) throw refusal
  }
  // The response is sent, or its connection closed.
  reply.hijack()
}
