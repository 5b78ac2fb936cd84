import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The server at an address of its own that can go away: bytes are passed on as they are. */
export interface Relay {
  readonly origin: string
  /** Resolves once `bytes` have been passed to the server; from then on nothing more is. */
  readonly held: Promise<void>
  /** Ends all connections and takes no more. */
  cut(): void
  /** Passes everything on again, at the same address. */
  mend(): Promise<void>
}

export async function openRelay(to: string, bytes = Number.POSITIVE_INFINITY): Promise<Relay> {
  const sockets = new Set<Socket>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  let left = bytes
  let port = 0
  const open = () =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => {
        const other = connect(Number(new URL(to).port), '127.0.0.1')
        for (const one of [socket, other]) {
          sockets.add(one)
          one.on('error', () => undefined).on('close', () => sockets.delete(one))
        }
        socket.on('data', (chunk) => {
          left -= chunk.length
          if (left > 0) return void other.write(chunk)
          socket.pause()
          hold()
        })
        socket.on('end', () => other.end())
        other.pipe(socket)
      })
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server = await open()
  port = (server.address() as AddressInfo).port
  return {
    origin: `http://127.0.0.1:${port}`,
    held,
    cut: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    mend: async () => {
      left = Number.POSITIVE_INFINITY
      server = await open()
    },
  }
}
