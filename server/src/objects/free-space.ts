import { statfs } from 'node:fs/promises'
import { StoreFull } from './port.ts'

const FRESH_MS = 1000

/** Refuses bytes before the disk is full to the brim: the database beside the objects needs room to go on. */
export class FreeSpace {
  readonly #folder: string
  readonly #keepFree: number
  #known: { bytes: number; at: number } | undefined

  constructor(folder: string, keepFree: number) {
    this.#folder = folder
    this.#keepFree = keepFree
  }

  /** StoreFull where `bytes` more would leave less than what is kept free. */
  async must(bytes: number): Promise<void> {
    if ((await this.#free()) - bytes < this.#keepFree) throw new StoreFull()
  }

  async #free(): Promise<number> {
    const now = performance.now()
    if (!this.#known || now - this.#known.at > FRESH_MS) {
      const { bavail, bsize } = await statfs(this.#folder)
      this.#known = { bytes: bavail * bsize, at: now }
    }
    return this.#known.bytes
  }
}
