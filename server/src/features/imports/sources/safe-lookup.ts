import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { Refusal } from '../../../errors/refusal.ts'

/**
 * Where no old drive is: addresses at which clouds tell their machines keys and passwords. Other private addresses are allowed, as old
 * drives mostly have one.
 */

const METADATA = new BlockList()
METADATA.addSubnet('169.254.0.0', 16, 'ipv4')
METADATA.addSubnet('fe80::', 10, 'ipv6')
// Alibaba Cloud and AWS.
METADATA.addAddress('100.100.100.200', 'ipv4')
METADATA.addAddress('fd00:ec2::254', 'ipv6')
// Azure and Oracle Cloud.
METADATA.addAddress('168.63.129.16', 'ipv4')
METADATA.addAddress('192.0.0.192', 'ipv4')
// The first two, as IPv6 writes them.
for (const prefix of ['64:ff9b::', '::']) {
  METADATA.addSubnet(`${prefix}a9fe:0`, 112, 'ipv6')
  METADATA.addAddress(`${prefix}6464:64c8`, 'ipv6')
}

const isMetadata = (address: string): boolean =>
  METADATA.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** An address itself needs no lookup: refused here. */
export function refuseMetadata(host: string): void {
  if (isIP(host) !== 0 && isMetadata(host)) throw notAllowed(host)
}

const notAllowed = (host: string): Refusal =>
  new Refusal('import_unreachable', { fault: 'forbiddenHost', host })

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** As node:dns does, for connections. The address that was checked is the one that is connected to. */
export function safeLookup(host: string, options: LookupOptions, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '')
    if (addresses.some(({ address }) => isMetadata(address))) return found(notAllowed(host), '')
    const [first] = addresses
    if (options.all) return found(null, addresses)
    found(null, first?.address ?? '', first?.family)
  })
}
