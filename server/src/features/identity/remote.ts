import type { Config } from '../../config/config.ts'
import { refuse } from '../../errors/refusal.ts'

/** Requests to identity providers, whose addresses administrators enter. */

const ANSWER_BYTES_MAX = 1024 * 1024

/** Plain HTTP is for providers on this machine, and for those that the configuration names. */
export function isAllowedAddress({ httpProviders }: Pick<Config, 'httpProviders'>, address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password || url.hash) return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (isLoopback(url.hostname) || httpProviders.includes(url.origin))
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Follows no redirect, and reads no more than an answer of a provider may be. */
export async function fetchChecked(config: Config, url: string, options: object): Promise<Response> {
  if (!isAllowedAddress(config, url)) refuse('provider_answer')
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  const { body, status, headers } = response
  if (!body || status < 200) return response
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) refuse('provider_answer')
    chunks.push(chunk)
  }
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers })
}
