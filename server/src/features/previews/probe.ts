import { inlineOf } from '@clouddisk/contract/filetypes'
import { imageSize } from 'image-size'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { NoSuchObject, ObjectCorrupted, type ObjectReader } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { type Detected, detect, HEAD_BYTES } from './detect.ts'

/** Looks into stored content: its type, and the size of a picture, from the first bytes without decoding. */

export interface Probed {
  readonly detected: Detected
  /** Pixels of a picture that browsers show. */
  readonly pixels?: { readonly width: number; readonly height: number }
}

interface ProbedContent extends StoredObject {
  readonly blobId: string
  readonly ext: string
  readonly size: number
}

/** Before the size of a JPEG there may be other pictures and color profiles. */
const PICTURE_HEAD_BYTES = 4 * 1024 * 1024

/** Content never changes. */
const cache = new LRUCache<string, Promise<Probed>>({ max: 10_000 })

export function probe(ctx: Context, content: ProbedContent): Promise<Probed> {
  const key = `${content.blobId} ${content.ext}`
  const known = cache.get(key)
  if (known) return known
  const probing = read(ctx, content)
  cache.set(key, probing)
  // If it fails, the next request retries.
  probing.catch(() => cache.delete(key))
  return probing
}

async function read(ctx: Context, content: ProbedContent): Promise<Probed> {
  try {
    const reader = await ctx.stores.open(content)
    try {
      return await probeObject(reader, content.ext)
    } finally {
      await reader.close()
    }
  } catch (error) {
    if (error instanceof NoSuchObject) refuse('bytes_unavailable')
    if (error instanceof ObjectCorrupted) refuse('content_damaged')
    throw error
  }
}

async function probeObject(reader: ObjectReader, ext: string): Promise<Probed> {
  const head = await readHead(reader, HEAD_BYTES)
  const detected = await detect(ext, head)
  // Drawings have no pixels of their own.
  if (detected === 'broken' || detected.ext === 'svg' || inlineOf(detected.ext)?.kind !== 'picture')
    return { detected }
  const pixels = sizeOf(head) ?? sizeOf(await readHead(reader, PICTURE_HEAD_BYTES))
  return pixels ? { detected, pixels } : { detected: 'broken' }
}

async function readHead(reader: ObjectReader, bytes: number): Promise<Buffer> {
  const length = Math.min(bytes, reader.size)
  const buffer = Buffer.alloc(length)
  return length === 0 ? buffer : buffer.subarray(0, await reader.read(buffer, length, 0))
}

function sizeOf(head: Uint8Array): Probed['pixels'] {
  try {
    const { width, height } = imageSize(head)
    return width > 0 && height > 0 ? { width, height } : undefined
  } catch {
    // The library throws for content it cannot read.
    return undefined
  }
}
