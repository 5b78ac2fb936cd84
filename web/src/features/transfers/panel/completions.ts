import { createStore } from '../../../lib/store.ts'

/** What has come to a good end since the lists last began anew: without any there is nothing to announce. */
export interface Ended {
  readonly uploads: boolean
  /** Handed to the browser; what it makes of them nobody tells. */
  readonly downloads: boolean
}

const NOTHING: Ended = { uploads: false, downloads: false }

export const ended = createStore<Ended>(NOTHING)

const set = (change: Partial<Ended>) => {
  const now = { ...ended.get(), ...change }
  const before = ended.get()
  if (now.uploads !== before.uploads || now.downloads !== before.downloads) ended.set(now)
}

/** Follows the upload list: a first item begins it anew, a finished one is worth telling. */
export function followUploads(
  before: readonly { status: string }[],
  now: readonly { status: string }[],
): void {
  if (before.length === 0 && now.length > 0) set({ uploads: false })
  if (now.some(({ status }) => status === 'success')) set({ uploads: true })
}

export const downloadHandedOver = (): void => set({ downloads: true })
/** It was told. */
export const forgetEnded = (): void => set(NOTHING)
