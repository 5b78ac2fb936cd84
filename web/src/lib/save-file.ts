import { ApiError, NetworkError } from '@clouddisk/client/http/errors'
import type { Envelope } from '@clouddisk/contract/envelope'
import type { Input, Route } from '@clouddisk/contract/route'
import { client } from './api.ts'
import { language } from './i18n.ts'

/**
 * Saves what a call answers as a file, in the page's language, under a name of its own or the server's. Going to its address would take the browser's language,
 * and leave the page where the call is refused.
 */
export async function saveFile<T extends Route>(route: T, input: Input<T>, fileName?: string): Promise<void> {
  const answer = await asked(route, input)
  const address = URL.createObjectURL(await answer.blob())
  follow(address, fileName ?? givenName(answer))
  URL.revokeObjectURL(address)
}

/**
 * The same of what may be larger than the memory and says the same in every language: the browser writes it to the disk
 * as it comes. Asked for before, so that a refusal is told here.
 */
export async function saveLargeFile<T extends Route>(route: T, input: Input<T>): Promise<void> {
  const asking = new AbortController()
  await asked(route, input, asking.signal)
  asking.abort()
  follow(client.urlOf(route, input), '')
}

function follow(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}

/** What begins to come; a refusal is thrown. */
async function asked<T extends Route>(route: T, input: Input<T>, signal?: AbortSignal): Promise<Response> {
  const headers = { Accept: 'application/json', 'Accept-Language': language }
  const how = { headers, cache: 'no-store', ...(signal && { signal }) } as const
  const answer = await fetch(client.urlOf(route, input), how).catch(unreachableError)
  if (!answer.ok || answer.headers.get('content-type')?.includes('json')) throw await downloadRefusal(answer)
  return answer
}

const givenName = (answer: Response): string =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''

/** For what a fetch rejects with; what was taken back is not told as the network. */
export function unreachableError(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new NetworkError('the server could not be reached', { cause })
}

/** What an answer that is no file says. */
export async function downloadRefusal(answer: Response): Promise<ApiError> {
  const told: Partial<Envelope> = await answer.json().catch(() => ({}))
  return new ApiError({
    code: told.errcode || answer.status,
    message: told.errmsg ?? '',
    details: told.data,
    traceId: told.traceId,
    httpStatus: answer.status,
  })
}
