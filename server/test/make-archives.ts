import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateRawSync } from 'node:zlib'
import iconv from 'iconv-lite'

/** Archives for tests: by the programs of the machine, and byte by byte where no program makes them. */

const run = promisify(execFile)

/** Runs a command in a folder with these files; returns what it wrote to the file `made`. */
export async function archiveBy(
  command: readonly [string, ...string[]],
  made: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'clouddisk-archive-'))
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    const [program, ...args] = command
    await run(program, args, { cwd: folder })
    return await readFile(join(folder, made))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A name in an encoding of old archivers. */
export const legacyName = (name: string, encoding: string): Buffer => iconv.encode(name, encoding)

export interface ZipEntry {
  /** In whatever encoding; folders end in a slash. */
  readonly name: string | Buffer
  readonly content?: Buffer
  /** Of Unix, such as 0o120777 of a link. */
  readonly mode?: number
  /** Bytes that the directory claims instead of the true ones. */
  readonly claimedSize?: number
}

const DEFLATED = 8
const VERSION = 20
const UNIX = 3
/** 2024-05-06 07:08:10 */
const DOS_TIME = [(7 << 11) | (8 << 5) | 5, ((2024 - 1980) << 9) | (5 << 5) | 6] as const

/** A zip file without the mark that its names are UTF-8. */
export function rawZip(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content = Buffer.alloc(0), mode, claimedSize = content.length } of entries) {
    const nameBytes = Buffer.from(name)
    const packed = deflateRawSync(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(VERSION, 0)
    facts.writeUInt16LE(DEFLATED, 4)
    facts.writeUInt16LE(DOS_TIME[0], 6)
    facts.writeUInt16LE(DOS_TIME[1], 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claimedSize, 18)
    facts.writeUInt16LE(nameBytes.length, 22)
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), facts, nameBytes, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((mode ?? 0) << 16) >>> 0, 6)
    tail.writeUInt32LE(at, 10)
    const maker = Buffer.from([VERSION, mode === undefined ? 0 : UNIX])
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), maker, facts, tail, nameBytes)
    at += 4 + facts.length + nameBytes.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}

/** A RAR 5 archive with one stored file. */
export function rar5(name: string, content: Buffer): Buffer {
  const signature = Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1')
  const nameBytes = Buffer.from(name)
  const crc = Buffer.alloc(4)
  crc.writeUInt32LE(crc32(content))
  const main = header([1, 0, 0])
  const file = header([
    ...[2, 2, ...vint(content.length)],
    // File flags: its checksum is there.
    ...[4, ...vint(content.length), ...vint(0o100644), ...crc],
    // Stored; made on Unix.
    ...[0, 1, ...vint(nameBytes.length), ...nameBytes],
  ])
  return Buffer.concat([signature, main, file, content, header([5, 0, 0])])
}

function header(fields: readonly number[]): Buffer {
  const body = Buffer.from([...vint(fields.length), ...fields])
  const crc = Buffer.alloc(4)
  crc.writeUInt32LE(crc32(body))
  return Buffer.concat([crc, body])
}

function vint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}
