import { preferences } from '../lib/preferences.ts'
import { readStored, writeStored } from '../lib/storage.ts'

/** Where the root leads (A§2): to the personal files unless the person set another page. */

const PAGES = [
  '/personalFile',
  '/groupFile',
  '/fileShare',
  '/mySharing',
  '/myCollect',
  '/personalTable',
  '/recycleBin',
] as const
const LAST = 'clouddisk.lastPage'

export function startAddress(): (typeof PAGES)[number] {
  const { startPage } = preferences()
  const chosen = startPage === 'last' ? readStored(LAST) : `/${startPage}`
  return PAGES.find((page) => page === chosen) ?? PAGES[0]
}

/** Stores a page of the menu as the one that was open last. */
export function rememberPage(pathname: string): void {
  if (PAGES.some((page) => page === pathname)) writeStored(LAST, pathname)
}
