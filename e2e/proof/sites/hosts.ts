import dns from 'node:dns'
import { fileURLToPath } from 'node:url'

/**
 * Resolves host names to a different address on each server, as the name of a store does at different sites. A server is
 * started with the environment that `hostsOf` returns.
 */

const VARIABLE = 'PROOF_HOSTS'

export const hostsOf = (hosts: Readonly<Record<string, string>>): Record<string, string> => ({
  NODE_OPTIONS: `--import=${fileURLToPath(import.meta.url)}`,
  [VARIABLE]: JSON.stringify(hosts),
})

/** In this process, from here on. */
export function resolveHosts(hosts: Readonly<Record<string, string>>): void {
  const { lookup } = dns
  const known = (host: string, options: unknown, callback: unknown) =>
    (lookup as (...given: unknown[]) => void)(hosts[host] ?? host, options, callback)
  dns.lookup = known as typeof dns.lookup
}

const given = process.env[VARIABLE]
if (given !== undefined) resolveHosts(JSON.parse(given) as Record<string, string>)
