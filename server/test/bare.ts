import { type IncomingHttpHeaders, request } from 'node:http'
import type { Sent } from './nasty.ts'

export interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const PATIENCE_MS = 20_000

/** A request as bare as Node lets it be: fetch would correct or refuse much of it. A silent server is a failure. */
export function sendBare(baseUrl: string, { method, path, headers = {}, body }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const length = headers['transfer-encoding']
      ? {}
      : { 'content-length': String(Buffer.byteLength(body ?? '')) }
    const asked = request({
      hostname,
      port,
      method,
      path,
      headers: { ...length, ...headers },
      agent: false,
      timeout: PATIENCE_MS,
    })
    let answered = false
    asked.on('response', (response) => {
      answered = true
      const chunks: Buffer[] = []
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        })
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', done)
      response.on('error', done)
      // A stream of events has no end of its own.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        done()
        asked.destroy()
      }
    })
    asked.on('timeout', () => reject(new Error(`no answer to ${method} ${path}`)))
    // A refused body may still be on its way when the line is closed.
    asked.on('error', (error) => answered || reject(error))
    asked.end(body)
  })
}
