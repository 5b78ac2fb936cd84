import type { IncomingMessage } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import * as sessions from './sessions.ts'

/** Who says to send a request that is answered beside the framework; undefined where nobody does, or with a session that is over. */
export function authenticateRaw(ctx: Context, { headers }: IncomingMessage): Promise<Actor | undefined> {
  return sessions.identify(ctx, { headers, cookies: fastifyCookie.parse(headers.cookie ?? '') })
}
