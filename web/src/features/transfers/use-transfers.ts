import type { DownloadState } from '@clouddisk/client/downloads/state'
import { emptyState } from '@clouddisk/client/uploads/items'
import type { UploadState } from '@clouddisk/client/uploads/state'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Engine } from './engine.ts'
import { openUploadsQuery, unfinishedElsewhere } from './recovery/unfinished.ts'
import { NO_PENDING, type PendingTotals } from './sources/pending-uploads.ts'

/** Hooks that subscribe to the queues. */

const NO_UPLOADS = emptyState()
const NO_DOWNLOADS: DownloadState = { downloads: [], online: true, userId: null, signedIn: false }
const never = () => () => {}

export const useUploads = (engine: Engine | undefined): UploadState =>
  useSyncExternalStore(engine?.uploads.subscribe ?? never, engine?.uploads.snapshot ?? (() => NO_UPLOADS))

export const useDownloads = (engine: Engine | undefined): DownloadState =>
  useSyncExternalStore(
    engine?.downloads.subscribe ?? never,
    engine?.downloads.snapshot ?? (() => NO_DOWNLOADS),
  )

export const usePending = (engine: Engine | undefined): PendingTotals =>
  useSyncExternalStore(engine?.pending.subscribe ?? never, engine?.pending.snapshot ?? (() => NO_PENDING))

/** Unfinished uploads of other browsers, the latest first. */
export function useUnfinished(engine: Engine): OpenUpload[] {
  const { data = [] } = useQuery(openUploadsQuery)
  return unfinishedElsewhere(data, useUploads(engine))
}
