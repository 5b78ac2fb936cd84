import { isAbsolute, resolve } from 'node:path'
import { isNodeName } from '@clouddisk/contract/admin-nodes'
import { LIMITS } from '@clouddisk/contract/limits'
import { isStrongPassword } from '@clouddisk/contract/names'
import ipaddr from 'ipaddr.js'

/** Parsers for the values of environment variables; each throws what it expected. */

/** An invalid setting or start condition. The message is one line that names the variable. */
export class ConfigError extends Error {}

/** An option on the sign-in page, in both languages. */
export interface Choice {
  readonly id: string
  readonly 'zh-CN': string
  readonly 'en-US': string
}

const expect = (what: string): never => {
  throw new Error(`expected ${what}.`)
}

export const text = (value: string): string => value

export const nodeName = (value: string): string =>
  isNodeName(value) ? value : expect('a name of 3 to 12 characters')

export const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max ? number : expect(`a whole number from ${min} to ${max}`)
  }

/** Bytes, optionally with a binary unit: `21474836480` or `20G`. */
export function byteCount(value: string): number {
  const [, digits, unit] = /^(\d{1,16})\s*([KMGT]?)(?:i?B)?$/i.exec(value) ?? []
  const bytes = Number(digits) * 1024 ** ' KMGT'.indexOf(unit?.toUpperCase() || ' ')
  return bytes >= 0 && bytes <= Number.MAX_SAFE_INTEGER ? bytes : expect('bytes, such as 21474836480 or 20G')
}

/** Bytes per second, as in `byteCount`. Below the minimum a part would time out (A§9). */
export const byteRate = (value: string): number => {
  const rate = byteCount(value)
  return rate >= LIMITS.speedLimitMin ? rate : expect(`at least ${LIMITS.speedLimitMin / 1024}K per second`)
}

export const flag = (value: string): boolean => {
  if (/^(1|true|yes|on)$/i.test(value)) return true
  if (/^(0|false|no|off)$/i.test(value)) return false
  return expect('1 or 0')
}

export const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (value: string): T =>
    values.find((known) => known === value) ?? expect(`one of ${values.join(', ')}`)

export const host = (value: string): string =>
  ipaddr.isValid(value) || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value)
    ? value
    : expect('an address or host name to listen on, without a port')

/** The address of the page, as an origin; its path is always /disk/. */
export function pageAddress(value: string): string {
  const url = URL.parse(value)
  const fits = url && isWeb(url) && /^\/(disk\/?)?$/.test(url.pathname) && !url.search && !url.hash
  return fits ? url.origin : expect('an address such as https://disk.example.com, without a path')
}

/** `https://sso.example.com`; a bare host name means https. */
export function origin(value: string): string {
  const url = URL.parse(value.includes('://') ? value : `https://${value}`)
  return url && isWeb(url) && url.pathname === '/' && !url.search
    ? url.origin
    : expect('host names or origins such as https://sso.example.com, separated by commas')
}

export const origins = (value: string): string[] => listOf(value).map(origin)

const isWeb = (url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''

export function postgresUrl(value: string): string {
  const url = URL.parse(value)
  return url && /^postgres(ql)?:$/.test(url.protocol)
    ? value
    : expect('an address such as postgres://user:password@host:5432/database')
}

/** The origin of an S3 endpoint. */
export function storeOrigin(value: string): string {
  const url = URL.parse(value)
  return url && isWeb(url) && url.pathname === '/' && !url.search && !url.username
    ? url.origin
    : expect('an address such as https://s3.example.com, without a path')
}

/** The bucket name in rows for content on the disk. */
export const DISK_BUCKET = 'clouddisk'

/** A bucket name by the rules of S3. */
export const bucketName = (value: string): string =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) && value !== DISK_BUCKET
    ? value
    : expect('a bucket’s name: 3 to 63 lowercase letters, digits, dots and hyphens, other than clouddisk')

/** `smtp://user:password@mail.example.com:587`, or smtps for TLS from the first byte. */
export function smtpUrl(value: string): string {
  const url = URL.parse(value)
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
    ? value
    : expect('an address such as smtp://user:password@mail.example.com:587')
}

/** Without an account: ICAP has none. */
export function icapUrl(value: string): string {
  const url = URL.parse(value)
  return url && url.protocol === 'icap:' && url.hostname !== '' && url.username + url.password === ''
    ? value
    : expect('an address such as icap://scanner.example.com:1344/avscan')
}

/** `disk@example.com`, or with a name before it. */
export const mailbox = (value: string): string =>
  /^([^<>\r\n"]{1,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)
    ? value
    : expect('an email address such as Clouddisk <disk@example.com>')

/** An IANA name; fixed offsets are not accepted. */
export const timeZone = (value: string): string =>
  /^[A-Za-z]/.test(value) && isTimeZone(value) ? value : expect('a time zone such as Asia/Shanghai')

/** The machine's time zone; UTC if its name is invalid. */
export const ownTimeZone = (): string => {
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(own) ? own : 'UTC'
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Addresses, networks (`10.0.0.0/8`), or `loopback`, `linklocal`, `uniquelocal`. */
export const proxies = (value: string): string[] =>
  listOf(value).map((entry) =>
    NAMED_NETWORKS.has(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)
      ? entry
      : expect('addresses or networks such as 10.0.0.0/8, separated by commas'),
  )

export const strongPassword = (value: string): string =>
  isStrongPassword(value)
    ? value
    : expect('at least 8 characters with three of: uppercase, lowercase, digit, symbol')

/** `asia-pacific=亚太|Asia-Pacific, north-america=北美|North America`. */
export const choices = (value: string): Choice[] =>
  listOf(value).map((entry) => {
    const [, id, zh, en] = /^([\w-]{1,64})\s*=\s*([^|]+)\|([^|]+)$/.exec(entry) ?? []
    return id && zh && en
      ? { id, 'zh-CN': zh.trim(), 'en-US': en.trim() }
      : expect('entries such as asia-pacific=亚太|Asia-Pacific, separated by commas')
  })

export const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** Absolute paths with colons between them, as PATH has them. */
export const folders = (value: string): string[] =>
  value
    .split(':')
    .filter(Boolean)
    .map((path) => (isAbsolute(path) ? resolve(path) : expect('absolute paths, separated by colons')))
