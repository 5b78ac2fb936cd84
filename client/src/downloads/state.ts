import type { DownloadItem } from '@clouddisk/contract/downloads'
import type { ErrorName } from '@clouddisk/contract/errors'

/** The download queue as plain data (A§3, R78). A browser takes over what is started, and tells nothing more. */

/** `started`: handed to the browser, which may still ask where to save; `done` soon after. */
export type DownloadStatus = 'waiting' | 'started' | 'done' | 'failed'

export interface DownloadError {
  readonly name: ErrorName | 'unreachable' | 'unknown'
  readonly errcode: number | null
  /** The server's words; null where nothing was answered ("Network Error"). */
  readonly message: string | null
  readonly traceId: string | null
}

export interface Download {
  readonly id: string
  /** What is fetched: one file, or several items as one ZIP. */
  readonly what:
    | { readonly kind: 'file'; readonly item: DownloadItem }
    | { readonly kind: 'archive'; readonly items: readonly [DownloadItem, ...DownloadItem[]] }
  readonly instanceName: string
  /** Bytes; of an archive known once its address is. */
  readonly fileSize: number | null
  readonly status: DownloadStatus
  readonly error: DownloadError | null
  /** ms since the epoch. */
  readonly addedAt: number
}

export interface DownloadState {
  readonly downloads: readonly Download[]
  readonly online: boolean
  readonly userId: string | null
  /** False after a 401 until the same person has signed in again. */
  readonly signedIn: boolean
}

export interface DownloadCounts {
  readonly waiting: number
  readonly started: number
  readonly done: number
  readonly failed: number
}

export function downloadCounts({ downloads }: DownloadState): DownloadCounts {
  const counts = { waiting: 0, started: 0, done: 0, failed: 0 }
  for (const { status } of downloads) counts[status]++
  return counts
}

/** For the badge and the tab: what has not ended. */
export const openDownloads = (state: DownloadState): Download[] =>
  state.downloads.filter(({ status }) => status === 'waiting' || status === 'started')

/** Fits `useSyncExternalStore`. */
export interface DownloadQueue {
  snapshot(): DownloadState
  subscribe(listener: () => void): () => void
  /** Files one after the other; answers the new ids. */
  add(files: readonly DownloadItem[]): string[]
  /** Folders, or a whole choice, as one ZIP. */
  addArchive(items: readonly [DownloadItem, ...DownloadItem[]]): string
  retry(ids: readonly string[]): void
  /** Takes them off the list; what the browser has begun goes on. */
  remove(ids: readonly string[]): void
  setOnline(online: boolean): void
  /** null: signed out. A new id clears the list (R114). */
  setUser(userId: string | null): void
  stop(): void
}
