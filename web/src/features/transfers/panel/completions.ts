import { createStore } from '../../../lib/store.ts'

/** What has come to a good end since the lists last began anew: without any there is nothing to announce. */
export interface Completions {
  readonly uploads: boolean
  /** Handed to the browser; what it makes of them nobody tells. */
  readonly downloads: boolean
}

const NOTHING: Completions = { uploads: false, downloads: false }

export const completions = createStore<Completions>(NOTHING)

const set = (change: Partial<Completions>) => {
  const now = { ...completions.get(), ...change }
  const before = completions.get()
  if (now.uploads !== before.uploads || now.downloads !== before.downloads) completions.set(now)
}

/** Follows the upload list: a first item begins it anew, a finished one is worth telling. */
export function trackUploads(
  before: readonly { status: string }[],
  now: readonly { status: string }[],
): void {
  if (before.length === 0 && now.length > 0) set({ uploads: false })
  if (now.some(({ status }) => status === 'success')) set({ uploads: true })
}

export const markDownloadStarted = (): void => set({ downloads: true })
/** It was told. */
export const clearCompletions = (): void => set(NOTHING)
