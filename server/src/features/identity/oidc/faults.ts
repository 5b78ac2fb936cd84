import { Refusal } from '../../../errors/refusal.ts'

/** Errors of the protocol's library, as people are told of them. */

interface Coded {
  readonly code?: unknown
  readonly name?: unknown
  readonly error?: unknown
  readonly status?: unknown
  readonly cause?: unknown
}

const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])
const CLOCK = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'
/** The code was used, or ended, before we exchanged it. */
const OVER = 'invalid_grant'

export function refusalOf(error: unknown): Refusal {
  const chain = causesOf(error)
  const inner = chain.find((one) => one instanceof Refusal)
  if (inner) return inner as Refusal
  const coded = chain as Coded[]
  if (coded.some(({ name }) => name === 'AuthorizationResponseError')) return new Refusal('provider_refused')
  if (coded.some(({ error }) => error === OVER)) return new Refusal('sign_in_over')
  if (coded.some(({ code }) => code === CLOCK)) return new Refusal('provider_clock')
  if (coded.some(({ code }) => AWAY.has(String(code)))) return new Refusal('provider_away')
  // What fetch throws for a connection that fails.
  if (coded.some((one) => one instanceof TypeError && one.message === 'fetch failed'))
    return new Refusal('provider_away')
  return new Refusal('provider_answer')
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one && chain.length < 8; one = (one as Coded).cause) chain.push(one)
  return chain
}
