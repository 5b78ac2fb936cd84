import { newTraceId } from '@clouddisk/client/http/call'
import { takePortion } from '@clouddisk/client/uploads/portions'
import {
  isActive,
  shownItems,
  type UploadItem,
  type UploadRequest,
  type UploadState,
} from '@clouddisk/client/uploads/state'
import type { Limits } from '@clouddisk/contract/limits'
import { readSessionStored, writeSessionStored } from '../../../lib/storage.ts'
import { createStore } from '../../../lib/store.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'

/**
 * Files of large selections that are not queued yet; they are queued in portions (C42). Only this tab has the
 * files.
 */
export interface PendingTotals {
  /** Files that wait for their portion, and their size. */
  readonly files: number
  readonly bytes: number
  /** Files that waited when the page was left; they have to be chosen again. */
  readonly lost: number
}

export const NO_PENDING: PendingTotals = { files: 0, bytes: 0, lost: 0 }

/** The number of files that are not queued, and lost when this tab is reloaded. */
const LOST_KEY = 'clouddisk.pendingUploads'
const rememberPendingFiles = (files: number) =>
  writeSessionStored(LOST_KEY, files > 0 ? String(files) : undefined)

export type PortionQueue = Pick<SharedQueue, 'run' | 'snapshot' | 'subscribe'>
type PortionRules = Pick<Limits, 'uploadFilesWeb' | 'batchBytesMax'>

export class PendingUploads {
  readonly #queue: PortionQueue
  readonly #store = createStore<PendingTotals>({
    ...NO_PENDING,
    lost: Number(readSessionStored(LOST_KEY)) || 0,
  })
  #uploads: readonly UploadRequest<File>[] = []
  #rules: PortionRules | undefined
  #adding = false

  constructor(queue: PortionQueue) {
    this.#queue = queue
    queue.subscribe(() => void this.#advance())
  }

  get files(): number {
    return this.#store.get().files
  }

  readonly snapshot = this.#store.get
  readonly subscribe = this.#store.subscribe

  /** Queues as many files as the queue can take, the rest later. */
  async add(upload: UploadRequest<File>, rules: PortionRules): Promise<void> {
    this.#rules = rules
    this.#set([...this.#uploads, { ...upload, selectionId: newTraceId() }])
    await this.#advance()
  }

  /** Drops files that are not queued yet. */
  readonly cancel = (): void => this.#set([])

  /** Dismisses the notice that files must be chosen again. */
  readonly forgetLost = (): void => {
    rememberPendingFiles(this.files)
    this.#store.set({ ...this.#store.get(), lost: 0 })
  }

  /** A portion stays pending until the list shows it; one that the list never gets is added again. */
  async #advance(): Promise<void> {
    const [upload] = this.#uploads
    if (this.#adding || !upload || !this.#rules) return
    const { uploadFilesWeb, batchBytesMax } = this.#rules
    const room = roomFor(upload, this.#queue.snapshot(), uploadFilesWeb)
    if (room === 0) return
    const { portion, rest } = takePortion(upload, { files: uploadFilesWeb, free: room, bytes: batchBytesMax })
    this.#adding = true
    let listed = false
    try {
      listed = await this.#isListed(await this.#queue.run('add', portion))
    } finally {
      this.#adding = false
    }
    const [first, ...others] = this.#uploads
    if (listed && first === upload) this.#set(rest ? [rest, ...others] : others)
    await this.#advance()
  }

  /**
   * Resolves to whether the queue lists the item that was added. A following tab receives the new list after the answer;
   * if the next list lacks the item, it was lost: the working tab was closed, or another person has signed in.
   */
  #isListed([uid]: readonly string[]): Promise<boolean> {
    const isListed = () => uid === undefined || this.#queue.snapshot().items.some((item) => item.uid === uid)
    return new Promise((resolve) => {
      if (isListed()) return resolve(true)
      const leave = this.#queue.subscribe(() => {
        leave()
        resolve(isListed())
      })
    })
  }

  #set(uploads: readonly UploadRequest<File>[]): void {
    this.#uploads = uploads
    const files = uploads.flatMap((upload) => upload.files)
    if (files.length === this.files) return
    rememberPendingFiles(files.length)
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
    this.#store.set({ ...this.#store.get(), files: files.length, bytes })
  }
}

/**
 * Files that may be added now; 0: wait. A portion comes whole where it can: it waits for places that become free by
 * themselves, not for those that paused and failed files hold.
 */
function roomFor({ files }: UploadRequest, state: UploadState, max: number): number {
  const items = shownItems(state).filter(({ status }) => status !== 'success')
  const room = Math.max(0, max - items.length)
  const held = items.filter((item) => !isUnpaused(item)).length
  return room >= Math.min(files.length, max - held) ? room : 0
}

const isUnpaused = (item: UploadItem): boolean =>
  isActive(item) ||
  item.status === 'ready' ||
  (item.status === 'pause' && (item.pauseReason === 'offline' || item.pauseReason === 'signedOut'))
