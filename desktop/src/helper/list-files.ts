import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Lists what the person has chosen. */

export interface ListedFile {
  readonly path: string
  readonly name: string
  readonly size: number
  /** Folders from the chosen one down to the file; `path` is where it lies. */
  readonly folders: readonly string[]
}

export interface Listing {
  readonly files: readonly ListedFile[]
  /** Of folders without anything in them, from the chosen one down. */
  readonly emptyFolders: readonly (readonly string[])[]
  /** Number of entries that could not be read. */
  readonly unreadable: number
}

/** Reading of a folder stops after this many files; so many are refused anyway. */
export class TooManyFiles extends Error {}

export async function listFiles(paths: readonly string[]): Promise<Listing> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  const files = paths.flatMap((path, at): ListedFile[] => {
    const one = found[at]
    return one?.isFile() ? [{ path, name: basename(path), size: one.size, folders: [] }] : []
  })
  return { files, emptyFolders: [], unreadable: paths.length - files.length }
}

/**
 * Links are not followed: what they lead to lies elsewhere, or the folder within itself.
 * @throws TooManyFiles
 */
export async function listFolder(root: string, filesMax: number): Promise<Listing> {
  const files: ListedFile[] = []
  const emptyFolders: (readonly string[])[] = []
  let unreadable = 0
  const waiting = [{ path: root, folders: [basename(root)] }]
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const { path, folders } = folder
    const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined)
    if (!entries) unreadable++
    else if (entries.length === 0) emptyFolders.push(folders)
    for (const entry of entries ?? []) {
      const at = join(path, entry.name)
      if (entry.isDirectory()) waiting.push({ path: at, folders: [...folders, entry.name] })
      if (!entry.isFile()) continue
      const size = await lstat(at).then(
        (one) => one.size,
        () => undefined,
      )
      if (size === undefined) unreadable++
      else files.push({ path: at, name: entry.name, size, folders })
      if (files.length > filesMax) throw new TooManyFiles(`more than ${filesMax} files`)
    }
  }
  return { files, emptyFolders, unreadable }
}
