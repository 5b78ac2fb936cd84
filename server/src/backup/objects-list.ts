import type { FileStore } from './destination.ts'
import { linesOf, writeCompressed } from './files.ts'
import type { Manifest, StoredFile } from './manifest.ts'

/** The objects of a generation, a line each: key, bytes, SHA-256. */

const FILE = 'objects.gz'

export interface ListedObject {
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
}

export const writeList = (files: FileStore, objects: AsyncIterable<ListedObject>): Promise<StoredFile> =>
  writeCompressed(files, FILE, lines(objects))

async function* lines(objects: AsyncIterable<ListedObject>): AsyncIterable<string> {
  for await (const { key, size, sha256 } of objects) yield `${key} ${size} ${sha256.toString('hex')}\n`
}

export async function* listedObjects(files: FileStore, { objects }: Manifest): AsyncIterable<ListedObject> {
  for await (const line of linesOf(files, objects.file)) {
    const [key = '', size, sha256 = ''] = line.split(' ')
    yield { key, size: Number(size), sha256: Buffer.from(sha256, 'hex') }
  }
}
