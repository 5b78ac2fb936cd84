import { createHash, type Hash } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { counted } from '@clouddisk/contract/format'
import type { FileStore } from './destination.ts'
import type { StoredFile } from './manifest.ts'

/** Files of a generation: compressed, with the hash of the compressed bytes. */

/** The fastest level: backups run during work, and text compresses well at it. */
const LEVEL = 1

/** Compresses a stream into a new file; durable when it resolves. */
export async function writeCompressed(
  files: FileStore,
  file: string,
  source: Readable | AsyncIterable<string>,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  const counted = { bytes: 0 }
  await pipeline(source, createGzip({ level: LEVEL }), (chunks: AsyncIterable<Buffer>) =>
    files.write(file, passing(chunks, hash, counted)),
  )
  return { file, bytes: counted.bytes, sha256: hash.digest('hex') }
}

/** Writes a small file uncompressed. */
export async function writeWhole(files: FileStore, file: string, content: Buffer): Promise<StoredFile> {
  await files.write(file, [content])
  return { file, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
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

export const readCompressed = (files: FileStore, file: string): Readable => {
  const source = files.read(file)
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error))
  text.on('close', () => source.destroy())
  return source.pipe(text)
}

export async function* linesOf(files: FileStore, file: string): AsyncIterable<string> {
  const text = readCompressed(files, file)
  try {
    yield* createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })
  } finally {
    text.destroy()
  }
}

/** What is wrong with a file, worded to follow its name; undefined if it is intact. */
export async function fileFaultOf(
  files: FileStore,
  { file, bytes, sha256 }: StoredFile,
): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    const found = await files.bytesOf(file)
    if (found === undefined) return 'is missing'
    if (found !== bytes) return `has ${counted(found, 'byte')} instead of ${bytes}`
    for await (const chunk of files.read(file)) hash.update(chunk)
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
  return hash.digest('hex') === sha256 ? undefined : 'is damaged'
}
