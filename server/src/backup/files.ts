import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { StoredFile } from './manifest.ts'

/** Files of a generation: compressed, and known by their hash as they lie there. */

/** The fastest: a database is dumped while people work, and text shrinks well by it. */
const LEVEL = 1

/** Compresses what comes into a new file, durable when it answers but for its name. */
export async function writeCompressed(
  folder: string,
  file: string,
  source: Readable | AsyncIterable<string>,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  const counted = { bytes: 0 }
  const target = createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(source, createGzip({ level: LEVEL }), (chunks) => passing(chunks, hash, counted), target)
  return { file, bytes: counted.bytes, sha256: hash.digest('hex') }
}

async function* passing(
  chunks: AsyncIterable<Buffer>,
  hash: Hash,
  counted: { bytes: number },
): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    counted.bytes += chunk.length
    yield chunk
  }
}

export const readCompressed = (folder: string, file: string): Readable => {
  const source = createReadStream(join(folder, file))
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error))
  return source.pipe(text)
}

export const linesOf = (folder: string, file: string): AsyncIterable<string> =>
  createInterface({ input: readCompressed(folder, file), crlfDelay: Number.POSITIVE_INFINITY })

/** What is wrong with a file, in words that follow its name; undefined where it is what was written. */
export async function faultOf(
  folder: string,
  { file, bytes, sha256 }: StoredFile,
): Promise<string | undefined> {
  const path = join(folder, file)
  const found = await stat(path).catch(() => undefined)
  if (!found) return 'is missing'
  if (found.size !== bytes) return `has ${found.size} bytes instead of ${bytes}`
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
  return hash.digest('hex') === sha256 ? undefined : 'is damaged'
}
