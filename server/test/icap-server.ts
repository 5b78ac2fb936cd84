import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A small ICAP server on a port of its own, which finds EICAR in what it is given. */

export interface IcapBehaviour {
  readonly method: 'RESPMOD' | 'REQMOD'
  /** Bytes of the preview; undefined: none is offered. */
  readonly preview?: number
  /** How it says that it has found something. */
  readonly says: 'infection' | 'violations' | 'page' | 'fault'
}

export class IcapServer {
  behaviour: IcapBehaviour = { method: 'RESPMOD', says: 'infection' }
  /** The bodies that it was given, and whether all of it came. */
  readonly bodies: string[] = []
  /** Bodies with HOLD in them get no answer before `release`. */
  readonly #held = new Set<() => void>()
  /** The most that were held at a time. */
  heldMax = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      this.#serve(socket).catch(() => socket.destroy())
    })
  }

  static async start(): Promise<IcapServer> {
    const server = createServer()
    const one = new IcapServer(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return one
  }

  get url(): string {
    return `icap://127.0.0.1:${(this.#server.address() as AddressInfo).port}/scan`
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get heldCount(): number {
    return this.#held.size
  }

  release(): void {
    for (const answer of this.#held) answer()
    this.#held.clear()
  }

  #hold(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.add(resolve)
    this.heldMax = Math.max(this.heldMax, this.#held.size)
    return promise
  }

  async #serve(socket: Socket): Promise<void> {
    const { method, preview, says } = this.behaviour
    let text = ''
    const chunks = socket.setEncoding('latin1')[Symbol.asyncIterator]()
    const until = async (test: () => number): Promise<number> => {
      for (;;) {
        const end = test()
        if (end >= 0) return end
        const { value, done } = await chunks.next()
        if (done) throw new Error('closed')
        text += value
      }
    }
    const take = (end: number): string => {
      const taken = text.slice(0, end)
      text = text.slice(end)
      return taken
    }
    const head = take((await until(() => text.indexOf('\r\n\r\n'))) + 4)
    if (head.startsWith('OPTIONS')) {
      const more = preview === undefined ? '' : `Preview: ${preview}\r\n`
      socket.end(
        `ICAP/1.0 200 OK\r\nMethods: ${method}\r\nAllow: 204\r\n${more}Encapsulated: null-body=0\r\n\r\n`,
      )
      return
    }
    if (!head.startsWith(method)) throw new Error('another method')
    const inner = Number(/(?:req|res)-body=(\d+)/.exec(head)?.[1])
    take(await until(() => (text.length >= inner ? inner : -1)))
    const body = async (): Promise<[bytes: string, isEnd: boolean]> => {
      let bytes = ''
      for (;;) {
        const line = take((await until(() => text.indexOf('\r\n'))) + 2)
        const size = Number.parseInt(line, 16)
        const rest = await until(() => (text.length >= size + 2 ? size + 2 : -1))
        bytes += take(rest).slice(0, size)
        if (size === 0) return [bytes, /ieof/.test(line)]
      }
    }
    let [bytes, isEnd] = await body()
    if (/^preview:/im.test(head) && !isEnd) {
      socket.write('ICAP/1.0 100 Continue\r\n\r\n')
      bytes += (await body())[0]
    }
    this.bodies.push(Buffer.from(bytes, 'latin1').toString())
    if (bytes.includes('HOLD')) await this.#hold()
    socket.end(
      bytes.includes('EICAR') || says === 'fault' ? ANSWERS[says] : 'ICAP/1.0 204 No Content\r\n\r\n',
    )
  }
}

const PAGE =
  'Encapsulated: res-hdr=0, res-body=46\r\n\r\nHTTP/1.1 403 Forbidden\r\nContent-Length: 7\r\n\r\n7\r\nblocked\r\n0\r\n\r\n'
const ANSWERS: Record<IcapBehaviour['says'], string> = {
  infection: `ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Eicar-Test;\r\n${PAGE}`,
  violations: `ICAP/1.0 200 OK\r\nX-Violations-Found: 1\r\n\tfile\r\n\tCustomer list\r\n\t12\r\n\t2\r\n${PAGE}`,
  page: `ICAP/1.0 200 OK\r\n${PAGE}`,
  fault: 'ICAP/1.0 500 Server error\r\n\r\n',
}
