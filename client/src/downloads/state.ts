import type { DownloadItem } from '@clouddisk/contract/downloads'
import type { ErrorName } from '@clouddisk/contract/errors'

/** The download queue as plain data (A§3, R78). The browser takes over started downloads and reports nothing more. */

/** `started`: passed to the browser, which may still ask where to save; `done` soon after. */
type DownloadStatus = 'waiting' | 'started' | 'done' | 'failed'

export interface DownloadError {
  readonly name: ErrorName | 'unreachable' | 'unknown'
  readonly errcode: number | null
  /** Text of the server; null if there was no response ("Network Error"). */
  readonly message: string | null
  readonly traceId: string | null
}

export interface Download {
  readonly id: string
  /** One file, or several items as one ZIP. */
  readonly what:
    | { readonly kind: 'file'; readonly item: DownloadItem }
    | { readonly kind: 'archive'; readonly items: readonly [DownloadItem, ...DownloadItem[]] }
  readonly instanceName: string
  /** Bytes. Of an archive known once its URL is. */
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
  /** False after a 401 until the same user has signed in again. */
  readonly signedIn: boolean
}

interface DownloadCounts {
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

/** Unfinished downloads, for badge and tab. */
export const openDownloads = (state: DownloadState): Download[] =>
  state.downloads.filter(({ status }) => status === 'waiting' || status === 'started')

/** Suits `useSyncExternalStore`. */
export interface DownloadQueue {
  snapshot(): DownloadState
  subscribe(listener: () => void): () => void
  /** Queues files; returns their ids. */
  add(files: readonly DownloadItem[]): string[]
  /** Queues folders or a whole selection as one ZIP. */
  addArchive(items: readonly [DownloadItem, ...DownloadItem[]]): string
  retry(ids: readonly string[]): void
  /** Removes downloads from the list. Downloads in the browser continue. */
  remove(ids: readonly string[]): void
  setOnline(online: boolean): void
  /** Null: signed out. Another user's id clears the list (R114). */
  setUser(userId: string | null): void
  stop(): void
}
