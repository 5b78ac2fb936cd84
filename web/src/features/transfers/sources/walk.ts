import type { NewFile } from '@clouddisk/client/uploads/state'
import type { Dropped } from './dropped.ts'

/** Walks what was dropped, a few at a time, so that neither the page nor a huge folder holds anything up (P23). */

/** How a file can be read again after a restart: its own handle, and the dropped folder's, which is asked for once. */
export interface Handles {
  readonly file: FileSystemFileHandle
  readonly root: FileSystemDirectoryHandle | null
}

/** A stretch of the walk. */
export interface Found {
  readonly files: NewFile<File>[]
  /** Every folder met, as pieces from the dropped one down. */
  readonly folders: (readonly string[])[]
  /** Paths of what could not be read. */
  readonly unreadable: string[]
}

export const CHUNK = 200

type Step =
  | { kind: 'file'; file: NewFile<File> }
  | { kind: 'folder'; path: readonly string[] }
  | { kind: 'unreadable'; path: string }

/** Yields at most CHUNK steps at a time and lets the page breathe between them. */
export async function* walk(dropped: readonly Dropped[]): AsyncGenerator<Found> {
  let found: Found = { files: [], folders: [], unreadable: [] }
  let steps = 0
  for await (const step of stepsOf(dropped)) {
    if (step.kind === 'file') found.files.push(step.file)
    else if (step.kind === 'folder') found.folders.push(step.path)
    else found.unreadable.push(step.path)
    if (++steps % CHUNK !== 0) continue
    yield found
    found = { files: [], folders: [], unreadable: [] }
    await breathe()
  }
  yield found
}

/** Files of a picker as a walk; a folder picker tells the folders only by its files' paths. */
export async function* walkPicked(files: readonly File[]): AsyncGenerator<Found> {
  for (let start = 0; start < files.length; start += CHUNK) {
    if (start > 0) await breathe()
    const chunk = files.slice(start, start + CHUNK)
    yield { files: chunk.map(picked), folders: [], unreadable: [] }
  }
}

const picked = (file: File): NewFile<File> => newFile(file, file.webkitRelativePath.split('/').slice(0, -1))

const newFile = (file: File, path: readonly string[], handle?: Handles): NewFile<File> => ({
  file,
  name: file.name,
  lastModified: file.lastModified,
  path,
  ...(handle ? { handle } : {}),
})

interface Scheduling {
  scheduler?: { yield?: () => Promise<void> }
}

const breathe = (): Promise<void> =>
  (globalThis as Scheduling).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0))

async function* stepsOf(dropped: readonly Dropped[]): AsyncGenerator<Step> {
  for (const item of dropped) {
    const handle = await item.handle
    if (handle) yield* handleSteps(handle, [], null)
    else if (item.entry) yield* entrySteps(item.entry, [])
    else if (item.file) yield { kind: 'file', file: newFile(item.file, []) }
  }
}

async function* handleSteps(
  handle: FileSystemHandle,
  path: readonly string[],
  root: FileSystemDirectoryHandle | null,
): AsyncGenerator<Step> {
  const here = [...path, handle.name]
  try {
    if (isFileHandle(handle)) {
      yield { kind: 'file', file: newFile(await handle.getFile(), path, { file: handle, root }) }
    } else if (isFolderHandle(handle)) {
      yield { kind: 'folder', path: here }
      for await (const child of handle.values()) yield* handleSteps(child, here, root ?? handle)
    }
  } catch {
    yield { kind: 'unreadable', path: here.join('/') }
  }
}

const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
const isFolderHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle =>
  handle.kind === 'directory'

async function* entrySteps(entry: FileSystemEntry, path: readonly string[]): AsyncGenerator<Step> {
  const here = [...path, entry.name]
  try {
    if (entry.isFile) {
      yield { kind: 'file', file: newFile(await fileOf(entry as FileSystemFileEntry), path) }
    } else {
      yield { kind: 'folder', path: here }
      const reader = (entry as FileSystemDirectoryEntry).createReader()
      for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
        for (const child of batch) yield* entrySteps(child, here)
      }
    }
  } catch {
    yield { kind: 'unreadable', path: here.join('/') }
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))
/** A reader answers a hundred or so at a time, and none when it is through. */
const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
