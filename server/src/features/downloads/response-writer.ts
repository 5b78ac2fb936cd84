import type { ServerResponse } from 'node:http'
import { LIMITS } from '@clouddisk/contract/limits'
import type { TokenBucket } from '../../objects/token-bucket.ts'

/**
 * Writes to one client: a write resolves when its bytes have been sent, and fails with ConnectionClosed if
 * the connection closes.
 */
export class ResponseWriter {
  readonly #response: ServerResponse
  readonly #pace: TokenBucket
  #head: (() => void) | undefined
  #pending: ((error: Error) => void) | undefined

  /** `head` is called once, before the first byte. */
  constructor(response: ServerResponse, pace: TokenBucket, head: () => void) {
    this.#response = response
    this.#pace = pace
    this.#head = head
    response.once('close', () => this.#pending?.(new ConnectionClosed()))
  }

  /**
   * `chunk` may be reused after the promise resolves. A client that reads nothing for too long is
   * disconnected.
   */
  async write(chunk: Buffer): Promise<void> {
    this.#sendHead()
    for (let at = 0; at < chunk.length; ) {
      const rest = chunk.length - at
      const bytes = this.#pace.isUnlimited ? rest : Math.min(rest, this.#pace.slice)
      if (!this.#pace.isUnlimited) await this.#throttle(bytes)
      await this.#send(bytes === chunk.length ? chunk : chunk.subarray(at, at + bytes))
      at += bytes
    }
  }

  /** Waits until the bandwidth limit allows that many bytes. */
  async #throttle(bytes: number): Promise<void> {
    if (this.#response.destroyed) throw new ConnectionClosed()
    let leave: (() => void) | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        this.#pending = reject
        leave = this.#pace.take(bytes, resolve)
      })
    } finally {
      this.#pending = undefined
      leave?.()
    }
  }

  async #send(chunk: Buffer): Promise<void> {
    if (this.#response.destroyed) throw new ConnectionClosed()
    const timer = setTimeout(() => this.#response.destroy(), LIMITS.partTimeoutMs)
    try {
      await new Promise<void>((resolve, reject) => {
        this.#pending = reject
        this.#response.write(chunk, (error) => (error ? reject(new ConnectionClosed()) : resolve()))
      })
    } finally {
      this.#pending = undefined
      clearTimeout(timer)
    }
  }

  /** Sends the head, `chunk` and the end in one write. */
  async finish(chunk: Buffer): Promise<void> {
    if (this.#response.destroyed) throw new ConnectionClosed()
    let timer: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        this.#pending = reject
        this.#sendHead()
        this.#response.end(chunk, resolve)
        // Most clients' connections take it at once.
        if ((this.#response.socket?.writableLength ?? 0) > 0)
          timer = setTimeout(() => this.#response.destroy(), LIMITS.partTimeoutMs)
      })
    } finally {
      this.#pending = undefined
      clearTimeout(timer)
    }
  }

  end(): void {
    this.#sendHead()
    this.#response.end()
  }

  #sendHead(): void {
    this.#head?.()
    this.#head = undefined
  }
}

/** The client has closed the connection. */
export class ConnectionClosed extends Error {
  constructor() {
    super('the client closed the connection')
  }
}
