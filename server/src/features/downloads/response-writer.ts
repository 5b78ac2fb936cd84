import type { ServerResponse } from 'node:http'
import { LIMITS } from '@clouddisk/contract/limits'
import type { TokenBucket } from '../../objects/token-bucket.ts'

/** The way to one reader: a write ends when its bytes have left, or when the line is cut. */
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

  /** `chunk` may be overwritten once this has ended well. A reader that takes nothing for too long is cut off. */
  async write(chunk: Buffer): Promise<void> {
    this.#sendHead()
    for (let at = 0; at < chunk.length; ) {
      const rest = chunk.length - at
      const bytes = this.#pace.isFree ? rest : Math.min(rest, this.#pace.turn)
      if (!this.#pace.isFree) await this.#throttle(bytes)
      await this.#send(bytes === chunk.length ? chunk : chunk.subarray(at, at + bytes))
      at += bytes
    }
  }

  /** Ends when that many bytes may pass. */
  async #throttle(bytes: number): Promise<void> {
    if (this.#response.destroyed) throw new ConnectionClosed()
    let leave: (() => void) | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        this.#pending = reject
        leave = this.#pace.pass(bytes, resolve)
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

  end(): void {
    this.#sendHead()
    this.#response.end()
  }

  #sendHead(): void {
    this.#head?.()
    this.#head = undefined
  }
}

/** The reader has gone; nobody is left to tell. */
export class ConnectionClosed extends Error {
  constructor() {
    super('the reader has gone')
  }
}
