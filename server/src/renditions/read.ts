import { crc32 } from '@node-rs/crc32'
import type { Context } from '../context.ts'
import { NoSuchObject, ObjectCorrupted } from '../objects/port.ts'
import type { ReadyRendition } from './types.ts'

/** A small rendition as a whole; undefined if its object is lost or damaged. */
export async function readRendition(
  { stores, log }: Context,
  rendition: ReadyRendition,
): Promise<Buffer | undefined> {
  const { bytes, crc32: sum, key, bucket } = rendition
  const buffer = Buffer.allocUnsafe(bytes)
  try {
    const reader = await stores.open(rendition)
    try {
      for (let at = 0; at < bytes; ) {
        const filled = await reader.read(buffer.subarray(at), bytes - at, at)
        if (filled === 0) break
        at += filled
      }
    } finally {
      await reader.close()
    }
    if (crc32(buffer) === sum) return buffer
  } catch (error) {
    if (!(error instanceof NoSuchObject || error instanceof ObjectCorrupted)) throw error
  }
  log.warn({ bucket, key }, 'a preview is lost or damaged; it is made again')
  return undefined
}
