import { NetworkError } from '@clouddisk/client/http/errors'
import type { Transport } from '@clouddisk/client/uploads/ports'
import { xhrTransport } from '@clouddisk/client/uploads/transport'

/** Object calls by XMLHttpRequest. A file that was moved or locked looks like a broken connection there; the file itself tells. */
export function browserTransport(): Transport {
  const { send } = xhrTransport()
  return {
    async send(request, watch) {
      try {
        return await send(request, watch)
      } catch (error) {
        if (error instanceof NetworkError && request.body instanceof Blob) await proveReadable(request.body)
        throw error
      }
    },
  }
}

/** Rejects with the browser's NotReadableError or NotFoundError. */
async function proveReadable(body: Blob): Promise<void> {
  if (body.size > 0) await body.slice(0, 1).arrayBuffer()
}
