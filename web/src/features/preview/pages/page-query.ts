import type { PageWidth } from '@clouddisk/contract/previews'
import { queryOptions } from '@tanstack/react-query'
import { language } from '../../../lib/i18n.ts'
import { downloadRefusal, unreachableError } from '../../../lib/save-file.ts'

/** Pictures of pages, as the server draws them for this reader. */

const SECOND = 1000
/** Pages that were scrolled past are kept so long. */
const KEPT_MS = 60 * SECOND

export const pageQuery = (url: string, page: number, size: PageWidth) =>
  queryOptions({
    queryKey: ['preview-page', url, page, size],
    queryFn: ({ signal }) => fetchPage(`${url}&page=${page}&size=${size}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    retry: false,
  })

/** Asks again while the page is made. */
async function fetchPage(url: string, signal: AbortSignal): Promise<Blob> {
  for (;;) {
    const answer = await fetch(url, {
      signal,
      headers: { 'Accept-Language': language },
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    }).catch(unreachableError)
    if (answer.status === 200 && answer.headers.get('content-type') === 'image/jpeg') return answer.blob()
    if (answer.status !== 202) throw await downloadRefusal(answer)
    await pause(Number(answer.headers.get('retry-after')) * SECOND, signal)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
  })
