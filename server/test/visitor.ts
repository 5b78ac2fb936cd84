import { type Client, createClient } from '@clouddisk/client/http/call'
import type { Person } from './person.ts'

/** A visitor of external links: a browser with its cookies, where nobody is signed in, or `person` is. */
export interface Visitor extends Pick<Client, 'call'> {
  fetch(url: string): Promise<Response>
  /** Another person is signed in from now on, or nobody. */
  as(person: Person | undefined): void
}

export function visitorOf(
  baseUrl: string,
  person?: Person,
  userAgent = 'Mozilla/5.0',
  headers: Readonly<Record<string, string>> = {},
): Visitor {
  let signedIn = person
  const cookies = new Map<string, string>()
  const send: typeof fetch = async (url, init = {}) => {
    const response = await fetch(new URL(url as string, baseUrl), {
      ...init,
      headers: {
        ...headers,
        ...(init.headers as Record<string, string>),
        'user-agent': userAgent,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const client = createClient({ baseUrl, fetch: send, token: () => signedIn?.token ?? null })
  return {
    call: client.call,
    fetch: (url) => send(url, signedIn && { headers: { authorization: `Bearer ${signedIn.token}` } }),
    as: (another) => {
      signedIn = another
    },
  }
}
