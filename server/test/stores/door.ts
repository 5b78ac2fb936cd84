import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to a store that sees each call, and lets none through where it is told so. */
export interface Door {
  readonly endpoint: string
  /** Method and path of each call that was let through. */
  readonly passed: string[]
  /** Whether a call finds the store away. */
  refuses: (call: string) => boolean
  close(): void
}

export async function openDoor(endpoint: string): Promise<Door> {
  const server = createServer((incoming, answer) => {
    const call = `${incoming.method} ${incoming.url}`
    if (door.refuses(call)) {
      incoming.resume()
      answer.writeHead(503).end()
      return
    }
    door.passed.push(call)
    const { method = 'GET', headers } = incoming
    const onward = request(`${endpoint}${incoming.url}`, { method, headers, setHost: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const door: Door = {
    endpoint: `http://127.0.0.1:${port}`,
    passed: [],
    refuses: () => false,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return door
}
