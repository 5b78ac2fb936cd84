import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Chunks of a socket, of 64 KiB at most. */
const UNDER_WAY = 256

/** A stretch of network between those who talk over it: it can be cut, go silent, and become slow. */
export class Line {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Sockets of files know no reset. */
  readonly #files: boolean
  #isCut = false
  #silence: PromiseWithResolvers<void> | undefined
  #slow: Slowness | undefined
  #far = 0
  #moving: PromiseWithResolvers<void> | undefined
  /** Bytes that came through from those who connect. */
  sent = 0

  private constructor(server: Server, files: boolean) {
    this.#server = server
    this.#files = files
  }

  /** @param at where it is to be reached; a port of its own unless told otherwise. */
  static async to(target: NetConnectOpts, at: ListenOptions = { host: '127.0.0.1', port: 0 }): Promise<Line> {
    const server = createServer({ allowHalfOpen: true, noDelay: true })
    const line = new Line(server, 'path' in target)
    server.on('connection', (socket) => line.#join(socket, target))
    server.listen(at)
    await once(server, 'listening')
    return line
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Whoever talks is cut off, and nobody gets through. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) {
      if (this.#files) socket.destroy()
      else socket.resetAndDestroy()
    }
  }

  /** Connections stand, and nothing comes through: what was sent arrives later. */
  hush(): void {
    this.#silence ??= Promise.withResolvers()
  }

  slow(slowness: Slowness): void {
    this.#slow = slowness
  }

  /** Whatever is sent arrives this many ms later, however much is under way; repairing leaves it so. */
  far(ms: number): void {
    this.#far = ms
  }

  /** As it was. */
  repair(): void {
    this.#isCut = false
    this.#slow = undefined
    this.#silence?.resolve()
    this.#silence = undefined
  }

  /** Ends with the next bytes that come from those who connect. */
  moves(): Promise<void> {
    this.#moving ??= Promise.withResolvers()
    return this.#moving.promise
  }

  async close(): Promise<void> {
    this.repair()
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(near: Socket, target: NetConnectOpts): void {
    if (this.#isCut) {
      near.resetAndDestroy()
      return
    }
    const far = connect({ ...target, allowHalfOpen: true, noDelay: true } as NetConnectOpts)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one)
      one.once('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      // Told by its close.
      one.on('error', () => undefined)
      void this.#carry(one, other, one === near)
    }
  }

  async #carry(from: Socket, to: Socket, isThere: boolean): Promise<void> {
    try {
      for await (const chunk of this.#arriving(from, isThere)) {
        await this.#silence?.promise
        if (this.#slow) await delay(this.#slow.delayMs + (chunk.length / this.#slow.bytesPerSecond) * 1000)
        if (isThere) this.#count(chunk)
        if (!to.write(chunk)) await once(to, 'drain')
      }
      await this.#silence?.promise
      to.end()
    } catch {
      // Cut off: both ends hear of it.
      to.destroy()
    }
  }

  /** What is sent, when it arrives at the other end. The first bytes wait for the connection, too: there and back. */
  #arriving(from: Socket, isThere: boolean): AsyncIterable<Buffer> {
    const ms = this.#far
    if (ms === 0) return from
    const connected = isThere ? delay(2 * ms) : undefined
    const later = async (chunk: Buffer) => {
      await connected
      await delay(ms)
      return chunk
    }
    return from.map(later, { concurrency: UNDER_WAY })
  }

  #count(chunk: Buffer): void {
    this.sent += chunk.length
    this.#moving?.resolve()
    this.#moving = undefined
  }
}

export interface Slowness {
  /** Of each chunk. */
  readonly delayMs: number
  readonly bytesPerSecond: number
}
