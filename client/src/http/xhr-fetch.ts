/** A fetch that reports how much of the body has been sent. */
export type FetchWithProgress = (
  url: string,
  init: RequestInit,
  onSent: (bytes: number) => void,
) => Promise<Response>

/** Uses XMLHttpRequest, since fetch reports no upload progress in browsers. */
export const xhrFetch: FetchWithProgress = (
  url,
  { method = 'GET', headers, body, credentials, signal },
  onSent,
) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    const settle = (end: () => void) => () => {
      signal?.removeEventListener('abort', abort)
      end()
    }
    xhr.open(method, url)
    xhr.withCredentials = credentials === 'include'
    for (const [name, value] of new Headers(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => onSent(event.loaded)
    xhr.onload = settle(() => resolve(responseOf(xhr)))
    xhr.onerror = settle(() => reject(new TypeError('the server could not be reached')))
    xhr.onabort = settle(() => reject(signal?.reason ?? new TypeError('the request was cut off')))
    signal?.addEventListener('abort', abort)
    xhr.send(body as XMLHttpRequestBodyInit)
  })

function responseOf(xhr: XMLHttpRequest): Response {
  const traceId = xhr.getResponseHeader('traceId')
  const { status } = xhr
  return new Response(xhr.responseText || null, { status, ...(traceId && { headers: { traceId } }) })
}
