import dns from 'node:dns'
import { fileURLToPath } from 'node:url'

/**
 * Host names that mean another address for each server, as the name of a store does for machines of different sites. A server
 * is told by what `hostsOf` answers, before it begins.
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

const told = process.env[VARIABLE]
if (told !== undefined) resolveHosts(JSON.parse(told) as Record<string, string>)
