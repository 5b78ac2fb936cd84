import type { FileToUpload } from '@clouddisk/client/uploads/state'
import type { DroppedItem } from './dropped.ts'

/** Walks dropped items in chunks, so that the page stays responsive. */

/** Handles to read a file again after a restart: its own and the dropped folder's, which needs one prompt. */
export interface FileHandles {
  readonly file: FileSystemFileHandle
  readonly root: FileSystemDirectoryHandle | null
}

/** A chunk of the walk. */
export interface WalkChunk {
  readonly files: FileToUpload<File>[]
  /** Every folder met, as pieces from the dropped one down. */
  readonly folders: (readonly string[])[]
  /** Unreadable paths. */
  readonly unreadable: string[]
}

export const CHUNK = 200

type WalkStep =
  | { kind: 'file'; file: FileToUpload<File> }
  | { kind: 'folder'; path: readonly string[] }
  | { kind: 'unreadable'; path: string }

/** Yields at most CHUNK steps at a time, and yields to the browser between them. */
export async function* walk(dropped: readonly DroppedItem[]): AsyncGenerator<WalkChunk> {
  let found: WalkChunk = { files: [], folders: [], unreadable: [] }
  let steps = 0
  for await (const step of stepsOf(dropped)) {
    if (step.kind === 'file') found.files.push(step.file)
    else if (step.kind === 'folder') found.folders.push(step.path)
    else found.unreadable.push(step.path)
    if (++steps % CHUNK !== 0) continue
    yield found
    found = { files: [], folders: [], unreadable: [] }
    await yieldToBrowser()
  }
  yield found
}

/** Files of a picker as a walk; a folder picker tells the folders only by its files' paths. */
export async function* walkPicked(files: readonly File[]): AsyncGenerator<WalkChunk> {
  for (let start = 0; start < files.length; start += CHUNK) {
    if (start > 0) await yieldToBrowser()
    const chunk = files.slice(start, start + CHUNK)
    yield { files: chunk.map(picked), folders: [], unreadable: [] }
  }
}

const picked = (file: File): FileToUpload<File> =>
  newFile(file, file.webkitRelativePath.split('/').slice(0, -1))

const newFile = (file: File, path: readonly string[], handle?: FileHandles): FileToUpload<File> => ({
  file,
  name: file.name,
  lastModified: file.lastModified,
  path,
  ...(handle ? { handle } : {}),
})

interface Scheduling {
  scheduler?: { yield?: () => Promise<void> }
}

const yieldToBrowser = (): Promise<void> =>
  (globalThis as Scheduling).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0))

/**
 * Entries list every name. A FileSystemDirectoryHandle does not: Chromium hides what it holds unsafe (`.lnk`, `.url`,
 * `desktop.ini`, `con.txt`, a trailing dot), so handles only serve to read a file again after a restart.
 */
async function* stepsOf(dropped: readonly DroppedItem[]): AsyncGenerator<WalkStep> {
  for (const item of dropped) {
    if (item.entry) yield* entrySteps(item.entry, [], entryHandles(await item.handle))
    else if (item.file) yield { kind: 'file', file: newFile(item.file, []) }
  }
}

/** Handles of an entry: its own, and the dropped folder's. Both null where the browser gives none. */
interface EntryHandles {
  readonly own: FileSystemHandle | null
  readonly root: FileSystemDirectoryHandle | null
}

const entryHandles = (handle: FileSystemHandle | null): EntryHandles => ({
  own: handle,
  root: handle && isFolderHandle(handle) ? handle : null,
})

async function* entrySteps(
  entry: FileSystemEntry,
  path: readonly string[],
  { own, root }: EntryHandles,
): AsyncGenerator<WalkStep> {
  const here = [...path, entry.name]
  try {
    if (isFileEntry(entry)) {
      const handle = own && isFileHandle(own) ? { file: own, root } : undefined
      yield { kind: 'file', file: newFile(await fileOf(entry), path, handle) }
    } else if (isFolderEntry(entry)) {
      yield { kind: 'folder', path: here }
      const reader = entry.createReader()
      for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
        const handles = await Promise.all(batch.map((child) => handleIn(own, child)))
        for (const [at, child] of batch.entries())
          yield* entrySteps(child, here, { own: handles[at] ?? null, root })
      }
    }
  } catch {
    yield { kind: 'unreadable', path: here.join('/') }
  }
}

/** Null for a name that the browser considers unsafe. */
async function handleIn(
  folder: FileSystemHandle | null,
  child: FileSystemEntry,
): Promise<FileSystemHandle | null> {
  if (!folder || !isFolderHandle(folder)) return null
  const handle = child.isFile ? folder.getFileHandle(child.name) : folder.getDirectoryHandle(child.name)
  return handle.catch(() => null)
}

const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
const isFolderHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle =>
  handle.kind === 'directory'
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))
/** A reader returns about a hundred entries at a time, and none at the end. */
const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
