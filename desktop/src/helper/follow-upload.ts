import { LIMITS } from '@clouddisk/contract/limits'
import type { HelperWork } from './work.ts'

/** Follows the files of an upload until all have arrived, failed or were removed. */

export interface UploadProgress {
  /** Number of files that are still on their way. */
  readonly open: number
  readonly failed: number
}

/**
 * @param onProgress is called when files have ended, for large uploads now and then, and finally with `open` 0.
 * @returns stops following.
 */
export function followUpload(
  { transfers, onMessage }: Pick<HelperWork, 'transfers' | 'onMessage'>,
  ids: readonly string[],
  onProgress: (progress: UploadProgress) => void,
): () => void {
  const own = new Set(ids)
  let open = own.size
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    timer = undefined
    const now = progressOf(transfers, own)
    if (now.open === open && now.open > 0) return
    open = now.open
    if (open === 0) stop()
    onProgress(now)
  }
  const leave = onMessage(({ myType }) => {
    if (myType === 'jobFinish' || myType === 'listChanged') timer ??= setTimeout(look, LIMITS.folderRefreshMs)
  })
  const stop = () => {
    clearTimeout(timer)
    leave()
  }
  // What has ended meanwhile sends no message any more.
  timer = setTimeout(look)
  return stop
}

function progressOf(transfers: HelperWork['transfers'], own: ReadonlySet<string>): UploadProgress {
  const left = transfers.uploadRecords().filter(({ id }) => own.has(id))
  const failed = left.filter(({ status }) => status === 'error').length
  return { open: left.length - failed, failed }
}
