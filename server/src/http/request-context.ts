import type { IncomingMessage } from 'node:http'
import type { Actor } from '../access/actor.ts'
import type { RequestContext } from '../db/request-context.ts'

interface RequestIdentity {
  readonly traceId: string
  readonly ip: string
  readonly call: string
  readonly actor: Actor | undefined
}

/** The context of a request, for `runWithContext`. */
export const requestContextOf = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { traceId, ip, call, actor }: RequestIdentity,
): RequestContext => ({
  traceId,
  ip,
  call,
  device: deviceOf(headers['user-agent']),
  region: actor?.region,
  // A visitor of a link acts with its owner's rights, not in its owner's name.
  actor:
    actor && !actor.link
      ? { id: actor.personId, name: actor.realName, account: actor.accountName }
      : undefined,
})

/** Browsers send Mozilla; so does the desktop client's window, which also names itself. */
const deviceOf = (userAgent = ''): RequestContext['device'] =>
  userAgent.includes('Mozilla/') && !/\b(Electron|Clouddisk)\//i.test(userAgent) ? 'web' : 'client'
