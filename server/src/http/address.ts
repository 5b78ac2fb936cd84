import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The caller's address, behind trusted proxies too, IPv4 as IPv4; a connection that is just gone has none. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!ip) return 'unknown'
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip
}

/** The same for requests that are answered beside the framework. */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusts = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : () => false
  return (request) => addressOf({ ip: request.socket.remoteAddress ? proxyAddr(request, trusts) : '' })
}
