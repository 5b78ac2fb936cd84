import { inlineOf } from '@clouddisk/contract/filetypes'
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
const JPEG_HEAD_BYTES = 4 * 1024 * 1024

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
  const pixels =
    (await sizeOf(head)) ?? (isJpeg(head) ? jpegSize(await readHead(reader, JPEG_HEAD_BYTES)) : undefined)
  return pixels ? { detected, pixels } : { detected: 'broken' }
}

async function readHead(reader: ObjectReader, bytes: number): Promise<Buffer> {
  const length = Math.min(bytes, reader.size)
  const buffer = Buffer.alloc(length)
  return length === 0 ? buffer : buffer.subarray(0, await reader.read(buffer, length, 0))
}

/** Only of the first bytes: the library takes quadratic time for hostile content. */
async function sizeOf(head: Uint8Array): Promise<Probed['pixels']> {
  // Loaded by the first picture, as it makes starts slower.
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(head)
    return width > 0 && height > 0 ? { width, height } : undefined
  } catch {
    // The library throws for content it cannot read.
    return undefined
  }
}

const isJpeg = (head: Uint8Array): boolean => head[0] === 0xff && head[1] === 0xd8

/** Skips from segment to segment up to the one with the sides of the picture. */
function jpegSize(bytes: Buffer): Probed['pixels'] {
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at)
    const length = bytes.readUInt16BE(at + 2)
    if (marker < 0xffc0 || length < 2) return undefined
    if (isFrameHeader(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + length
  }
  return undefined
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie between them. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc
