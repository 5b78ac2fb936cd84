import { createCipheriv, createHash } from 'node:crypto'
import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bytesOf, Random } from '../../../server/test/random.ts'
import { sha256OfFile } from '../../support/desk.ts'

/** What is uploaded: made from a seed, on disk, a piece at a time. */

export const MB = 1024 * 1024
const PIECE = 8 * MB

/** Writes `size` bytes that no two seeds share; their hex SHA-256. */
export async function writeBig(path: string, size: number, seed: number): Promise<string> {
  const cipher = createCipheriv(
    'aes-256-ctr',
    createHash('sha256').update(`big ${seed}`).digest(),
    Buffer.alloc(16),
  )
  const zeros = Buffer.alloc(PIECE)
  const hash = createHash('sha256')
  const file = await open(path, 'wx')
  for (let at = 0; at < size; at += PIECE) {
    const piece = cipher.update(zeros.subarray(0, Math.min(PIECE, size - at)))
    hash.update(piece)
    await file.write(piece)
  }
  await file.close()
  return hash.digest('hex')
}

/** Every file below a folder: its path, with slashes, and what is in it. */
export type Manifest = ReadonlyMap<string, { readonly size: number; readonly sha256: string }>

const SMALLEST = 1
const LARGEST = 5 * MB
const DEPTH = 5

/** So many files, down to five folders below `root`; from 1 byte to 5 MiB, small ones as likely as large. */
export async function writeFolder(root: string, count: number, seed: number): Promise<Manifest> {
  const random = new Random(seed)
  const folders = foldersFor(random)
  const files = new Map<string, { size: number; sha256: string }>()
  for (let n = 0; n < count; n++) {
    const size = n === 0 ? SMALLEST : n === 1 ? LARGEST : Math.round(LARGEST ** random.next())
    // The first ones see to it that no folder stays empty.
    const path = [...(folders[n] ?? random.pick(folders)), nameOf(random, n)].join('/')
    const bytes = bytesOf(seed + n, size)
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), bytes)
    files.set(path, { size, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  return files
}

const PLACES = [
  '市场部',
  '华东 区域',
  '二〇二六年',
  '上海（浦东）',
  '项目资料',
  '合同、报价',
  '设计稿',
  '会议纪要',
]
const SUBJECTS = [
  '年度报告',
  '预算 表',
  '客户名单',
  '产品图',
  '培训材料',
  '发票（扫描）',
  '对账单',
  '方案—终稿',
]
const TYPES = ['docx', 'xlsx', 'pdf', 'png', 'txt', '数据']

/** Two folders on each of the five levels, in one of which the next lie, and the root itself. */
function foldersFor(random: Random): string[][] {
  const all: string[][] = [[]]
  let above: string[] = []
  for (let level = 1; level <= DEPTH; level++) {
    const first = random.int(PLACES.length)
    const second = (first + 1 + random.int(PLACES.length - 1)) % PLACES.length
    const here = [first, second].map((place) => [...above, `${level}级 ${PLACES[place]}`])
    all.push(...here)
    above = random.pick(here)
  }
  return all
}

const nameOf = (random: Random, n: number): string =>
  `${random.pick(SUBJECTS)} ${n + 1}.${random.pick(TYPES)}`

/** What lies below a folder of the disk. */
export async function manifestOf(root: string): Promise<Manifest> {
  const files = new Map<string, { size: number; sha256: string }>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(root.length + 1), {
      size: (await stat(path)).size,
      sha256: await sha256OfFile(path),
    })
  }
  return files
}

/** @throws with the first differences. */
export function compare(what: string, actual: Manifest, wanted: Manifest): void {
  const lines: string[] = []
  for (const [path, { size, sha256 }] of wanted) {
    const found = actual.get(path)
    if (!found) lines.push(`missing: ${path}`)
    else if (found.size !== size || found.sha256 !== sha256) lines.push(`other bytes: ${path}`)
  }
  for (const path of actual.keys()) if (!wanted.has(path)) lines.push(`not ours: ${path}`)
  if (lines.length > 0)
    throw new Error(`${what}: ${lines.length} differences\n${lines.slice(0, 10).join('\n')}`)
}

export const bytesIn = (files: Manifest): number =>
  [...files.values()].reduce((total, { size }) => total + size, 0)
