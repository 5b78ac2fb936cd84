import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { publicOriginOf } from '../../http/origin.ts'

/** What passkeys are bound to: the host name of the public address, which must be https or localhost (WebAuthn). */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Throws `passkeys_unavailable` at an address where browsers make no passkeys. */
export function relyingParty({ config }: Pick<Context, 'config'>, request: FastifyRequest): RelyingParty {
  const url = URL.parse(publicOriginOf(config, request))
  if (!url) return refuse('passkeys_unavailable')
  const { hostname: id, origin, protocol } = url
  const isLocal = id === 'localhost' || id.endsWith('.localhost')
  const isAddress = isIP(id.replace(/^\[|\]$/g, '')) !== 0
  if (isAddress || (protocol !== 'https:' && !isLocal)) refuse('passkeys_unavailable')
  return { id, origin }
}
