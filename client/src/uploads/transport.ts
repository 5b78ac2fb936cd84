import { NetworkError, TimeoutError } from '../http/errors.ts'
import type { ObjectResponse, Transport } from './ports.ts'

/** Transports for object calls: XMLHttpRequest, which reports progress, and fetch for Node. */

export const xhrTransport = (newRequest = () => new XMLHttpRequest()): Transport => ({
  send: (request, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const xhr = newRequest()
      const abort = () => xhr.abort()
      const settle = (end: () => void) => () => {
        signal.removeEventListener('abort', abort)
        end()
      }
      xhr.open(request.method, request.url)
      xhr.timeout = request.timeoutMs
      for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
      xhr.upload.onprogress = (event) => onProgress(event.loaded)
      xhr.onload = settle(() => resolve(responseOf(xhr)))
      xhr.onerror = settle(() => reject(new NetworkError('the store could not be reached')))
      xhr.ontimeout = settle(() => reject(new TimeoutError(`no answer within ${request.timeoutMs} ms`)))
      xhr.onabort = settle(() => reject(signal.reason ?? new NetworkError('the request was cut off')))
      signal.addEventListener('abort', abort)
      xhr.send(request.body)
    }),
})

const responseOf = (xhr: XMLHttpRequest): ObjectResponse => ({
  status: xhr.status,
  header: (name) => xhr.getResponseHeader(name),
  text: xhr.responseText,
})

export const fetchTransport = (send: typeof fetch = fetch): Transport => ({
  async send(request, { signal, onProgress }) {
    signal.throwIfAborted()
    const timeout = AbortSignal.timeout(request.timeoutMs)
    try {
      const response = await send(request.url, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: AbortSignal.any([signal, timeout]),
      })
      const text = await response.text()
      if (request.body instanceof Blob) onProgress(request.body.size)
      return { status: response.status, header: (name) => response.headers.get(name), text }
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (timeout.aborted) throw new TimeoutError(`no answer within ${request.timeoutMs} ms`, { cause })
      throw new NetworkError('the store could not be reached', { cause })
    }
  },
})
