import type { IncomingMessage } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { standingFault } from './policy.ts'
import * as sessions from './sessions.ts'
import * as store from './store.ts'

/** People behind requests that are answered beside the framework. */

/** Who says to send this request; undefined where nobody does, or with a session that is over. */
export function senderOf(ctx: Context, { headers }: IncomingMessage): Promise<Actor | undefined> {
  return sessions.identify(ctx, { headers, cookies: fastifyCookie.parse(headers.cookie ?? '') })
}

/** A person who may sign in now, to act on what that person was given earlier. */
export async function standingPerson(ctx: Context, personId: string): Promise<Actor | undefined> {
  const person = await store.personById(ctx.db.reader, personId)
  if (!person || standingFault(person, ctx.now())) return undefined
  const { accountName, realName, isAdmin } = person
  return { personId, sessionId: '', accountName, realName, isAdmin, principals: [personId] }
}
