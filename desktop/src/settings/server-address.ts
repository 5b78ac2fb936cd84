/** The address of a server as a person types it. */

export class BadAddress extends Error {}

/**
 * Its origin. Without a scheme https is meant, on this computer http.
 * @throws BadAddress
 */
export function originOf(typed: string): string {
  const text = typed.trim()
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(text)
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLocal ? 'http' : 'https'}://${text}`,
  )
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username !== '')
    throw new BadAddress(
      `${text || 'an empty text'} is not the address of a server, such as https://drive.example.com`,
    )
  return url.origin
}
