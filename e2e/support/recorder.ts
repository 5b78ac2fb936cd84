import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

/** A proxy between a browser and the server that keeps every response: also of players and workers, whose bodies the browser does not give. */
export interface Recorder {
  /** For the browser: `{ proxy: { server } }`. */
  readonly server: string
  /** Of all responses that ended or were cut, unpacked. */
  responses(): Recorded[]
  close(): Promise<void>
}

export interface Recorded {
  readonly path: string
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface Kept extends Omit<Recorded, 'body'> {
  readonly chunks: Buffer[]
}

export async function startRecorder(): Promise<Recorder> {
  const kept: Kept[] = []
  const proxy = createServer((asked, answer) => {
    const { url = '', method, headers } = asked
    const onward = send(url, { method, headers, agent: false }, (response) => {
      const { statusCode: status = 0 } = response
      const one: Kept = { path: new URL(url).pathname, status, headers: response.headers, chunks: [] }
      kept.push(one)
      response.on('data', (chunk: Buffer) => one.chunks.push(chunk))
      answer.writeHead(status, response.rawHeaders)
      response.on('error', () => answer.destroy())
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    server: `http://127.0.0.1:${port}`,
    responses: () => kept.map(({ chunks, ...one }) => ({ ...one, body: unpacked(one.headers, chunks) })),
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}

function unpacked(headers: IncomingMessage['headers'], chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks)
  try {
    switch (headers['content-encoding']) {
      case 'gzip':
        return gunzipSync(body)
      case 'br':
        return brotliDecompressSync(body)
      case 'zstd':
        return zstdDecompressSync(body)
      default:
        return body
    }
  } catch {
    // It was cut.
    return body
  }
}
