import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import { errorText } from '@clouddisk/contract/errors'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'
import { errorMessageOf, httpStatusOf, Refusal } from '../errors/refusal.ts'
import { languageOf } from './language.ts'

/**
 * Which Host headers are served. Unless CLOUDDISK_PUBLIC_URL is set, links begin with the Host of the request, so only
 * these are accepted, against DNS rebinding: IP addresses, names of this machine, and hosts from a trusted proxy.
 */
export type HostCheck = (request: IncomingMessage) => Refusal | undefined

type HostSettings = Pick<Config, 'host' | 'publicOrigin' | 'trustedProxies'>

export function hostCheck({ host, publicOrigin, trustedProxies }: HostSettings): HostCheck {
  const names = new Set(
    ['localhost', host, hostname(), `${hostname()}.local`].map((name) => name.toLowerCase()),
  )
  const isTrusted =
    trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : (_address: string) => false
  return (request) => {
    const hosts = rawHeaderValues(request, 'host')
    const forwards = isTrusted(request.socket.remoteAddress ?? '', 0)
    const forwarded = forwards
      ? rawHeaderValues(request, 'x-forwarded-host').flatMap((value) => value.split(','))
      : []
    if (hosts.length > 1 || ![...hosts, ...forwarded].every(isHostHeader))
      return new Refusal('malformed_body')
    const [host] = hosts
    // HTTP/1.0 may omit it; links then begin with a path.
    if (publicOrigin || forwards || host === undefined || isMonitoring(request.url)) return undefined
    const name = hostNameOf(host)
    return isIpAddress(name) || names.has(name) || name.endsWith('.localhost')
      ? undefined
      : new Refusal('unknown_host', { host })
  }
}

/** Monitoring endpoints return no links and accept any Host. */
const isMonitoring = (url: string | undefined): boolean => /^\/(healthz|readyz|metrics)(\?|$)/.test(url ?? '')

/** All values of a header; Node keeps only the first. */
const rawHeaderValues = ({ rawHeaders }: IncomingMessage, header: string): string[] =>
  rawHeaders.filter((_value, n) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === header)

const isHostHeader = (value: string): boolean =>
  /^(\[[\da-f:.]+\]|[\w](?:[\w.-]*[\w.])?)(:\d{1,5})?$/i.test(value.trim()) &&
  URL.canParse(`http://${value.trim()}`)

const hostNameOf = (host: string): string =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$|\.$/g, '')
    .toLowerCase()

/** Only dotted-decimal IPv4; other spellings such as 0x7f.1 are not accepted. */
const isIpAddress = (name: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(name) || ipaddr.IPv6.isValid(name)

/** Sends a line of text to page requests, the JSON envelope to others. */
export function sendHostRefusal(
  { headers }: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  traceId: string,
): void {
  const language = languageOf(headers['accept-language'])
  const isPage = headers.accept?.includes('text/html') ?? false
  const text = errorText(refusal.errorName, language, refusal.details)
  const data = Object.keys(refusal.details).length > 0 ? refusal.details : null
  const body = isPage ? `${text}\n` : JSON.stringify({ ...errorMessageOf(refusal, language), data, traceId })
  response.shouldKeepAlive = false
  response
    .writeHead(httpStatusOf(refusal), {
      'content-type': `${isPage ? 'text/plain' : 'application/json'}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      traceid: traceId,
    })
    .end(body)
}
