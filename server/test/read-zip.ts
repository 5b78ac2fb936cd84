import zlib from 'node:zlib'

/** A strict reader of stored ZIPs, for tests: every header must agree with every other. */

export interface ReadEntry {
  readonly path: string
  readonly bytes: Buffer
  readonly modifiedAt: Date
  readonly mode: number
}

/** `at` reads a stretch of the archive, so that it need not be in memory. */
export function readZip(at: (offset: number, length: number) => Buffer, size: number): ReadEntry[] {
  const { count, directory, length } = findDirectory(at, size)
  const headers = at(directory, length)
  const entries: ReadEntry[] = []
  let offset = 0
  let expected = 0
  for (let i = 0; i < count; i++) {
    const central = readCentral(headers.subarray(offset))
    if (central.offset !== expected) throw new Error(`entry ${i} is at ${central.offset}, not ${expected}`)
    const { entry, end } = readLocal(at, central)
    entries.push(entry)
    expected = end
    offset += central.length
  }
  if (offset !== length || expected !== directory) throw new Error('the directory does not fit')
  return entries
}

export const readZipBytes = (bytes: Buffer): ReadEntry[] =>
  readZip((offset, length) => bytes.subarray(offset, offset + length), bytes.length)

function findDirectory(at: (offset: number, length: number) => Buffer, size: number) {
  const end = at(size - 22, 22)
  must(end.readUInt32LE(0) === 0x06054b50, 'no end of directory')
  const plain = { count: end.readUInt16LE(10), length: end.readUInt32LE(12), directory: end.readUInt32LE(16) }
  if (plain.count < 0xffff && plain.length < 0xffffffff && plain.directory < 0xffffffff) return plain
  const locator = at(size - 42, 20)
  must(locator.readUInt32LE(0) === 0x07064b50, 'no locator')
  const end64 = at(Number(locator.readBigUInt64LE(8)), 56)
  must(end64.readUInt32LE(0) === 0x06064b50, 'no ZIP64 end of directory')
  return {
    count: Number(end64.readBigUInt64LE(32)),
    length: Number(end64.readBigUInt64LE(40)),
    directory: Number(end64.readBigUInt64LE(48)),
  }
}

function readCentral(header: Buffer) {
  must(header.readUInt32LE(0) === 0x02014b50, 'no directory entry')
  must(header.readUInt16LE(10) === 0, 'not stored')
  const nameLength = header.readUInt16LE(28)
  const extraLength = header.readUInt16LE(30)
  const extra = fields(header.subarray(46 + nameLength, 46 + nameLength + extraLength))
  const wide = extra.get(1)
  let used = 0
  const widened = (value: number): number => {
    if (value !== 0xffffffff || !wide) return value
    used += 8
    return Number(wide.readBigUInt64LE(used - 8))
  }
  const [size, packed] = [widened(header.readUInt32LE(24)), widened(header.readUInt32LE(20))]
  must(size === packed, 'two sizes')
  return {
    path: header.toString('utf8', 46, 46 + nameLength),
    crc32: header.readUInt32LE(16),
    size,
    mode: header.readUInt32LE(38) >>> 16,
    offset: widened(header.readUInt32LE(42)),
    length: 46 + nameLength + extraLength,
  }
}

function readLocal(at: (offset: number, length: number) => Buffer, central: ReturnType<typeof readCentral>) {
  const header = at(central.offset, 30)
  must(header.readUInt32LE(0) === 0x04034b50, 'no local header')
  must(header.readUInt16LE(6) === 0x0800, 'flags')
  const nameLength = header.readUInt16LE(26)
  const extraLength = header.readUInt16LE(28)
  const rest = at(central.offset + 30, nameLength + extraLength)
  const extra = fields(rest.subarray(nameLength))
  const size =
    header.readUInt32LE(22) === 0xffffffff
      ? Number(extra.get(1)?.readBigUInt64LE(0))
      : header.readUInt32LE(22)
  must(rest.toString('utf8', 0, nameLength) === central.path, 'two names')
  must(size === central.size && header.readUInt32LE(14) === central.crc32, 'two sizes or checksums')
  const start = central.offset + 30 + nameLength + extraLength
  const bytes = at(start, size)
  must(zlib.crc32(bytes) === central.crc32, `checksum of ${central.path}`)
  const modifiedAt = new Date((extra.get(0x5455)?.readInt32LE(1) ?? 0) * 1000)
  return { entry: { path: central.path, bytes, modifiedAt, mode: central.mode }, end: start + size }
}

function fields(extra: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  for (let at = 0; at < extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    found.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not a sound ZIP: ${what}`)
}
