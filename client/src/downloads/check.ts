import type { DownloadItem } from '@clouddisk/contract/downloads'
import { LIMITS, type Limits } from '@clouddisk/contract/limits'

/** Checks a selection before it is downloaded (A§5, C3, C7). Pure. */

export interface DownloadContext {
  readonly limits?: Limits
  /** Unfinished downloads in the queue. */
  readonly queued?: number
  /** A public page asks before many files are downloaded (R135). */
  readonly publicPage?: boolean
  /** The items are in a share; the warning about folders differs. */
  readonly shared?: boolean
  /** Whether the server offers ZIP archives (`pub/config`, C7). */
  readonly archive?: boolean
}

export type DownloadWarning =
  | { readonly kind: 'moreThan80GB'; readonly items: readonly DownloadItem[] }
  | { readonly kind: 'downloadTooMuch'; readonly limit: number; readonly count: number }
  | {
      readonly kind: 'folderNotSupport' | 'folderNotSupportShare'
      readonly items: readonly DownloadItem[]
      /** Whether the selection can be downloaded as one ZIP instead. */
      readonly offerArchive: boolean
    }

export interface DownloadDecision {
  /** Files to download one by one; may be empty. */
  readonly files: readonly DownloadItem[]
  readonly warnings: readonly DownloadWarning[]
  /** Ask first: web download or cancel. */
  readonly confirm: { readonly kind: 'limit50Files'; readonly count: number } | null
}

/** Folders are not downloaded directly, files over 80 GB are skipped, and at most 2000 files are queued (C3). */
export function checkDownload(
  chosen: readonly DownloadItem[],
  context: DownloadContext = {},
): DownloadDecision {
  const { limits = LIMITS, queued = 0, publicPage = false } = context
  const warnings: DownloadWarning[] = []
  const folders = chosen.filter(({ classifierId }) => classifierId === 'Folder')
  if (folders.length > 0) warnings.push(folderWarning(folders, context))
  const plain = chosen.filter(({ classifierId }) => classifierId === 'File')
  const tooBig = plain.filter(({ fileSize }) => fileSize > LIMITS.fileBytesMax)
  if (tooBig.length > 0) warnings.push({ kind: 'moreThan80GB', items: tooBig })
  const files = plain.filter(({ fileSize }) => fileSize <= LIMITS.fileBytesMax)
  const limit = limits.downloadFilesMax
  if (queued + files.length > limit) {
    warnings.push({ kind: 'downloadTooMuch', limit, count: files.length })
    return { files: [], warnings, confirm: null }
  }
  const ask = publicPage && files.length > limits.publicFilesPrompt
  return { files, warnings, confirm: ask ? { kind: 'limit50Files', count: files.length } : null }
}

const folderWarning = (
  items: readonly DownloadItem[],
  { shared = false, archive = false }: DownloadContext,
): DownloadWarning => ({
  kind: shared ? 'folderNotSupportShare' : 'folderNotSupport',
  items,
  offerArchive: archive,
})
