import { newTraceId } from '@clouddisk/client/http/call'
import { takePortion } from '@clouddisk/client/uploads/portions'
import { isFailed, type NewUpload, shownItems, type UploadState } from '@clouddisk/client/uploads/state'
import type { Limits } from '@clouddisk/contract/limits'
import { createStore } from '../../../ui/external-store.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import { lostPending, rememberPending } from './pending-memory.ts'

/** What of large selections is not in the queue yet: it comes portion by portion (C42). Only this tab has the files. */
export interface Pending {
  /** Files that wait for their portion. */
  readonly files: number
  /** Files that waited when the page was left; they have to be chosen again. */
  readonly lost: number
}

type PortionQueue = Pick<SharedQueue, 'run' | 'snapshot' | 'subscribe'>
type PortionRules = Pick<Limits, 'uploadFilesWeb' | 'batchBytesMax'>

export class PendingUploads {
  readonly #queue: PortionQueue
  readonly #store = createStore<Pending>({ files: 0, lost: lostPending() })
  #uploads: readonly NewUpload<File>[] = []
  #rules: PortionRules | undefined
  #adding = false

  constructor(queue: PortionQueue) {
    this.#queue = queue
    queue.subscribe(() => void this.#advance())
  }

  get files(): number {
    return this.#store.get().files
  }

  readonly use = (): Pending => this.#store.use()

  /** Queues what there is room for now, the rest once there is. */
  async add(upload: NewUpload<File>, rules: PortionRules): Promise<void> {
    this.#rules = rules
    this.#set([...this.#uploads, { ...upload, selectionId: newTraceId() }])
    await this.#advance()
  }

  /** Drops what is not in the queue yet. */
  readonly cancel = (): void => this.#set([])

  /** The person has read that files have to be chosen again. */
  readonly forgetLost = (): void => {
    rememberPending(this.files)
    this.#store.set({ ...this.#store.get(), lost: 0 })
  }

  async #advance(): Promise<void> {
    const [upload, ...others] = this.#uploads
    if (this.#adding || !upload || !this.#rules) return
    const { uploadFilesWeb, batchBytesMax } = this.#rules
    const room = roomFor(upload, this.#queue.snapshot(), uploadFilesWeb)
    if (room === 0) return
    const { portion, rest } = takePortion(upload, { files: uploadFilesWeb, room, bytes: batchBytesMax })
    this.#set(rest ? [rest, ...others] : others)
    this.#adding = true
    try {
      await this.#listed(await this.#queue.run('add', portion))
    } finally {
      this.#adding = false
    }
    await this.#advance()
  }

  /** A tab that follows sees what it has added a moment later; until then it would count wrongly. */
  #listed([uid]: readonly string[]): Promise<void> {
    const isListed = () => this.#queue.snapshot().items.some((item) => item.uid === uid)
    return new Promise((resolve) => {
      if (uid === undefined || isListed()) return resolve()
      const leave = this.#queue.subscribe(() => {
        if (!isListed()) return
        leave()
        resolve()
      })
    })
  }

  #set(uploads: readonly NewUpload<File>[]): void {
    this.#uploads = uploads
    const files = uploads.reduce((sum, upload) => sum + upload.files.length, 0)
    if (files === this.files) return
    rememberPending(files)
    this.#store.set({ ...this.#store.get(), files })
  }
}

/**
 * Files that may be added now; 0: wait. A portion comes whole where it can; where failed files hold places for good, the
 * places that are left must do.
 */
function roomFor({ files }: NewUpload, state: UploadState, max: number): number {
  const items = shownItems(state)
  const room = Math.max(0, max - items.length)
  if (room >= Math.min(files.length, max)) return room
  return items.every(isFailed) ? room : 0
}
