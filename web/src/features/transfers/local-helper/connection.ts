import {
  HELPER_CONNECTS,
  HELPER_HOST,
  HELPER_RESULTS,
  HELPER_SOCKET_PATH,
  type HelperPorts,
  type HelperReply,
  type HelperRequest,
} from '@clouddisk/contract/local-helper'
import { limits } from '../../../lib/limits.ts'
import { pause } from './pause.ts'

/** The page's WebSocket to the desktop client (R120, R121, R209, R250). */

/** The client does not answer, or no longer. */
export class HelperGone extends Error {}

export class HelperConnection {
  readonly #socket: WebSocket
  readonly #waiting: { operation: string; resolve(reply: HelperReply): void; reject(error: Error): void }[] =
    []
  #onDone: (reply: HelperReply) => void = () => undefined
  #onClose: () => void = () => undefined

  private constructor(socket: WebSocket) {
    this.#socket = socket
    const beat = setInterval(() => this.#send({ operation: 'heartBeat' }), limits().heartbeatMs)
    socket.onmessage = ({ data }) => this.#take(JSON.parse(String(data)))
    socket.onclose = () => {
      clearInterval(beat)
      for (const { reject } of this.#waiting.splice(0)) reject(new HelperGone('the client has gone'))
      this.#onClose()
    }
  }

  /** @throws HelperGone after the last try, or the signal's reason. */
  static async open(ports: HelperPorts, signal: AbortSignal): Promise<HelperConnection> {
    for (let tried = 1; ; tried++) {
      const socket = await openSocket(ports, signal)
      if (socket) return new HelperConnection(socket)
      if (tried === HELPER_CONNECTS.count) throw new HelperGone('the client cannot be reached')
      await pause(HELPER_CONNECTS.ms, signal)
    }
  }

  /**
   * The answer to a request.
   * @throws HelperGone if the connection ends before.
   */
  ask(request: HelperRequest): Promise<HelperReply> {
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) return reject(new HelperGone('the client has gone'))
      this.#waiting.push({ operation: request.operation, resolve, reject })
      this.#send(request)
    })
  }

  /** What comes of an upload after the answer (`done`), and the end of the connection. */
  follow(onDone: (reply: HelperReply) => void, onClose: () => void): void {
    this.#onDone = onDone
    this.#onClose = onClose
    if (this.#socket.readyState !== WebSocket.OPEN) onClose()
  }

  close(): void {
    this.#socket.close()
  }

  #send(request: HelperRequest): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }

  #take(reply: HelperReply): void {
    if (reply.operation === 'heartBeat') return
    if (reply.resultCode === HELPER_RESULTS.done) {
      this.#onDone(reply)
      return
    }
    const at = this.#waiting.findIndex(
      ({ operation }) => reply.operation === '' || operation === reply.operation,
    )
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.resolve(reply)
  }
}

/** Undefined if nothing listens. */
function openSocket({ websocketPort }: HelperPorts, signal: AbortSignal): Promise<WebSocket | undefined> {
  signal.throwIfAborted()
  const socket = new WebSocket(`ws://${HELPER_HOST}:${websocketPort}${HELPER_SOCKET_PATH}`)
  return new Promise((resolve, reject) => {
    const stop = () => {
      socket.close()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    socket.onopen = () => {
      signal.removeEventListener('abort', stop)
      resolve(socket)
    }
    socket.onclose = () => {
      signal.removeEventListener('abort', stop)
      resolve(undefined)
    }
  })
}
