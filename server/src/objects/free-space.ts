import { statfs } from 'node:fs/promises'
import { StoreFull } from './port.ts'

const CACHE_MS = 1000

/** Refuses objects before the disk is full: the database needs free space on it. */
export class FreeSpace {
  readonly #folder: string
  readonly #keepFree: number
  #known: { bytes: number; at: number } | undefined

  constructor(folder: string, keepFree: number) {
    this.#folder = folder
    this.#keepFree = keepFree
  }

  /** Throws StoreFull if `bytes` more would leave too little. */
  async require(bytes: number): Promise<void> {
    if ((await this.#free()) - bytes < this.#keepFree) throw new StoreFull()
  }

  async #free(): Promise<number> {
    const now = performance.now()
    if (!this.#known || now - this.#known.at > CACHE_MS) {
      const { bavail, bsize } = await statfs(this.#folder)
      this.#known = { bytes: bavail * bsize, at: now }
    }
    return this.#known.bytes
  }
}
