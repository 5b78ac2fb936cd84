import type { IncomingMessage } from 'node:http'
import type { Actor } from '../access/actor.ts'
import type { RequestContext } from '../db/request-context.ts'

interface RequestIdentity {
  readonly traceId: string
  readonly ip: string
  readonly call: string
  readonly actor: Actor | undefined
}

/** What is noted of a request beside everything that it does. */
export const requestContextOf = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { traceId, ip, call, actor }: RequestIdentity,
): RequestContext => ({
  traceId,
  ip,
  call,
  device: deviceOf(headers['user-agent']),
  region: actor?.region,
  actor: actor && { id: actor.personId, name: actor.realName, account: actor.accountName },
})

/** Browsers all call themselves Mozilla; so does the desktop's window, which says what it is besides. */
const deviceOf = (userAgent = ''): RequestContext['device'] =>
  userAgent.includes('Mozilla/') && !/\b(Electron|Clouddisk)\//i.test(userAgent) ? 'web' : 'client'
