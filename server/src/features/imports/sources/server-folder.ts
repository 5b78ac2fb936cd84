import { constants } from 'node:fs'
import { lstat, open as openFile, readdir, readlink } from 'node:fs/promises'
import { IMPORT_ENTRIES_MAX } from '@clouddisk/contract/imports'
import { refuse } from '../../../errors/refusal.ts'
import {
  encodeSegment,
  nameOf,
  type Source,
  SourceChanged,
  type SourceEntry,
  type SourceFile,
  segmentBytes,
  segmentsOf,
  shownPath,
  timeOf,
} from './entry.ts'

/** A folder on the server as a source. Links are never followed, whoever puts them there meanwhile. */

const SLASH = Buffer.from('/')

/** `root`: an absolute path without links in it. */
export function openServerFolder(root: string): Source {
  const placeOf = (path: string): Buffer =>
    Buffer.concat([
      Buffer.from(root === '/' ? '' : root),
      ...segmentsOf(path).flatMap((segment) => [SLASH, segmentBytes(segment)]),
    ])
  return {
    list: (path) => list(path, placeOf(path)),
    open: (path, signal) => open(path, placeOf(path), signal),
    close: () => undefined,
  }
}

const CHUNK = 256 * 1024
const LISTED_AS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
const READ_AS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function list(path: string, place: Buffer): Promise<SourceEntry[]> {
  const folder = await openHere(path, place, LISTED_AS)
  try {
    // By its descriptor, so that it stays the one that was checked.
    const here = `/proc/self/fd/${folder.fd}`
    const names = await readdir(here, { encoding: 'buffer' }).catch(refuseFault)
    if (names.length > IMPORT_ENTRIES_MAX)
      refuse('import_too_many', { name: shownPath(path), limit: IMPORT_ENTRIES_MAX })
    const entries: SourceEntry[] = []
    for (const name of names) {
      const entry = await entryOf(here, name)
      if (entry) entries.push(entry)
    }
    return entries
  } finally {
    await folder.close()
  }
}

async function entryOf(folder: string, name: Buffer): Promise<SourceEntry | undefined> {
  const stats = await lstat(Buffer.concat([Buffer.from(folder), SLASH, name])).catch(() => undefined)
  if (!stats) return undefined
  const segment = encodeSegment(name)
  const kind = stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other'
  const size = kind === 'file' ? stats.size : null
  return { segment, name: nameOf(segment), kind, size, modifiedAt: timeOf(stats.mtimeMs), etag: null }
}

const refuseFault = (error: NodeJS.ErrnoException): never =>
  refuse('import_unreachable', { fault: 'disk', code: error.code ?? error.message })

/** Opens it unless a link is on the way. */
async function openHere(path: string, place: Buffer, flags: number) {
  const name = shownPath(path)
  const file = await openFile(place, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') return refuse('import_denied', { name })
    if (error.code === 'ELOOP') return refuse('import_not_a_file', { name })
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return refuse('import_gone', { name })
    return refuseFault(error)
  })
  const real = await readlink(`/proc/self/fd/${file.fd}`, { encoding: 'buffer' })
  if (real.equals(place)) return file
  await file.close()
  return refuse('import_gone', { name })
}

async function open(path: string, place: Buffer, signal: AbortSignal): Promise<SourceFile> {
  const file = await openHere(path, place, READ_AS)
  const stats = await file.stat()
  if (!stats.isFile()) {
    await file.close()
    return refuse('import_not_a_file', { name: shownPath(path) })
  }
  const { size } = stats
  return { size, bytes: read(), close: () => file.close() }

  async function* read(): AsyncGenerator<Buffer> {
    for (let done = 0; done < size; ) {
      signal.throwIfAborted()
      // What is added meanwhile stays out.
      const length = Math.min(CHUNK, size - done)
      const { bytesRead, buffer } = await file
        .read(Buffer.allocUnsafe(length), 0, length, done)
        .catch(refuseFault)
      if (bytesRead === 0) throw new SourceChanged()
      done += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }
}
