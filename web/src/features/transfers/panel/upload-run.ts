import type { UploadState } from '@clouddisk/client/uploads/state'
import { isRunning } from './upload-totals.ts'

/** Bytes of files uploaded since the queue was last idle, including files that have left the list. */
export class UploadRun {
  #uploaded: ReadonlySet<string> = new Set()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  follow({ items }: UploadState, pendingFiles: number): void {
    const uploaded = items.filter(({ status }) => status === 'success')
    for (const { uid, fileSize } of uploaded) if (!this.#uploaded.has(uid)) this.#bytes += fileSize
    this.#uploaded = new Set(uploaded.map(({ uid }) => uid))
    if (pendingFiles === 0 && !items.some(isRunning)) this.#bytes = 0
  }
}
