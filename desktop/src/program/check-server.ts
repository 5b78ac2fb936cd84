import { createClient } from '@clouddisk/client/http/call'
import { NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { publicConfig } from '@clouddisk/contract/accounts'
import type { Language } from '@clouddisk/contract/errors'
import { SECOND } from '@clouddisk/contract/time'
import { originOf } from '../settings/server-address.ts'
import { say } from './strings.ts'

const TIMEOUT_MS = 10 * SECOND

/**
 * Looks whether a Clouddisk answers at an address as a person types it.
 * @returns its origin.
 * @throws with a text for the person.
 */
export async function checkServer(typed: string, language: Language): Promise<string> {
  const server = readOrigin(typed, language)
  const client = createClient({ baseUrl: server, timeoutMs: TIMEOUT_MS })
  const config = await client.call(publicConfig, {}, { quiet: true }).catch((error: unknown) => {
    const isGone = error instanceof NetworkError || error instanceof TimeoutError
    throw new Error(say(isGone ? 'unreachable' : 'noClouddisk', language, { server }))
  })
  // Of another version it may lack fields.
  if (typeof config?.version !== 'string') throw new Error(say('noClouddisk', language, { server }))
  return server
}

/**
 * The origin of a server that is named at a start. One that was not used before is looked for first, so that a mistyped
 * address is not remembered.
 * @throws with a text for the person.
 */
export async function namedServer(
  typed: string,
  known: readonly string[],
  language: Language,
): Promise<string> {
  const origin = readOrigin(typed, language)
  return known.includes(origin) ? origin : checkServer(typed, language)
}

function readOrigin(typed: string, language: Language): string {
  try {
    return originOf(typed)
  } catch {
    throw new Error(say('badAddress', language, { address: typed.trim() || '“”' }))
  }
}
