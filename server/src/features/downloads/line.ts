import type { ServerResponse } from 'node:http'
import { LIMITS } from '@clouddisk/contract/limits'

/** The way to one reader: a write ends when its bytes have left, or when the line is cut. */
export class Line {
  readonly #response: ServerResponse
  #pending: ((error: Error) => void) | undefined

  constructor(response: ServerResponse) {
    this.#response = response
    response.once('close', () => this.#pending?.(new LineCut()))
  }

  /** `chunk` may be overwritten once this has ended well. A reader that takes nothing for too long is cut off. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#response.destroyed) throw new LineCut()
    const timer = setTimeout(() => this.#response.destroy(), LIMITS.partTimeoutMs)
    try {
      await new Promise<void>((resolve, reject) => {
        this.#pending = reject
        this.#response.write(chunk, (error) => (error ? reject(new LineCut()) : resolve()))
      })
    } finally {
      this.#pending = undefined
      clearTimeout(timer)
    }
  }

  end(): void {
    this.#response.end()
  }
}

/** The reader has gone; nobody is left to tell. */
export class LineCut extends Error {
  constructor() {
    super('the reader has gone')
  }
}
