import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { GRACE_MS } from '../../content/gc-candidates.ts'
import { recordPending, renewPending } from '../../content/pending.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { NoSuchObject, type ObjectReader } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'

/** Export files in the bucket, where all servers of a cluster reach them for a time. */

/** Puts a file there for `ms`, and answers where. It is a pending object all that time, which the garbage collector deletes afterwards. */
export async function storeExport(
  ctx: Context,
  path: string,
  size: number,
  ms: number,
): Promise<StoredObject> {
  const { home } = ctx.stores
  const key = newId()
  const place = { bucket: home.bucket, key }
  await recordPending(ctx, place)
  await home.putObject(key, size, createReadStream(path))
  const { etag } = await home.seal(key)
  await renewPending(ctx, place, new Date(ctx.now().getTime() + ms - GRACE_MS))
  return { ...place, etag }
}

export async function readStoredExport(
  ctx: Context,
  object: StoredObject,
): Promise<{ content: Readable; size: number }> {
  const reader = await ctx.stores.open(object).catch((error) => {
    if (error instanceof NoSuchObject) return refuseNotFound('export')
    throw error
  })
  return { content: Readable.from(chunksOf(reader)), size: reader.size }
}

const CHUNK = 256 * 1024

async function* chunksOf(reader: ObjectReader): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < reader.size; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, reader.size - at))
      const read = await reader.read(buffer, buffer.length, at)
      if (read === 0) throw new Error('an export file ended early')
      at += read
      yield buffer.subarray(0, read)
    }
  } finally {
    await reader.close()
  }
}
