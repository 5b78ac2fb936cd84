import { Hash } from '@smithy/hash-node'
import { HttpRequest } from '@smithy/protocol-http'
import { SignatureV4 } from '@smithy/signature-v4'
import type { DirectCalls, DirectReads } from '../port.ts'
import type { S3Location } from './client.ts'

/** The body is not signed: the object is hashed after the upload. */
const UNSIGNED = 'UNSIGNED-PAYLOAD'
/** Headers that browsers set themselves and scripts cannot. */
const SET_BY_BROWSER = new Set(['host', 'content-length'])

/** Query parameters of a part, each once: with others, the store would take it for another call. */
const PART_PARAMETERS = new Set(['partNumber', 'uploadId', 'partNum', 'token', 't'])

/** A download may begin within it. */
export const DOWNLOAD_URL_SECONDS = 600

const signerOf = (location: S3Location): SignatureV4 =>
  new SignatureV4({
    service: 's3',
    region: location.region,
    credentials: { accessKeyId: location.accessKey, secretAccessKey: location.secretKey },
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: false,
    applyChecksum: false,
  })

function requestTo(url: URL, method: string, headers: Record<string, string>): HttpRequest {
  const { protocol, hostname, port, host, pathname, searchParams } = url
  return new HttpRequest({
    method,
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: { host, ...headers },
  })
}

/**
 * Signs parts that browsers upload directly, by AWS signature 4 in headers: verb, path, query, content type and length. Stores
 * accept a signature for fifteen minutes.
 */
export function directCalls(
  location: S3Location,
  {
    publicEndpoint,
    supportsConditionalPut,
  }: { publicEndpoint: string; supportsConditionalPut: () => Promise<boolean> },
): DirectCalls {
  const signer = signerOf(location)
  return {
    sign: async ({ verb, uri, contentType, length, at }) => {
      const url = new URL(uri, publicEndpoint)
      if (!isPart(verb, url, length)) return undefined
      // Without conditional writes, a store may also accept parts of a complete object.
      if (!(await supportsConditionalPut())) return undefined
      const request = requestTo(url, verb, {
        'content-length': String(length),
        'x-amz-content-sha256': UNSIGNED,
        ...(contentType && { 'content-type': contentType }),
      })
      const { headers } = await signer.sign(request, { signingDate: at })
      const sent = Object.entries(headers).filter(([name]) => !SET_BY_BROWSER.has(name))
      return { host: url.origin, headers: Object.fromEntries(sent) }
    },
  }
}

/**
 * Whether the call uploads one part that is not empty. Some stores obey unsigned headers: with these, a whole object or an
 * empty part could be copied from any object that our key can read, or made public.
 */
function isPart(verb: string, { searchParams }: URL, length: number): boolean {
  const names = [...searchParams.keys()]
  return (
    verb === 'PUT' &&
    length > 0 &&
    searchParams.has('uploadId') &&
    /^[1-9]\d{0,4}$/.test(searchParams.get('partNumber') ?? '') &&
    new Set(names).size === names.length &&
    names.every((name) => PART_PARAMETERS.has(name))
  )
}

/**
 * Signs download URLs; objects are sent as attachments of a type that browsers do not run.
 * @param folder before the object's name in the path; undefined: the origin is the bucket's own.
 */
export function directReads(
  location: S3Location,
  { origin, folder }: { origin: string; folder?: string },
): DirectReads {
  const signer = signerOf(location)
  return {
    addressOf: async ({ key }, { disposition, at }) => {
      const url = new URL([folder, key].filter(Boolean).join('/'), `${origin}/`)
      url.searchParams.set('response-content-disposition', disposition)
      url.searchParams.set('response-content-type', 'application/octet-stream')
      const request = requestTo(url, 'GET', { 'x-amz-content-sha256': UNSIGNED })
      const { query = {} } = await signer.presign(request, {
        expiresIn: DOWNLOAD_URL_SECONDS,
        signingDate: at,
      })
      const search = Object.entries(query).map(([name, value]) => `${name}=${escaped(String(value))}`)
      return `${url.origin}${url.pathname}?${search.join('&')}`
    },
  }
}

/** Escapes like the signature does, unlike encodeURIComponent also !'()*. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
