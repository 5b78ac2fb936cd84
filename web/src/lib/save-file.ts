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
  const headers = { Accept: 'application/json', 'Accept-Language': language }
  const answer = await fetch(client.urlOf(route, input), { headers, cache: 'no-store' }).catch((cause) => {
    throw new NetworkError('the server could not be reached', { cause })
  })
  if (!answer.ok || answer.headers.get('content-type')?.includes('json')) throw await refusalOf(answer)
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName ?? givenName(answer)
  link.click()
  URL.revokeObjectURL(address)
}

const givenName = (answer: Response): string =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''

async function refusalOf(answer: Response): Promise<ApiError> {
  const told: Partial<Envelope> = await answer.json().catch(() => ({}))
  return new ApiError({
    code: told.errcode || answer.status,
    message: told.errmsg ?? '',
    details: told.data,
    traceId: told.traceId,
    httpStatus: answer.status,
  })
}
