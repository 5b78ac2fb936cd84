import ipaddr from 'ipaddr.js'

export { addressOf } from '../../http/address.ts'

/** The network an address belongs to: its /24, or /64 with IPv6. Tries from one network count together. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const [bytes, kept] = [address.toByteArray(), address.kind() === 'ipv4' ? 3 : 8]
  return `${address.kind()}:${bytes.slice(0, kept).join('.')}`
}
