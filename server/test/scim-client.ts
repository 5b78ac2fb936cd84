import { saveDirectory } from '@clouddisk/contract/directories'
import type { Input } from '@clouddisk/contract/route'
import { makeScimToken, SCIM_PATH } from '@clouddisk/contract/scim'
import type { Person } from './person.ts'
import type { World } from './world.ts'

/** A SCIM client of a directory of its own, which sends what it is told to and checks nothing. */

export interface Answered {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
  readonly body: any
  readonly headers: Headers
}

export interface ScimClient {
  readonly directoryId: string
  readonly token: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  change(settings: Input<typeof saveDirectory>['settings'], enabled?: boolean): Promise<void>
}

let n = 0

export async function scimClientOf(
  world: Pick<World, 'baseUrl'>,
  admin: Person,
  settings: Input<typeof saveDirectory>['settings'] = {},
): Promise<ScimClient> {
  const identity = { code: `scim_${++n}`, name: `SCIM ${n}`, protocol: 'scim' } as const
  const { directoryId } = await admin.call(saveDirectory, { ...identity, settings })
  const { token } = await admin.call(makeScimToken, { directoryId })
  return {
    directoryId,
    token,
    send: (method, path, body, headers) => sendScim(world.baseUrl, token, { method, path, body, headers }),
    change: async (changed, enabled) => {
      const more = enabled === undefined ? {} : { enabled }
      await admin.call(saveDirectory, { ...identity, directoryId, settings: changed, ...more })
    },
  }
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string> | undefined
}

export async function sendScim(
  baseUrl: string,
  token: string,
  { method, path, body, headers }: Sent,
): Promise<Answered> {
  const response = await fetch(baseUrl + SCIM_PATH + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  }
}
