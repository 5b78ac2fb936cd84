import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'

export interface Zip {
  /** Of all entries, in lower case. */
  readonly names: readonly string[]
  /** Undefined if there is no such entry. */
  entry(name: string): AsyncIterable<Buffer> | undefined
}

/** Reads a ZIP file in memory. Throws if it is corrupt, has more than `entriesMax` entries or inflates to more than `bytesMax`. */
export async function openZip(
  bytes: Buffer,
  { entriesMax, bytesMax }: { entriesMax: number; bytesMax: number },
): Promise<Zip> {
  const file = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  if (file.entryCount > entriesMax) throw new Error('too many entries')
  const entries = new Map<string, Entry>()
  for await (const entry of file.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  let left = bytesMax
  async function* inflated(entry: Entry) {
    let sum = 0
    for await (const chunk of await file.openReadStreamPromise(entry)) {
      // The sizes in the headers are not trusted.
      left -= chunk.length
      if (left < 0) throw new Error('inflates to too much')
      sum = crc32(chunk, sum)
      yield chunk as Buffer
    }
    if (sum !== entry.crc32) throw new Error('wrong checksum')
  }
  return {
    names: [...entries.keys()],
    entry: (name) => {
      const entry = entries.get(name.toLowerCase())
      return entry && inflated(entry)
    },
  }
}
