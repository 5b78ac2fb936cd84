import { openDownloads } from '@clouddisk/client/downloads/state'
import { countsOf, isActive } from '@clouddisk/client/uploads/state'
import type { PanelTab } from './panel/panel-door.ts'
import { useEngine } from './transfers.ts'
import { useDownloads, useUploads } from './use-transfers.ts'

/** What the header's button shows, derived from the queues (C39). */
export interface TransferCounts {
  /** Files that have not ended. */
  readonly up: number
  readonly down: number
  /** Something moves right now. */
  readonly active: boolean
  /** Where the panel opens (A§2): on what is active, else on what is there. */
  readonly tab: PanelTab
}

export function useTransferCounts(): TransferCounts {
  const engine = useEngine()
  const uploads = useUploads(engine)
  const downloads = useDownloads(engine)
  const { current, total } = countsOf(uploads)
  const up = total - current
  const down = openDownloads(downloads).length
  const uploading = uploads.items.some((item) => isActive(item) || item.status === 'ready')
  const tab =
    uploading || (down === 0 && (uploads.items.length > 0 || downloads.downloads.length === 0))
      ? 'upload'
      : 'download'
  return { up, down, active: uploading || down > 0, tab }
}
