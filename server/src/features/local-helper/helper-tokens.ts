import { hash, randomBytes } from 'node:crypto'
import {
  type checkHelperToken,
  type createHelperToken,
  HELPER_TOKEN_SECONDS,
} from '@clouddisk/contract/local-helper'
import type { Input, Reply } from '@clouddisk/contract/route'
import { SECOND } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import * as store from './store.ts'

/**
 * Tokens that the page hands to the local helper. Every program on the computer can reach the helper; a token proves that a
 * page asks on which the helper's own user is signed in.
 */

/** Tokens of a person that have not been used; a page makes one for each selection. */
const OPEN_MAX = 100

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

export async function create(
  ctx: Context,
  actor: Actor,
  { purpose }: Input<typeof createHelperToken>,
): Promise<Reply<typeof createHelperToken>> {
  const [now, token] = [ctx.now(), randomBytes(32).toString('base64url')]
  const { personId, sessionId } = actor
  const expiresAt = new Date(now.getTime() + HELPER_TOKEN_SECONDS * SECOND)
  await ctx.db.transact(async (tx) => {
    await store.deleteExpired(tx, personId, now)
    if ((await store.count(tx, personId)) >= OPEN_MAX)
      refuse('too_many_calls', { retryAfter: HELPER_TOKEN_SECONDS })
    await store.insert(tx, { tokenHash: hashOf(token), personId, sessionId, purpose, expiresAt })
  })
  return { token, expireTime: expiresAt.toISOString() }
}

export async function check(
  ctx: Context,
  { personId }: Actor,
  { token, purpose }: Input<typeof checkHelperToken>,
): Promise<void> {
  const own = { tokenHash: hashOf(token), personId, purpose }
  if (!(await store.use(ctx.db.reader, own, ctx.now()))) refuse('helper_token_refused')
}
