import { createStore } from '../lib/store.ts'

/**
 * The address of a visit: `link` is the link's, `folder` an open folder of it, so that Back leads out again, and `keyword` what
 * is searched for there.
 */

const parameter = (name: string): string | undefined =>
  new URLSearchParams(location.search).get(name)?.trim() || undefined

/** Of the whole visit; another link is another document. Empty without one. */
export const linkPath = parameter('link') ?? ''

const place = () => ({ folder: parameter('folder'), keyword: parameter('keyword') ?? '' })
const shown = createStore(place())
addEventListener('popstate', () => shown.set(place()))

/** The open folder's id, undefined for what the link opens; and the keyword, empty without a search. */
export const usePlace = shown.use

export function openFolder(id: string | undefined): void {
  history.pushState(null, '', withParameters({ folder: id, keyword: undefined }))
  shown.set(place())
}

/** Searches in the open folder. */
export function searchFor(keyword: string | undefined): void {
  history.replaceState(null, '', withParameters({ keyword }))
  shown.set(place())
}

function withParameters(changed: Record<string, string | undefined>): URL {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(changed))
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  return address
}
