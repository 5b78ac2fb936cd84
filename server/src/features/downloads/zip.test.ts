// @module-tag long
import { execFile, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readZip } from '../../../test/read-zip.ts'
import { type Segment, totalLength } from './segments.ts'
import { layOutZip, type ZipEntry } from './zip.ts'

const run = promisify(execFile)
const GIB = 1024 ** 3
const OUTPUT = { maxBuffer: 64 * 1024 * 1024 }

/** Programs that people open archives with, where this machine has them. */
const isHere = (program: string) => spawnSync(program, ['--help']).error === undefined
const withUnzip = it.skipIf(!isHere('unzip'))
/** Its name differs from system to system. */
const SEVEN_ZIP = ['7zz', '7z'].find(isHere)
const with7z = it.skipIf(!SEVEN_ZIP)
const withPython = it.skipIf(!isHere('python3'))

let folder: string
let contents: Map<string, Buffer>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-zip-'))
  contents = new Map()
})
afterEach(() => rm(folder, { recursive: true }))

const TIME = new Date('2024-02-29T12:34:56Z')
const file = (path: string, bytes: Buffer, modifiedAt = TIME): ZipEntry => {
  contents.set(path, bytes)
  return {
    path,
    modifiedAt,
    content: { bucket: 'b', key: path, etag: null, length: bytes.length, crc32: zlib.crc32(bytes) },
  }
}
const directory = (path: string): ZipEntry => ({ path, modifiedAt: TIME })

/** Content that is not held is a hole, which reads as zeros and takes no space. */
async function write(segments: readonly Segment[]): Promise<string> {
  const path = join(folder, 'a.zip')
  await writeFile(path, '')
  await truncate(path, totalLength(segments))
  const out = await open(path, 'r+')
  let pending: Buffer[] = []
  let at = 0
  const flush = async (end: number) => {
    const bytes = Buffer.concat(pending)
    await out.write(bytes, 0, bytes.length, end - bytes.length)
    pending = []
  }
  for (const segment of segments) {
    const bytes = Buffer.isBuffer(segment) ? segment : contents.get(segment.key)
    if (bytes) pending.push(bytes)
    else await flush(at)
    at += segment.length
  }
  await flush(at)
  await out.close()
  return path
}

function read(path: string, size: number) {
  const fd = openSync(path, 'r')
  try {
    return readZip((offset, length) => {
      const bytes = Buffer.alloc(length)
      for (let done = 0; done < length; )
        done += readSync(fd, bytes, done, Math.min(GIB, length - done), offset + done)
      return bytes
    }, size)
  } finally {
    closeSync(fd)
  }
}

const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')

/** What Python's zipfile reads in it: sizes, times, SHA-1 of the content, modes. */
async function readWithPython(path: string): Promise<Record<string, [number, number[], string, number]>> {
  const script = `
import hashlib, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps({i.filename: [i.file_size, list(i.date_time), hashlib.sha1(z.read(i)).hexdigest(), i.external_attr >> 16] for i in z.infolist()}))`
  const { stdout } = await run('python3', ['-c', script, path], OUTPUT)
  return JSON.parse(stdout)
}

describe('a ZIP', () => {
  const files = {
    '报告/二月 “1”.txt': randomBytes(10),
    '报告/deep/er/a.bin': randomBytes(300_000),
    'empty.txt': Buffer.alloc(0),
    'émoji 😀.png': randomBytes(1),
  }
  const entries = () => [
    ...['报告/', '报告/deep/', 'nothing in it/'].map(directory),
    ...Object.entries(files).map(([path, bytes]) => file(path, bytes)),
  ]
  const some = async () => write(await layOutZip(entries()))

  it('holds names, folders, contents and times', async () => {
    const path = await some()
    const found = read(path, (await stat(path)).size)
    expect(found.map((entry) => entry.path)).toEqual(entries().map((entry) => entry.path))
    expect(found.map((entry) => entry.modifiedAt)).toEqual(entries().map(() => TIME))
    expect(found.slice(0, 3).map((entry) => entry.mode)).toEqual([0o040755, 0o040755, 0o040755])
    for (const [name, bytes] of Object.entries(files)) {
      expect(found.find((entry) => entry.path === name)).toMatchObject({ bytes, mode: 0o100644 })
    }
  })

  withUnzip('is read by unzip', async () => {
    const env = { ...process.env, TZ: 'Asia/Shanghai', LC_ALL: 'C.UTF-8' }
    await run('unzip', ['-qq', await some(), '-d', join(folder, 'out')], { env })
    const out = join(folder, 'out', '报告', 'deep', 'er', 'a.bin')
    expect(await readFile(out)).toEqual(files['报告/deep/er/a.bin'])
    expect((await stat(out)).mtime).toEqual(TIME)
    expect((await stat(join(folder, 'out', 'nothing in it'))).isDirectory()).toBe(true)
  })

  with7z('is read by 7z', async () => {
    const { stdout } = await run(SEVEN_ZIP ?? '', ['t', await some()])
    expect(stdout).toContain('Everything is Ok')
  })

  withPython('is read by Python', async () => {
    const found = await readWithPython(await some())
    expect(Object.keys(found)).toEqual(entries().map((entry) => entry.path))
    for (const [name, bytes] of Object.entries(files)) {
      expect(found[name]).toEqual([bytes.length, [2024, 2, 29, 12, 34, 56], sha1(bytes), 0o100644])
    }
  })

  it('holds nothing too', async () => {
    const segments = await layOutZip([])
    expect(read(await write(segments), totalLength(segments))).toEqual([])
  })

  withPython('bears times that no ZIP can', async () => {
    const path = await write(
      await layOutZip([
        file('old', randomBytes(1), new Date(0)),
        file('new', randomBytes(1), new Date('2200-01-01')),
      ]),
    )
    const found = await readWithPython(path)
    expect(found.old?.[1].slice(0, 3)).toEqual([1980, 1, 1])
    expect(found.new?.[1].slice(0, 3)).toEqual([2107, 12, 31])
  })

  describe('of more than 65,535 files', () => {
    const many = () =>
      layOutZip(Array.from({ length: 70_000 }, (_, i) => file(`f${i}`, Buffer.from(String(i)))))

    it('holds them all', async () => {
      const segments = await many()
      const found = read(await write(segments), totalLength(segments))
      expect(found).toHaveLength(70_000)
      expect(found.every((entry, i) => entry.path === `f${i}` && entry.bytes.toString() === String(i))).toBe(
        true,
      )
    })

    withUnzip('is read by unzip', async () => {
      await run('unzip', ['-tqq', await write(await many())], OUTPUT)
    })
    with7z('is read by 7z', async () => {
      expect((await run(SEVEN_ZIP ?? '', ['t', await write(await many())], OUTPUT)).stdout).toContain(
        'Files: 70000',
      )
    })
    withPython('is read by Python', async () => {
      const found = await readWithPython(await write(await many()))
      expect(Object.keys(found)).toHaveLength(70_000)
      expect(found.f69999?.[2]).toBe(sha1(Buffer.from('69999')))
    })
  })

  describe('of more than 4 GiB', () => {
    const size = 4 * GIB + 1
    const large = async () => {
      const zeros = { bucket: 'b', key: 'zeros', etag: null, length: size, crc32: crcOfZeros(size) }
      const behind = file('behind.txt', Buffer.from('behind 4 GiB'))
      return write(await layOutZip([{ path: 'zeros.bin', modifiedAt: TIME, content: zeros }, behind]))
    }

    withUnzip('is read by unzip', async () => {
      const path = await large()
      expect((await run('unzip', ['-l', path])).stdout).toContain(String(size))
      expect((await run('unzip', ['-p', path, 'behind.txt'])).stdout).toBe('behind 4 GiB')
    })
    with7z('is read by 7z', async () => {
      const { stdout } = await run(SEVEN_ZIP ?? '', ['l', '-slt', await large()])
      expect(stdout).toContain(`Size = ${size}`)
    })
    withPython('is read by Python', async () => {
      const script =
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print([i.file_size for i in z.infolist()], z.read("behind.txt"))'
      const { stdout } = await run('python3', ['-c', script, await large()])
      expect(stdout).toBe(`[${size}, 12] b'behind 4 GiB'\n`)
    })
  })
})

function crcOfZeros(size: number): number {
  const zeros = Buffer.alloc(16 * 1024 * 1024)
  let crc = 0
  for (let left = size; left > 0; left -= zeros.length) crc = zlib.crc32(zeros.subarray(0, left), crc)
  return crc
}
