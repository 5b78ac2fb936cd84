import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Segment, type StoredSegment, totalLength } from './segments.ts'

/**
 * A ZIP of stored content (APPNOTE.TXT 6.3.10): UTF-8 names, ZIP64 where needed, no compression and no data
 * descriptors, because every length and CRC-32 is known. The whole archive is laid out before the first byte
 * is sent.
 */

export interface ZipEntry {
  /** Slash-separated; a folder's ends with a slash. */
  readonly path: string
  readonly modifiedAt: Date
  /** Absent for a folder. */
  readonly content?: StoredSegment & { readonly crc32: number }
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const END = 0x06054b50

const MADE_BY_UNIX = (3 << 8) | 45
const UTF8_NAMES = 1 << 11
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o040755
const DOS_FOLDER = 0x10
const MAX16 = 0xffff
const MAX32 = 0xffffffff

/** Entries processed between two turns of the event loop. */
const YIELD_EVERY = 500

export async function layOutZip(entries: readonly ZipEntry[]): Promise<Segment[]> {
  const segments: Segment[] = []
  const directory: Buffer[] = []
  /** Consecutive headers, which become one segment. */
  let headers: Buffer[] = []
  let offset = 0
  const flush = () => {
    if (headers.length > 0) segments.push(Buffer.concat(headers))
    headers = []
  }
  for (const [n, entry] of entries.entries()) {
    directory.push(centralHeader(entry, offset))
    const header = localHeader(entry)
    headers.push(header)
    offset += header.length
    if (entry.content && entry.content.length > 0) {
      flush()
      const { bucket, key, etag, length, crc32 } = entry.content
      segments.push({ bucket, key, etag, length, crc32 })
      offset += entry.content.length
    }
    if (n % YIELD_EVERY === YIELD_EVERY - 1) await othersTurn()
  }
  headers.push(...directory, endRecord(entries.length, totalLength(directory), offset))
  flush()
  return segments
}

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.path)
  const size = entry.content?.length ?? 0
  // A local header has both sizes or none.
  const extra = Buffer.concat([size >= MAX32 ? zip64([size, size]) : EMPTY, timeField(entry.modifiedAt)])
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL, 0)
  header.writeUInt16LE(versionFor(size >= MAX32), 4)
  header.writeUInt16LE(UTF8_NAMES, 6)
  writeCommon(header, 10, entry, size)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const name = Buffer.from(entry.path)
  const size = entry.content?.length ?? 0
  const wide = [...(size >= MAX32 ? [size, size] : []), ...(offset >= MAX32 ? [offset] : [])]
  const extra = Buffer.concat([wide.length > 0 ? zip64(wide) : EMPTY, timeField(entry.modifiedAt)])
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(MADE_BY_UNIX, 4)
  header.writeUInt16LE(versionFor(wide.length > 0), 6)
  header.writeUInt16LE(UTF8_NAMES, 8)
  writeCommon(header, 12, entry, size)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(entry.content ? FILE_MODE * 2 ** 16 : FOLDER_MODE * 2 ** 16 + DOS_FOLDER, 38)
  header.writeUInt32LE(Math.min(offset, MAX32), 42)
  return Buffer.concat([header, name, extra])
}

/** Time, date, CRC-32 and both sizes, in the same order in both headers. */
function writeCommon(header: Buffer, at: number, entry: ZipEntry, size: number): void {
  const { date, time } = dosTime(entry.modifiedAt)
  header.writeUInt16LE(time, at)
  header.writeUInt16LE(date, at + 2)
  header.writeUInt32LE(entry.content?.crc32 ?? 0, at + 4)
  header.writeUInt32LE(Math.min(size, MAX32), at + 8)
  header.writeUInt32LE(Math.min(size, MAX32), at + 12)
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(Math.min(count, MAX16), 8)
  end.writeUInt16LE(Math.min(count, MAX16), 10)
  end.writeUInt32LE(Math.min(size, MAX32), 12)
  end.writeUInt32LE(Math.min(offset, MAX32), 16)
  const fits = count < MAX16 && size < MAX32 && offset < MAX32
  return fits ? end : Buffer.concat([end64(count, size, offset), locator64(offset + size), end])
}

function end64(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(END64, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(MADE_BY_UNIX, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  return end
}

function locator64(offset: number): Buffer {
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(LOCATOR64, 0)
  locator.writeBigUInt64LE(BigInt(offset), 8)
  locator.writeUInt32LE(1, 16)
  return locator
}

const EMPTY = Buffer.alloc(0)
const versionFor = (wide: boolean): number => (wide ? 45 : 20)

/** Values that do not fit into their 32 bits, in the order of the header. */
function zip64(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [i, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * i)
  return field
}

/** Time of last modification in UTC, to the second ("UT"); the DOS time has no time zone. */
function timeField(date: Date): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.floor(date.getTime() / 1000))), 5)
  return field
}

/** Resolution of two seconds, from 1980 to 2107. */
function dosTime(date: Date): { date: number; time: number } {
  const year = date.getUTCFullYear() - 1980
  if (year < 0) return { date: (1 << 5) | 1, time: 0 }
  if (year > 127) return { date: (127 << 9) | (12 << 5) | 31, time: 0 }
  return {
    date: (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
  }
}
