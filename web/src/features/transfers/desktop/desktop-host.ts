import { ApiError, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import type { DesktopHost } from '@clouddisk/contract/desktop'
import { errorMessage, withoutErrorCode } from '../../../lib/api.ts'
import { host } from '../../../lib/host.ts'

/** The desktop client, in parts of the page that exist in it alone. */
export function desktopHost(): DesktopHost {
  const desktop = host()
  if (!desktop) throw new Error('this page is not shown by the desktop client')
  return desktop as DesktopHost
}

/** The client's errors have its own words, in the person's language. */
export function failureText(error: unknown): string {
  const isOfServer =
    error instanceof ApiError || error instanceof NetworkError || error instanceof TimeoutError
  return isOfServer || !(error instanceof Error) ? errorMessage(error) : withoutErrorCode(error.message)
}
