import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line to a server on this machine that can be cut. */
export interface CuttingProxy {
  readonly port: number
  /** Cuts the connection that brings the byte after so many more bytes of answers; then that many times more. */
  cutAfter(bytes: number, times?: number): void
  /** Passes nothing on any more once so many more bytes of answers came; resolves then. */
  holdAfter(bytes: number): Promise<void>
  /** Passes on what was held. */
  release(): void
  /** How often it has cut. */
  readonly cuts: number
  stop(): Promise<void>
}

export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  let left = Number.POSITIVE_INFINITY
  let every = 0
  let times = 0
  let cuts = 0
  let untilHeld = Number.POSITIVE_INFINITY
  let held = Promise.withResolvers<void>()
  let release = Promise.withResolvers<void>()
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const both = [client, upstream]
    for (const socket of both) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        for (const one of both) one.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (chunk: Buffer) => {
      untilHeld -= chunk.length
      if (untilHeld <= 0) {
        held.resolve()
        upstream.pause()
        void release.promise.then(() => {
          client.write(chunk)
          upstream.resume()
        })
        return
      }
      left -= chunk.length
      if (left > 0) {
        if (!client.write(chunk)) upstream.pause()
        return
      }
      cuts++
      times--
      left = times > 0 ? every : Number.POSITIVE_INFINITY
      // Half of what came still arrives.
      client.write(chunk.subarray(0, chunk.length >> 1), () => client.resetAndDestroy())
    })
    client.on('drain', () => upstream.resume())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cutAfter: (bytes, often = 1) => {
      left = bytes
      every = bytes
      times = often
    },
    holdAfter: (bytes) => {
      held = Promise.withResolvers()
      release = Promise.withResolvers()
      untilHeld = bytes
      return held.promise
    },
    release: () => {
      untilHeld = Number.POSITIVE_INFINITY
      release.resolve()
    },
    get cuts() {
      return cuts
    },
    stop: async () => {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
