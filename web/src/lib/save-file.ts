import { ApiError, NetworkError } from '@clouddisk/client/http/errors'
import type { Envelope } from '@clouddisk/contract/envelope'
import type { Input, Route } from '@clouddisk/contract/route'
import { client } from './api.ts'
import { language } from './i18n.ts'

/**
 * Saves a call's reply as a file, under the given name or the server's. Navigating to the address would use
 * the browser's language and leave the page on a refusal.
 */
export async function saveFile<T extends Route>(route: T, input: Input<T>, fileName?: string): Promise<void> {
  const answer = await openResponse(route, input)
  const address = URL.createObjectURL(await answer.blob())
  follow(address, fileName ?? fileNameOf(answer))
  URL.revokeObjectURL(address)
}

/**
 * The same for replies that may exceed memory: the browser streams the file to disk. A request before it
 * reports refusals.
 */
export async function saveLargeFile<T extends Route>(route: T, input: Input<T>): Promise<void> {
  const checking = new AbortController()
  await openResponse(route, input, checking.signal)
  checking.abort()
  follow(client.urlOf(route, input), '')
}

function follow(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}

/** Starts the response; throws on a refusal. */
async function openResponse<T extends Route>(
  route: T,
  input: Input<T>,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { Accept: 'application/json', 'Accept-Language': language }
  const how = { headers, cache: 'no-store', ...(signal && { signal }) } as const
  for (let isFirst = true; ; isFirst = false) {
    const answer = await fetch(client.urlOf(route, input), how).catch(unreachableError)
    if (answer.ok && !answer.headers.get('content-type')?.includes('json')) return answer
    const refusal = await downloadRefusal(answer)
    if (!isFirst || !(await client.confirmedAfter(refusal))) throw refusal
  }
}

const fileNameOf = (answer: Response): string =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''

/** Maps a fetch rejection to an error; an abort is not reported as a network failure. */
export function unreachableError(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new NetworkError('the server could not be reached', { cause })
}

/** The error in a reply that is no file. */
export async function downloadRefusal(answer: Response): Promise<ApiError> {
  const envelope: Partial<Envelope> = await answer.json().catch(() => ({}))
  return new ApiError({
    code: envelope.errcode || answer.status,
    message: envelope.errmsg ?? '',
    details: envelope.data,
    traceId: envelope.traceId,
    httpStatus: answer.status,
  })
}
