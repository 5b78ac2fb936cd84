import { createStore } from '../lib/store.ts'

/** The address of a visit: `link` is the link's, and `folder` an open folder of it, so that Back leads out again. */

const parameter = (name: string): string | undefined =>
  new URLSearchParams(location.search).get(name)?.trim() || undefined

/** Of the whole visit; another link is another document. Empty without one. */
export const linkPath = parameter('link') ?? ''

const folder = createStore(parameter('folder'))
addEventListener('popstate', () => folder.set(parameter('folder')))

/** The open folder's id; undefined for what the link opens. */
export const useFolder = folder.use

export function openFolder(id: string | undefined): void {
  const address = new URL(location.href)
  if (id === undefined) address.searchParams.delete('folder')
  else address.searchParams.set('folder', id)
  history.pushState(null, '', address)
  folder.set(id)
}
