import { openDownloads } from '@clouddisk/client/downloads/state'
import { isActive, isFailed, shownItems, waitsForSpace } from '@clouddisk/client/uploads/state'
import type { PanelTab } from './panel/panel-state.ts'
import { useEngine } from './transfers.ts'
import { useDownloads, usePending, useUploads } from './use-transfers.ts'

/** What the header's button shows, derived from the queues (C39). */
export interface TransferCounts {
  /** Files that are uploading, waiting, paused or pending. */
  readonly up: number
  /** Failed uploads that need the user to resume them. */
  readonly failed: number
  readonly down: number
  /** A transfer is running. */
  readonly active: boolean
  /** The tab on which the panel opens (A§2): active transfers first, else any. */
  readonly tab: PanelTab
}

export function useTransferCounts(): TransferCounts {
  const engine = useEngine()
  const uploads = useUploads(engine)
  const downloads = useDownloads(engine)
  const open = shownItems(uploads).filter(({ status }) => status !== 'success')
  const failed = open.filter((item) => isFailed(item) && !waitsForSpace(item)).length
  const up = open.length - failed + usePending(engine).files
  const down = openDownloads(downloads).length
  const uploading = uploads.items.some((item) => isActive(item) || item.status === 'ready')
  const tab =
    uploading || (down === 0 && (uploads.items.length > 0 || downloads.downloads.length === 0))
      ? 'upload'
      : 'download'
  return { up, failed, down, active: uploading || down > 0, tab }
}
