import type { TRANSFER_STATUSES } from '@clouddisk/contract/desktop'

/** One file on its way to this computer. Stored as it is. */
export interface Download {
  readonly id: string
  readonly userId: string
  readonly instanceId: string
  /** Null: the current content. Absent in what an older client has stored. */
  readonly versionId?: string | null
  readonly fileSharingId: string | null
  readonly linkPath: string | null
  readonly fileName: string
  readonly fileSize: number
  /** Folder on this computer that was chosen for it. */
  readonly folder: string
  /** Folders below it, of a folder that is downloaded. */
  readonly path: readonly string[]
  readonly status: (typeof TRANSFER_STATUSES)[number]
  /** Bytes in the part file. */
  readonly received: number
  /** Of the version that the part file holds bytes of; null before the first answer. */
  readonly etag: string | null
  /** The file, once it is complete; noted before it gets the name. */
  readonly localPath: string | null
  readonly errmsg: string | null
  /** ms since the epoch. */
  readonly addedAt: number
}

export interface DownloadRequest {
  readonly instanceId: string
  readonly fileName: string
  readonly fileSize: number
  readonly folder: string
  readonly path?: readonly string[]
  readonly versionId?: string | null
  readonly fileSharingId?: string | null
  readonly linkPath?: string | null
}
