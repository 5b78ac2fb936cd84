import { ipRangeFault } from './ip-ranges.ts'

/** Addresses of servers and services as administrators type them. Pure; page and server check alike. */

export const SERVER_ADDRESS_MAX = 255

const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i

/** A host name or an IP address, an IPv6 address in brackets. */
function isHost(text: string): boolean {
  const bare = /^\[(.*)\]$/.exec(text)?.[1]
  if (bare !== undefined) return bare.includes(':') && ipRangeFault(bare) === undefined && !bare.includes('/')
  if (/^[\d.]+$/.test(text)) return ipRangeFault(text) === undefined
  return text.length <= 253 && text.split('.').every((label) => LABEL.test(label))
}

const isPort = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535

const HOST_AND_PORT = /^(\[[^\]]*\]|[^:[\]]+)(?::(.*))?$/

/** The parts of `host` or `host:port`; undefined if it is none. */
export function hostAndPort(text: string): { host: string; port: number | undefined } | undefined {
  const [, host = '', port] = HOST_AND_PORT.exec(text.trim()) ?? []
  if (!isHost(host) || (port !== undefined && !isPort(port))) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? undefined : Number(port) }
}

/** `http://` or `https://` with a host, without a user name. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text.trim())
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === ''
  )
}

/** An address at which a node is reached: a host, with a port if needed, or a web address. */
export const isServerAddress = (text: string): boolean =>
  text.includes('://') ? isWebAddress(text) : hostAndPort(text) !== undefined

/** Where people open the drive: a web address without a path, but for that of the page. */
export function isPageAddress(text: string): boolean {
  if (!isWebAddress(text)) return false
  const url = URL.parse(text.trim())
  return url !== null && /^\/(disk\/?)?$/.test(url.pathname) && url.search === '' && url.hash === ''
}
