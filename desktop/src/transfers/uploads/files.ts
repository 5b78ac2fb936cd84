import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { DiskFile, type Links } from './disk-file.ts'

/** Files of the disk for the upload queue. */

/** By this a file is found again after a restart. */
export interface DiskHandle {
  readonly path: string
  /** ms; another time means another content. */
  readonly modified: number
}

export interface FoundFile {
  readonly file: Blob
  readonly handle: DiskHandle
}

/** Small files may go many in one call, whose body is put together of Node's own Blobs. These follow links. */
const SMALL_BYTES = 1024 * 1024

/** @returns undefined if there is no file that can be read. */
export async function findFile(path: string, links: Links): Promise<FoundFile | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const { size, mtimeMs: modified } = found
  const file =
    size <= SMALL_BYTES && links === 'followed'
      ? await openAsBlob(path).catch(() => undefined)
      : DiskFile.of(path, size, modified, links)
  return file && { file, handle: { path, modified } }
}

/** @returns undefined if it is gone or has changed since. */
export async function unchangedFile(
  handle: DiskHandle,
  size: number,
  links: Links,
): Promise<Blob | undefined> {
  const found = await findFile(handle.path, links)
  return found && found.file.size === size && found.handle.modified === handle.modified
    ? found.file
    : undefined
}

/** As a Blob of Node's own: another one cannot refer to the disk by a DiskFile. */
export const inMemory = async (file: Blob): Promise<Blob> =>
  file instanceof DiskFile ? new Blob([await file.arrayBuffer()]) : file
