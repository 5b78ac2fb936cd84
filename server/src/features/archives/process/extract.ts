import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from './entries.ts'
import { type OpenedArchive, openArchive } from './open.ts'
import { keyOfPath } from './raw-names.ts'
import { EXTRACT, runSevenZip, type SevenZipRun } from './seven-zip.ts'
import { Sink } from './sink.ts'
import {
  type ArchiveAnswer,
  DATA_FILE,
  type ExtractedEntry,
  type ExtractTask,
  MANIFEST_FILE,
} from './task.ts'

/** Extracts the chosen entries: their bytes to one file, what they are to another. */
export async function extract(task: ExtractTask): Promise<ArchiveAnswer> {
  const opened = await openArchive(task)
  if ('problem' in opened) return opened
  if (opened.isCut) return { problem: 'too_many' }
  const found = opened.isSingle ? opened.entries : chosenEntries(opened.entries, task.paths)
  const chosen = lastOfEach(withoutAmbiguous(opened.entries, found))
  const wanted = new Set(chosen.filter(({ isFolder, fault }) => !isFolder && !fault).map(({ key }) => key))
  // The size in a gzip file is that of its last 4 GiB.
  const announced = opened.isSingle
    ? undefined
    : announcedBytes(opened.entries.filter(({ key, isFolder }) => !isFolder && wanted.has(key)))
  if (announced !== undefined && announced > task.bytesMax) return { problem: 'too_large', bytes: announced }
  const data = openSync(join(task.folder, 'output', DATA_FILE), 'w')
  const sink = new Sink(data, {
    // More than the archive announces is an attack.
    bytesMax: Math.min(task.bytesMax, announced ?? Number.POSITIVE_INFINITY),
    ...(!opened.isSingle && { isWanted: (key: string) => wanted.has(key) }),
  })
  let faults: ReadonlyMap<string, Fault>
  try {
    faults = wanted.size === 0 ? new Map() : await extractTo(sink, task, opened)
  } finally {
    closeSync(data)
  }
  const extracted = chosen.map((entry) => extractedEntry(entry, opened.isSingle, sink, faults))
  writeManifest(task, extracted)
  const files = extracted.filter(({ at }) => at !== undefined)
  return { done: true, files: files.length, bytes: files.reduce((sum, { size = 0 }) => sum + size, 0) }
}

/** 7-Zip extracts `../a` to `a`: nothing is taken for an entry that it could replace. */
function withoutAmbiguous(all: readonly Entry[], found: readonly Entry[]): Entry[] {
  const unsafe = new Set(all.filter(({ fault }) => fault === 'unsafe').map(({ key }) => key))
  return found.map((entry) => (unsafe.has(entry.key) ? { ...entry, fault: 'unsafe' } : entry))
}

/** Of entries with the same path the last one counts, as where an archive was appended to. */
const lastOfEach = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.path, entry])).values(),
]

function chosenEntries(entries: readonly Entry[], paths: readonly string[] | undefined): readonly Entry[] {
  if (!paths) return entries
  const chosen = new Set(paths)
  const isChosen = (path: string): boolean => {
    if (chosen.has(path)) return true
    const slash = path.lastIndexOf('/')
    return slash > 0 && isChosen(path.slice(0, slash))
  }
  return entries.filter(({ path }) => isChosen(path))
}

/** Undefined where an entry does not say its size. */
function announcedBytes(entries: readonly Entry[]): number | undefined {
  let sum = 0
  for (const { size } of entries) {
    if (size === null) return undefined
    sum += size
  }
  return sum
}

type Fault = 'encrypted' | 'damaged'

const PRINTED_MAX = 32 * 1024 ** 2

/** Faults by key; '' stands for entries of which nothing is known. */
async function extractTo(
  sink: Sink,
  { folder }: ExtractTask,
  { file, args }: OpenedArchive,
): Promise<ReadonlyMap<string, Fault>> {
  const { prepare } = sink
  return faultsIn(
    await runSevenZip({ folder, file, args: [...EXTRACT, ...args], printedMax: PRINTED_MAX, prepare }),
  )
}

const ERROR_LINE = /^ERROR: (.+?) : (.+)$/

/** `ERROR: Wrong password : docs/a.txt` */
function faultsIn({ printed }: SevenZipRun): Map<string, Fault> {
  const faults = new Map<string, Fault>()
  for (const line of printed.toString('latin1').split('\n')) {
    const [, message = '', path = ''] = ERROR_LINE.exec(line) ?? []
    if (path) faults.set(keyOfPath(Buffer.from(path, 'latin1')), faultOf(message))
  }
  return faults
}

const faultOf = (message: string): Fault => (/password|encrypted/i.test(message) ? 'encrypted' : 'damaged')

function extractedEntry(
  entry: Entry,
  isSingle: boolean,
  sink: Sink,
  faults: ReadonlyMap<string, Fault>,
): ExtractedEntry {
  const { key, isFolder, time, size } = entry
  const about = { path: isSingle ? '' : entry.path, isFolder, time }
  if (entry.fault) return { ...about, fault: entry.fault }
  if (isFolder) return about
  const extent = isSingle ? sink.only() : sink.find(key)
  const fault = isSingle ? [...faults.values()][0] : faults.get(key)
  if (fault || !extent || (size !== null && !isSingle && extent.size !== size))
    return { ...about, fault: fault ?? 'damaged' }
  return { ...about, ...extent }
}

const LINES_AT_ONCE = 1000

function writeManifest({ folder }: ExtractTask, entries: readonly ExtractedEntry[]): void {
  const file = openSync(join(folder, 'output', MANIFEST_FILE), 'w')
  for (let at = 0; at < entries.length; at += LINES_AT_ONCE) {
    const lines = entries.slice(at, at + LINES_AT_ONCE).map((entry) => `${JSON.stringify(entry)}\n`)
    writeSync(file, lines.join(''))
  }
  closeSync(file)
}
