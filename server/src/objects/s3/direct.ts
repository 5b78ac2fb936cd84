import { Hash } from '@smithy/hash-node'
import { HttpRequest } from '@smithy/protocol-http'
import { SignatureV4 } from '@smithy/signature-v4'
import type { DirectCalls, DirectReads } from '../port.ts'
import { encryptionHeaders, type S3Place } from './client.ts'

/** What is not signed for: the bytes of a body, which our reading of them answers for. */
const UNSIGNED = 'UNSIGNED-PAYLOAD'
/** What a browser says of a body by itself, and lets nobody else say. */
const SAID_BY_ITSELF = new Set(['host', 'content-length'])

/** What may stand behind a body's address, each once: a store takes other words for another call, such as one for rights. */
const SAID_OF_BODY = new Set(['partNumber', 'uploadId', 'partNum', 'token', 't'])

function isBodyAlone({ searchParams }: URL): boolean {
  const names = [...searchParams.keys()]
  return new Set(names).size === names.length && names.every((name) => SAID_OF_BODY.has(name))
}

/** A download that has begun goes on past it. Seconds. */
const READ_WITHIN = 600

const signerOf = (place: S3Place): SignatureV4 =>
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
 * Signs bodies that a browser puts into the bucket itself: one verb, path, query, content type and length each, by
 * AWS's signature 4 in headers. A store takes one up to fifteen minutes after it was signed.
 */
export function directCalls(
  place: S3Place,
  { publicEndpoint, keeps }: { publicEndpoint: string; keeps: () => Promise<boolean> },
): DirectCalls {
  const signer = signerOf(place)
  return {
    sign: async ({ verb, uri, contentType, length, at }) => {
      const address = new URL(uri, publicEndpoint)
      if (!isBodyAlone(address)) return undefined
      const isWhole = !address.searchParams.has('partNumber')
      // What is stored stays: an authorization that is used again changes nothing. A store that cannot be told so may
      // take parts of what is complete as well.
      if (!(await keeps())) return undefined
      const request = requestTo(address, verb, {
        'content-length': String(length),
        'x-amz-content-sha256': UNSIGNED,
        ...(contentType && { 'content-type': contentType }),
        // Of what comes in parts it was said when that began.
        ...(isWhole && { 'if-none-match': '*', ...encryptionHeaders(place) }),
      })
      const { headers } = await signer.sign(request, { signingDate: at })
      const sent = Object.entries(headers).filter(([name]) => !SAID_BY_ITSELF.has(name))
      return { host: address.origin, headers: Object.fromEntries(sent) }
    },
  }
}

/** Signs addresses at which the bucket gives an object out, as an attachment of a type that nothing runs. */
export function directReads(place: S3Place, publicEndpoint: string): DirectReads {
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
