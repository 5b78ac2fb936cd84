import { createStore } from '../../../lib/store.ts'

/** Whether transfers have succeeded since the list was last empty; the minimized bar then announces it. */
export interface Completions {
  readonly uploads: boolean
  /** Started; the browser does not report how they end. */
  readonly downloads: boolean
}

const NOTHING: Completions = { uploads: false, downloads: false }

export const completions = createStore<Completions>(NOTHING)

const set = (change: Partial<Completions>) => {
  const now = { ...completions.get(), ...change }
  const before = completions.get()
  if (now.uploads !== before.uploads || now.downloads !== before.downloads) completions.set(now)
}

/** Follows the upload list: the first item of an empty list resets the value, a success sets it. */
export function trackUploads(
  before: readonly { status: string }[],
  now: readonly { status: string }[],
): void {
  if (before.length === 0 && now.length > 0) set({ uploads: false })
  if (now.some(({ status }) => status === 'success')) set({ uploads: true })
}

export const markDownloadStarted = (): void => set({ downloads: true })
export const clearCompletions = (): void => set(NOTHING)
