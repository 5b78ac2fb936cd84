import { ApiError } from '@clouddisk/client/http/errors'
import type { LinkAttribute } from './calls.ts'

/** What a link shows instead of files. */
export type LinkState =
  | 'wrong'
  | 'time'
  | 'stopped'
  | 'visits'
  | 'gone'
  | 'owner'
  | 'review'
  | 'signIn'
  | 'notForYou'
  | 'mayNotSee'
  | 'code'

/** By what is known of it. Who is in stays when the visits are used up, which only the list can tell. */
export function stateByAttribute({
  status,
  reason,
  needSignIn,
  admitted,
}: LinkAttribute): LinkState | undefined {
  if (status === 'verifying') return 'review'
  if (reason === 'target') return 'gone'
  if (reason && reason !== 'visits') return reason
  if (needSignIn) return 'signIn'
  return admitted ? undefined : 'notForYou'
}

/** By the refusal of a call; undefined for other failures. */
export function stateByError(error: unknown): LinkState | undefined {
  if (!(error instanceof ApiError)) return undefined
  switch (error.name) {
    case 'link_wrong':
      return 'wrong'
    case 'link_expired':
      return 'time'
    case 'link_gone':
      return 'gone'
    case 'link_used_up':
      return 'visits'
    case 'link_under_review':
      return 'review'
    case 'link_not_open':
      return error.details.needSignIn ? 'signIn' : 'code'
    case 'link_not_for_you':
      return 'notForYou'
    default:
      return undefined
  }
}
