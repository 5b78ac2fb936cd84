import { once } from 'node:events'
import {
  HELPER_HOST,
  HELPER_SOCKET_PATH,
  type HelperReply,
  type HelperRequest,
} from '@clouddisk/contract/local-helper'
import { WebSocket } from 'ws'

/** What a page does with the WebSocket of the local helper, and what a program does that claims to be one. */
export class PageSocket {
  readonly closed: Promise<unknown>
  readonly #socket: WebSocket
  readonly #replies: HelperReply[] = []
  #wake = () => {}

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((done) => socket.once('close', done))
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      this.#replies.push(JSON.parse(String(data)))
      this.#wake()
    })
  }

  /** @throws if it is refused. */
  static async open(
    port: number,
    headers: Readonly<Record<string, string>>,
    path = HELPER_SOCKET_PATH,
  ): Promise<PageSocket> {
    const socket = new WebSocket(`ws://${HELPER_HOST}:${port}${path}`, { headers })
    const page = new PageSocket(socket)
    await once(socket, 'open')
    return page
  }

  send(request: HelperRequest | object | string): void {
    this.#socket.send(typeof request === 'string' ? request : JSON.stringify(request))
  }

  /** The next reply. */
  async reply(): Promise<HelperReply> {
    for (;;) {
      const [first] = this.#replies.splice(0, 1)
      if (first) return first
      await Promise.race([
        new Promise<void>((done) => {
          this.#wake = done
        }),
        this.closed.then(() => {
          if (this.#replies.length === 0) throw new Error('the connection was closed')
        }),
      ])
    }
  }

  async ask(request: HelperRequest | object | string): Promise<HelperReply> {
    this.send(request)
    return this.reply()
  }

  close(): void {
    this.#socket.terminate()
  }
}
