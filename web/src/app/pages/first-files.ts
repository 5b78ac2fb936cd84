import type { FilesArea } from '../../lib/extension-points.ts'
import { loadWithTimeout } from '../../lib/lazy-part.ts'
import { ADDRESS } from '../addresses.ts'
import type { FilesSearch } from './files-entry.ts'

/** The first opening of an area's files. */

export const loadFilesPage = () => import('../../features/files/files-page.tsx')

/** How long the first picture waits for the files page: React shows what comes later only 300 ms after it. */
const WAIT_MS = 150

let isLoaded = false

/**
 * Loads the files page beside what is done meanwhile (the session), then begins to read the folder's rows, before anything
 * is drawn.
 */
export async function openFirstFiles(
  area: FilesArea,
  { folder }: FilesSearch,
  meanwhile: Promise<unknown>,
): Promise<void> {
  if (isLoaded) {
    await meanwhile
    return
  }
  // One that does not load is reported where it would be drawn.
  const loading = loadWithTimeout(loadFilesPage).catch(() => undefined)
  await meanwhile
  const late = new Promise<undefined>((done) => setTimeout(done, WAIT_MS))
  const page = await Promise.race([loading, late])
  if (!page) return
  isLoaded = true
  if (folder !== undefined || area === 'personal') page.prefetchFiles(folder ?? '0')
}

/** The area of an address of files. */
export const areaAt = (path: string): FilesArea | undefined =>
  (Object.keys(ADDRESS) as FilesArea[]).find((area) => ADDRESS[area] === path)
