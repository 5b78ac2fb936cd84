import type { Route } from '@clouddisk/contract/route'
import { CONFIRMATION_MINUTES } from '@clouddisk/contract/second-factor'
import { MINUTE } from '@clouddisk/contract/time'
import { refuse } from '../errors/refusal.ts'
import type { Actor } from './actor.ts'

/**
 * Throws `confirmation_required` (403) if the call is one that may do great harm and the actor has not proved lately who
 * they are. Runs before the call; whoever has never proved it, such as a program, is refused.
 */
export function requireConfirmation(
  { confirm }: Pick<Route, 'confirm'>,
  actor: Actor | undefined,
  input: Readonly<Record<string, unknown>> = {},
): void {
  if (confirm === undefined || (confirm !== true && !confirm(input))) return
  const { confirmedAt, asOf, token } = actor ?? refuse('not_signed_in')
  if (token) refuse('token_scope')
  const isFresh = confirmedAt && asOf.getTime() - confirmedAt.getTime() <= CONFIRMATION_MINUTES * MINUTE
  if (!isFresh) refuse('confirmation_required')
}
