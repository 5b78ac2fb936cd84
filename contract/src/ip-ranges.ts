import type { BadFieldReason } from './errors.ts'

/** Addresses and networks as they are typed (B§5: IPv4 has four segments from 0 to 255). Pure; page and server check alike. */

const SEGMENT = /^(?:0|[1-9]\d{0,2})$/

/** Whether it has four decimal segments from 0 to 255. */
const isIpv4 = (text: string): boolean => {
  const segments = text.split('.')
  return segments.length === 4 && segments.every((one) => SEGMENT.test(one) && Number(one) <= 255)
}

const GROUP = /^[\da-f]{1,4}$/i

/** Eight groups of hexadecimal digits, `::` for several that are zero, and IPv4 for the last two. */
function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const embedded = last.includes('.') && !text.endsWith('::')
  if (embedded && !isIpv4(last)) return false
  const plain = embedded ? groups.slice(0, -1) : groups
  if (!plain.every((group) => GROUP.test(group))) return false
  const length = plain.length + (embedded ? 2 : 0)
  return halves.length === 2 ? length < 8 : length === 8
}

/** Why this is no address or network in CIDR form; undefined if it is one. */
export function ipRangeFault(text: string): BadFieldReason | undefined {
  const [address = '', bits, ...more] = text.trim().split('/')
  if (more.length > 0) return 'ip_prefix'
  const isV6 = address.includes(':')
  if (isV6 ? !isIpv6(address) : !isIpv4(address)) return isV6 ? 'ip_v6' : 'ip_segments'
  if (bits === undefined) return undefined
  return /^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (isV6 ? 128 : 32) ? undefined : 'ip_prefix'
}

/** What was typed, one on each line or divided by commas or blanks. */
export const splitRanges = (text: string): string[] => [
  ...new Set(text.split(/[\s,，;；、]+/).filter(Boolean)),
]
