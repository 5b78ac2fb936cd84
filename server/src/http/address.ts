import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The client's address, also behind trusted proxies; IPv4-mapped addresses as IPv4. `unknown` if the connection is closed. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!ip) return 'unknown'
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip
}

/** `addressOf` for requests of raw handlers. */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusts = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : () => false
  return (request) => addressOf({ ip: request.socket.remoteAddress ? proxyAddr(request, trusts) : '' })
}
