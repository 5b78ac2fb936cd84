import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere, undefinedIfAbsent } from './disk-io.ts'
import { isKey, Layout } from './layout.ts'

/**
 * Walks the folders of a disk store. Network drives and file managers leave files of their own there (`.DS_Store`, `@eaDir`,
 * `.nfs…`), which are neither objects nor faults.
 */

interface Found {
  readonly key?: string
  /** Path of a file or folder that is not an object. */
  readonly foreign?: string
}

/** Keys of stored objects, in order. */
export async function* storedKeys(layout: Layout): AsyncIterable<string> {
  for await (const { key } of walk(layout)) if (key !== undefined) yield key
}

/** Paths of foreign files in the folder of a store; none if there is no store. */
export async function* foreignFiles(folder: string): AsyncIterable<string> {
  const layout = new Layout(folder)
  if (!(await isThere(layout.storedFolder))) return
  for await (const { foreign } of walk(layout)) if (foreign !== undefined) yield foreign
}

async function* walk(layout: Layout): AsyncIterable<Found> {
  const [upperName, lowerName] = Layout.FOLDERS
  for (const upper of sorted(await readdir(layout.storedFolder, { withFileTypes: true }))) {
    const above = join(layout.storedFolder, upper.name)
    if (!mayBeFolder(upper, upperName)) {
      yield { foreign: above }
      continue
    }
    for (const lower of await entriesOf(above)) {
      const folder = join(above, lower.name)
      if (!mayBeFolder(lower, lowerName)) {
        yield { foreign: folder }
        continue
      }
      for (const entry of await entriesOf(folder)) {
        const path = join(folder, entry.name)
        const isOurs = isKey(entry.name) && layout.stored(entry.name) === path && !entry.isDirectory()
        yield isOurs ? { key: entry.name } : { foreign: path }
      }
    }
  }
}

/** A link to a folder on a larger disk counts. */
const mayBeFolder = (entry: Dirent, name: RegExp): boolean => name.test(entry.name) && !entry.isFile()

const entriesOf = async (folder: string): Promise<Dirent[]> =>
  sorted((await undefinedIfAbsent(readdir(folder, { withFileTypes: true }))) ?? [])

const sorted = (entries: Dirent[]): Dirent[] => entries.sort((a, b) => (a.name < b.name ? -1 : 1))
