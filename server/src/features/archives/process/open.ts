import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { type Entries, parseEntries } from './entries.ts'
import { EXTRACT, runSevenZip, Stop } from './seven-zip.ts'
import { Sink } from './sink.ts'
import type { ArchiveProblem, ArchiveTask } from './task.ts'

/** Finds out what an archive is and what it holds. */

export interface OpenedArchive extends Entries {
  /** Name of the archive in the task's folder: the input, or a tar that was unpacked from it. */
  readonly file: string
  readonly args: readonly string[]
  readonly isSingle: boolean
  readonly isCut: boolean
  readonly isDamaged: boolean
}

/** Formats that hold one file and often a tar. */
const SINGLE_FORMATS: Readonly<Record<string, string>> = {
  gzip: 'gz',
  bzip2: 'bz2',
  xz: 'xz',
  lzma: 'lzma',
  zstd: 'zst',
  z: 'z',
}
const INPUT_FILE = 'input'
const INNER_FILE = 'inner'

/** What 7-Zip prints of an entry, at most on average. */
const PRINTED_PER_ENTRY = 700
const PRINTED_MIN = 1024 * 1024

export async function openArchive(task: ArchiveTask): Promise<OpenedArchive | { problem: ArchiveProblem }> {
  const outer = await entriesOf(task, INPUT_FILE, [])
  if ('problem' in outer) return outer
  const compression = SINGLE_FORMATS[outer.format]
  if (compression === undefined || outer.entries.length > 1) return outer
  if (!(await holdsTar(task))) return { ...outer, isSingle: true }
  const inner = await entriesOf(task, INNER_FILE, ['-ttar'])
  return 'problem' in inner ? inner : { ...inner, format: `tar.${compression}` }
}

async function entriesOf(
  task: ArchiveTask,
  file: string,
  args: readonly string[],
): Promise<OpenedArchive | { problem: ArchiveProblem }> {
  const { folder, entriesMax } = task
  const printedMax = PRINTED_MIN + entriesMax * PRINTED_PER_ENTRY
  const { printed, code, isCut } = await runSevenZip({
    folder,
    file,
    args: ['l', '-slt', ...args],
    printedMax,
  })
  const found = parseEntries(printed, entriesMax + 1)
  if (found.entries.length === 0 && printed.includes('Cannot open encrypted archive'))
    return { problem: 'encrypted' }
  const isWhole = code === 0 || code === 1 || isCut
  if (found.entries.length === 0 && (!isWhole || found.format === '')) return { problem: 'broken' }
  // A tar of `.` begins with the folder itself.
  const entries = found.entries.slice(0, entriesMax).filter(({ path }) => path !== '')
  const isMore = isCut || found.entries.length > entriesMax
  return { ...found, entries, file, args, isSingle: false, isCut: isMore, isDamaged: !isWhole }
}

class NoTar extends Stop {}

/** Unpacks the compressed file if it begins like a tar. */
async function holdsTar({ folder, innerBytesMax }: ArchiveTask): Promise<boolean> {
  const file = openSync(join(folder, INNER_FILE), 'w')
  const onHead = (head: Uint8Array) => {
    if (!isTar(head)) throw new NoTar()
  }
  const sink = new Sink(file, { bytesMax: innerBytesMax, onHead })
  try {
    await runSevenZip({
      folder,
      file: INPUT_FILE,
      args: EXTRACT,
      printedMax: PRINTED_MIN,
      prepare: sink.prepare,
    })
    return sink.written > 0
  } catch (error) {
    if (error instanceof NoTar) return false
    throw error
  } finally {
    closeSync(file)
  }
}

const HEADER_BYTES = 512
const CHECKSUM = { at: 148, length: 8 }
const SPACE = 0x20

/** By the checksum of its first header. */
function isTar(head: Uint8Array): boolean {
  if (head.length < HEADER_BYTES) return false
  const { at, length } = CHECKSUM
  const field = Buffer.from(head.subarray(at, at + length)).toString('latin1')
  const announced = Number.parseInt(field.replaceAll('\0', ' ').trim(), 8)
  const sum = head
    .subarray(0, HEADER_BYTES)
    .reduce((all, byte, index) => all + (index >= at && index < at + length ? SPACE : byte), 0)
  return announced > 0 && announced === sum
}
