import type { IncomingMessage } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import * as sessions from './sessions.ts'

/** Authenticates a request outside the framework; undefined without a valid session. */
export function authenticateRaw(ctx: Context, { headers }: IncomingMessage): Promise<Actor | undefined> {
  return sessions.identify(ctx, { headers, cookies: fastifyCookie.parse(headers.cookie ?? '') })
}
