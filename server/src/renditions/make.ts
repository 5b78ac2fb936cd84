import { constants } from 'node:fs'
import { type FileHandle, lstat, open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from '@node-rs/crc32'
import { recordPending, takeObject } from '../content/pending.ts'
import type { Context } from '../context.ts'
import type { Conversion, Conversions } from '../conversion/conversions.ts'
import { ConversionFailed } from '../conversion/limits.ts'
import { newId } from '../db/ids.ts'
import { NoSuchObject } from '../objects/port.ts'
import type { StoredObject } from '../objects/stores.ts'
import { type Converter, type MadeFile, partOf } from './converter.ts'
import { deleteRenditions } from './evict.ts'
import * as store from './store.ts'
import * as work from './work-store.ts'

/** Makes one rendition: content to a file, the conversion, the result into the object store. */

export interface Maker {
  readonly ctx: Context
  readonly conversions: Conversions
  readonly worker: string
  readonly converter: Converter
  /** Aborted if another worker has the request by now. */
  readonly signal: AbortSignal
  readonly onProgress: Conversion['report']
}

/** Returns the bytes stored. Throws ConversionFailed, and what the store and the disk throw. */
export async function makeRendition(maker: Maker, claimed: work.ClaimedRendition): Promise<number> {
  const { ctx, conversions, converter, signal, onProgress } = maker
  const source = await store.sourceOf(ctx.db.reader, claimed, converter.from?.kind)
  if (!source) {
    await deleteRenditions(ctx, [claimed.id])
    return 0
  }
  return conversions.convert(
    async (conversion) => {
      try {
        await copyToFile(ctx, source, conversion)
      } catch (error) {
        if (source.renditionId === null || !(error instanceof NoSuchObject)) throw error
        // Whoever needs it asks again, for what it is made from first.
        await deleteRenditions(ctx, [source.renditionId, claimed.id])
        return 0
      }
      const made = await converter.make(conversion, partOf(claimed.kind))
      const file = await openResult(conversion.folder, made.path)
      try {
        return await save(maker, claimed.id, source.bucket, { ...made, file })
      } finally {
        await file.close()
      }
    },
    { signal, lane: converter.lane ?? 'quick', onProgress },
  )
}

const CHUNK = 1024 * 1024

/** What the database and uploads on the same disk keep, whatever is converted. */
const KEPT_FREE = 1024 ** 3

/** Bytes that conversions may use of the disk of a folder. */
export async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - KEPT_FREE)
}

/** Room for the file and for as much again that is made of it. Throws if there is none: it is tried again later. */
async function requireRoom(folder: string, size: number): Promise<void> {
  if ((await roomIn(folder)) < 2 * size) throw new Error(`no room to convert ${size} bytes in ${folder}`)
}

/** Writes content to the folder's input. Throws if it is damaged, or if there is no room. */
export async function copyToFile(
  ctx: Context,
  source: StoredObject & { crc32: number | null },
  { folder, signal }: Conversion,
): Promise<void> {
  const reader = await ctx.stores.open(source)
  await requireRoom(folder.path, reader.size).catch(async (error) => {
    await reader.close()
    throw error
  })
  const file = await open(folder.input, 'wx', 0o600)
  try {
    const chunk = Buffer.allocUnsafe(CHUNK)
    let sum = 0
    for (let at = 0; at < reader.size; ) {
      if (signal.aborted) throw new ConversionFailed('stopped')
      const filled = await reader.read(chunk, Math.min(CHUNK, reader.size - at), at)
      if (filled === 0) throw new Error(`object ${source.key} ended early`)
      const bytes = chunk.subarray(0, filled)
      sum = crc32(bytes, sum)
      await file.writeFile(bytes)
      at += filled
    }
    // Nothing is remembered for damaged content.
    if (source.crc32 !== null && sum !== source.crc32) throw new Error(`object ${source.key} is damaged`)
  } finally {
    await file.close()
    await reader.close()
  }
}

/** Opens what a program has made, which is not trusted: no link leads elsewhere, and nothing but a file is read. */
async function openResult({ output }: Conversion['folder'], path: string): Promise<FileHandle> {
  if (dirname(path) !== output || !(await lstat(output)).isDirectory())
    throw new ConversionFailed('broken', 'its result is elsewhere')
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => {
    throw new ConversionFailed('broken', 'has no result')
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new ConversionFailed('broken', 'its result is no file')
}

async function save(
  { ctx, worker, converter }: Maker,
  id: string,
  sourceBucket: string,
  { file, meta = {} }: MadeFile & { file: FileHandle },
): Promise<number> {
  const { stores } = ctx
  const bucket = stores.stateOf(sourceBucket) === 'active' ? sourceBucket : stores.home.bucket
  const objects = stores.of(bucket)
  const object = { bucket, key: newId() }
  const { size } = await file.stat()
  let sum = 0
  // A row before its first byte, so that a crash leaves nothing untracked.
  await recordPending(ctx, object)
  await objects.putObject(
    object.key,
    size,
    Readable.from(
      readFile(file, (bytes) => {
        sum = crc32(bytes, sum)
      }),
    ),
  )
  const { etag } = await objects.seal(object.key)
  await ctx.db.transact(async (tx) => {
    await takeObject(tx, object)
    const values = { ...object, etag, bytes: size, crc32: sum, meta, version: converter.version }
    if (!(await work.markReady(ctx, tx, worker, id, values))) throw new ConversionFailed('stopped')
  })
  return size
}

async function* readFile(file: FileHandle, onBytes: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at)
    if (bytesRead === 0) return
    at += bytesRead
    const bytes = buffer.subarray(0, bytesRead)
    onBytes(bytes)
    yield bytes
  }
}
