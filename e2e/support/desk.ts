import { createHash, randomFillSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Real files, as they lie on a person's own machine: to be picked and dropped. */
export interface Desk {
  readonly folder: string
  /** A file of random bytes (a number is their count) or with this content; its path. `name` may have folders in it. */
  file(name: string, content: number | string | Uint8Array): Promise<string>
  /** An empty folder; its path. */
  emptyFolder(name: string): Promise<string>
  /** Path of something on it. */
  at(name: string): string
  clear(): Promise<void>
}

export async function newDesk(): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'clouddisk-desk-'))
  const at = (name: string) => join(folder, name)
  return {
    folder,
    at,
    file: async (name, content) => {
      await mkdir(dirname(at(name)), { recursive: true })
      if (typeof content === 'number') await writeRandom(at(name), content)
      else await writeFile(at(name), content)
      return at(name)
    },
    emptyFolder: async (name) => {
      await mkdir(at(name), { recursive: true })
      return at(name)
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

const PIECE = 8 * 1024 * 1024

/** Random bytes, a piece at a time, so that files larger than the memory can be made. */
async function writeRandom(path: string, size: number): Promise<void> {
  const file = await open(path, 'w')
  const piece = Buffer.allocUnsafe(Math.min(PIECE, size))
  for (let at = 0; at < size; at += piece.length)
    await file.write(randomFillSync(piece), 0, Math.min(piece.length, size - at), at)
  await file.close()
}

/** Hex SHA-256 of a file's bytes, read as a stream. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: PIECE }), hash)
  return hash.digest('hex')
}
