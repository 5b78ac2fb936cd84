import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The caller's address, behind trusted proxies too, IPv4 as IPv4; a connection that is just gone has none. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!ip) return 'unknown'
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip
}

/** The network an address belongs to: its /24, or /64 with IPv6. Tries from one network count together. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const [bytes, kept] = [address.toByteArray(), address.kind() === 'ipv4' ? 3 : 8]
  return `${address.kind()}:${bytes.slice(0, kept).join('.')}`
}
