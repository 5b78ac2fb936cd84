import { Hash } from '@smithy/hash-node'
import { HttpRequest } from '@smithy/protocol-http'
import { SignatureV4 } from '@smithy/signature-v4'
import type { DirectCalls, DirectReads } from '../port.ts'
import type { S3Location } from './client.ts'

/** What is not signed for: the bytes of a body, which our reading of them answers for. */
const UNSIGNED = 'UNSIGNED-PAYLOAD'
/** What a browser says of a body by itself, and lets nobody else say. */
const SAID_BY_ITSELF = new Set(['host', 'content-length'])

/** What may stand behind a part's address, each once: a store takes other words for another call, such as one for rights. */
const SAID_OF_PART = new Set(['partNumber', 'uploadId', 'partNum', 'token', 't'])

/** A download that has begun goes on past it. Seconds. */
const READ_WITHIN = 600

const signerOf = (place: S3Location): SignatureV4 =>
  new SignatureV4({
    service: 's3',
    region: place.region,
    credentials: { accessKeyId: place.accessKey, secretAccessKey: place.secretKey },
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: false,
    applyChecksum: false,
  })

/** A request to an address of the store, as people reach it. */
function requestTo(address: URL, method: string, headers: Record<string, string>): HttpRequest {
  const { protocol, hostname, port, host, pathname, searchParams } = address
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
 * Signs parts that a browser puts into the bucket itself: one verb, path, query, content type and length each, by AWS's
 * signature 4 in headers. A store takes one up to fifteen minutes after it was signed.
 */
export function directCalls(
  place: S3Location,
  { publicEndpoint, keeps }: { publicEndpoint: string; keeps: () => Promise<boolean> },
): DirectCalls {
  const signer = signerOf(place)
  return {
    sign: async ({ verb, uri, contentType, length, at }) => {
      const address = new URL(uri, publicEndpoint)
      if (!isPart(verb, address, length)) return undefined
      // A store that cannot be told to write over nothing may take parts of what is complete as well.
      if (!(await keeps())) return undefined
      const request = requestTo(address, verb, {
        'content-length': String(length),
        'x-amz-content-sha256': UNSIGNED,
        ...(contentType && { 'content-type': contentType }),
      })
      const { headers } = await signer.sign(request, { signingDate: at })
      const sent = Object.entries(headers).filter(([name]) => !SAID_BY_ITSELF.has(name))
      return { host: address.origin, headers: Object.fromEntries(sent) }
    },
  }
}

/**
 * Whether it is one part with something in it and nothing besides. Some stores heed headers that nobody signed for: a whole
 * object, or a part of no bytes, would be copied from wherever our key reads, or given to everybody.
 */
function isPart(verb: string, { searchParams }: URL, length: number): boolean {
  const names = [...searchParams.keys()]
  return (
    verb === 'PUT' &&
    length > 0 &&
    searchParams.has('uploadId') &&
    /^[1-9]\d{0,4}$/.test(searchParams.get('partNumber') ?? '') &&
    new Set(names).size === names.length &&
    names.every((name) => SAID_OF_PART.has(name))
  )
}

/** Signs addresses at which the bucket gives an object out, as an attachment of a type that nothing runs. */
export function directReads(place: S3Location, publicEndpoint: string): DirectReads {
  const signer = signerOf(place)
  return {
    addressOf: async ({ key }, { disposition, at }) => {
      const address = new URL(`/${place.bucket}/${key}`, publicEndpoint)
      address.searchParams.set('response-content-disposition', disposition)
      address.searchParams.set('response-content-type', 'application/octet-stream')
      const request = requestTo(address, 'GET', { 'x-amz-content-sha256': UNSIGNED })
      const { query = {} } = await signer.presign(request, { expiresIn: READ_WITHIN, signingDate: at })
      const search = Object.entries(query).map(([name, value]) => `${name}=${escaped(String(value))}`)
      return `${address.origin}${address.pathname}?${search.join('&')}`
    },
  }
}

/** As it was signed: what encodeURIComponent leaves is escaped as well. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
