import { NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import type { ObjectRequest, ObjectResponse, Transport } from '@clouddisk/client/uploads/ports'
import { DiskFile, NotReadableError } from './disk-file.ts'
import { type SendWatch, sendFile } from './send-file.ts'

/** Object calls: parts of files by Node's HTTP, which says when bytes have been sent, everything else by fetch. */
export const nodeTransport: Transport = {
  async send(request, { signal, onProgress }) {
    signal.throwIfAborted()
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const watch = { signal: AbortSignal.any([signal, timeout]), onProgress }
    try {
      return await (request.body instanceof DiskFile
        ? sendFile(request, request.body, watch)
        : sendSmall(request, watch))
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (timeout.aborted) throw new TimeoutError(`no answer within ${request.timeoutMs} ms`, { cause })
      // What the file says is not the network's fault.
      if (cause instanceof NotReadableError) throw cause
      throw new NetworkError('the store could not be reached', { cause })
    }
  },
}

async function sendSmall(
  { method, url, headers, body }: ObjectRequest,
  { signal, onProgress }: SendWatch,
): Promise<ObjectResponse> {
  const response = await fetch(url, { method, headers, body, signal })
  if (body instanceof Blob) onProgress(body.size)
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: await response.text(),
  }
}
