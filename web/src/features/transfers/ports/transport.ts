import { NetworkError } from '@clouddisk/client/http/errors'
import { PageTooOldError } from '@clouddisk/client/uploads/errors'
import type { Transport } from '@clouddisk/client/uploads/ports'
import { xhrTransport } from '@clouddisk/client/uploads/transport'

/**
 * Object calls by XMLHttpRequest. A network error there may also be an unreadable file, which is detected by reading
 * it, or a store forbidden by the page's policy, which is detected by its violation events.
 */
export function browserTransport(
  { send }: Transport = xhrTransport(),
  page: EventTarget = document,
): Transport {
  const isForbidden = blockedByPolicy(page)
  return {
    async send(request, watch) {
      if (isForbidden(request.url)) throw pageTooOld()
      try {
        return await send(request, watch)
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error
        if (isForbidden(request.url)) throw pageTooOld()
        if (request.body instanceof Blob) await assertReadable(request.body)
        throw error
      }
    },
  }
}

const pageTooOld = () => new PageTooOldError('the page was loaded before the store was allowed')

/** Origins blocked by the page's policy stay blocked until a reload. */
function blockedByPolicy(page: EventTarget): (url: string) => boolean {
  const origins = new Set<string>()
  page.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, disposition, blockedURI } = event as SecurityPolicyViolationEvent
    const isRefusal = effectiveDirective === 'connect-src' && disposition === 'enforce'
    if (isRefusal && URL.canParse(blockedURI)) origins.add(new URL(blockedURI).origin)
  })
  return (url) => origins.has(new URL(url).origin)
}

/** Rejects with the browser's NotReadableError or NotFoundError. */
async function assertReadable(body: Blob): Promise<void> {
  if (body.size > 0) await body.slice(0, 1).arrayBuffer()
}
