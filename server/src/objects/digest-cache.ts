import { LRUCache } from 'lru-cache'
import type { Digest, DigestOptions } from './port.ts'

const MAX_ENTRIES = 10_000

/** Digests of objects that were hashed while they were received, or read since. */
export class DigestCache {
  readonly #digests = new LRUCache<string, Promise<Digest>>({ max: MAX_ENTRIES })

  has(id: string): boolean {
    return this.#digests.has(id)
  }

  /** Undefined if the object has to be read. Callers during a read share its result. */
  find(id: string, { md5 = false, fresh = false }: DigestOptions): Promise<Digest | undefined> | undefined {
    const known = fresh ? undefined : this.#digests.get(id)
    return known && md5 ? known.then((digest) => (digest.md5 ? digest : undefined)) : known
  }

  /** Failed digests are not kept. */
  set(id: string, digest: Promise<Digest>): void {
    const kept = digest.then(withOwnMemory)
    this.#digests.set(id, kept)
    kept.catch(() => {
      if (this.#digests.get(id) === kept) this.#digests.delete(id)
    })
  }

  delete(id: string): void {
    this.#digests.delete(id)
  }
}

/** Node cuts small buffers out of pieces of 64 KiB, each of which stays whole as long as one of them is kept. */
const withOwnMemory = ({ sha256, md5, ...rest }: Digest): Digest => ({
  ...rest,
  sha256: copyOf(sha256),
  ...(md5 && { md5: copyOf(md5) }),
})

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
