import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptsEncoding } from './compress-reply.ts'

interface CompressedDocument {
  readonly plain: Buffer
  readonly zipped: Buffer
  readonly etag: string
}

/** Serves a JSON document that does not change while the server runs; built and compressed at the first request. */
export function serveJsonDocument(app: FastifyInstance, path: string, build: () => unknown): void {
  let document: Promise<CompressedDocument> | undefined
  app.get(path, async (request, reply) => {
    document ??= compress(build())
    const { plain, zipped, etag } = await document
    const headers = request.headers
    // Weak, as the compressed and the plain form share it.
    reply.headers({ etag: `W/${etag}`, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!acceptsEncoding(headers['accept-encoding'], 'gzip')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(zipped)
  })
}

async function compress(content: unknown): Promise<CompressedDocument> {
  const plain = Buffer.from(JSON.stringify(content))
  const zipped = await promisify(gzip)(plain)
  return { plain, zipped, etag: `"${createHash('sha256').update(plain).digest('base64url')}"` }
}

/** Whether an If-None-Match header contains the quoted tag, by weak comparison (RFC 9110). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
