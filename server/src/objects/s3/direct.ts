import { Hash } from '@smithy/hash-node'
import { HttpRequest } from '@smithy/protocol-http'
import { SignatureV4 } from '@smithy/signature-v4'
import type { DirectCalls } from '../port.ts'
import type { S3Place } from './client.ts'

/** What is not signed for: the bytes of a body, which our reading of them answers for. */
const UNSIGNED = 'UNSIGNED-PAYLOAD'
/** What a browser says of a body by itself, and lets nobody else say. */
const SAID_BY_ITSELF = new Set(['host', 'content-length'])

/**
 * Signs bodies that a browser puts into the bucket itself: one verb, path, query, content type and length each, by
 * AWS's signature 4 in headers. A store takes one up to fifteen minutes after it was signed.
 */
export function directCalls(
  place: S3Place,
  { publicEndpoint, keeps }: { publicEndpoint: string; keeps: () => Promise<boolean> },
): DirectCalls {
  const { protocol, hostname, port, host, origin } = new URL(publicEndpoint)
  const signer = new SignatureV4({
    service: 's3',
    region: place.region,
    credentials: { accessKeyId: place.accessKey, secretAccessKey: place.secretKey },
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: false,
    applyChecksum: false,
  })
  return {
    sign: async ({ verb, uri, contentType, length, at }) => {
      const { pathname, searchParams } = new URL(uri, origin)
      const isWhole = !searchParams.has('partNumber')
      // What is stored stays: an authorization that is used again changes nothing. A store that cannot be told so may
      // take parts of what is complete as well.
      if (!(await keeps())) return undefined
      const request = new HttpRequest({
        method: verb,
        protocol,
        hostname,
        ...(port && { port: Number(port) }),
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: {
          host,
          'content-length': String(length),
          'x-amz-content-sha256': UNSIGNED,
          ...(contentType && { 'content-type': contentType }),
          ...(isWhole && { 'if-none-match': '*' }),
        },
      })
      const { headers } = await signer.sign(request, { signingDate: at })
      const sent = Object.entries(headers).filter(([name]) => !SAID_BY_ITSELF.has(name))
      return { host: origin, headers: Object.fromEntries(sent) }
    },
  }
}
