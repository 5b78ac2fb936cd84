import type { DesktopMessage, TransferRecord } from '@clouddisk/contract/desktop'

/** Tells the page how far transfers have come (A§4), at most every 300 ms. */

/** Between two rounds of messages. */
const ROUND_MS = 300
/** While bytes move, also without a change: their rate falls to 0 if they stop. */
const IDLE_MS = 1000

export interface FollowedRecord {
  readonly record: TransferRecord
  /** The file is being hashed. */
  readonly isReading: boolean
  /** Parts that the store has confirmed; 0 where there are none. */
  readonly parts: number
}

export interface RecordMessagesOptions {
  /** What is not finished. */
  readonly records: () => readonly FollowedRecord[]
  readonly post: (message: DesktopMessage) => void
  /** Called after each round. @param isListChanged a record came or went, or has another status. */
  readonly onRound: (isListChanged: boolean) => void
}

export class RecordMessages {
  readonly #options: RecordMessagesOptions
  /** Each transfer as it was in the last messages. */
  readonly #told = new Map<string, FollowedRecord>()
  #timer: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: RecordMessagesOptions) {
    this.#options = options
  }

  tellSoon(): void {
    if (this.#isStopped) return
    this.#timer ??= setTimeout(() => this.#round(), ROUND_MS)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    clearTimeout(this.#idle)
  }

  #round(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#idle)
    this.#timer = undefined
    const isListChanged = this.#tell()
    const isMoving = [...this.#told.values()].some(
      ({ record }) => record.status === 'running' && record.rate > 0,
    )
    if (isMoving) this.#idle = setTimeout(() => this.#round(), IDLE_MS)
    this.#options.onRound(isListChanged)
  }

  /** What has changed since the last round. */
  #tell(): boolean {
    const followed = this.#options.records()
    let isListChanged = followed.length !== this.#told.size
    for (const one of followed) {
      const { id, status } = one.record
      const before = this.#told.get(id)
      this.#told.set(id, one)
      if (before?.record.status !== status) isListChanged = true
      this.#tellProgress(one, before)
      // A local sync has one message for its end, not one for each file.
      if (before?.record.status !== status && !one.record.isLocalSync) this.#tellEnd(one.record)
    }
    const ids = new Set(followed.map(({ record }) => record.id))
    for (const id of this.#told.keys()) if (!ids.has(id)) this.#told.delete(id)
    return isListChanged
  }

  #tellProgress({ record, isReading, parts }: FollowedRecord, before: FollowedRecord | undefined): void {
    const { post } = this.#options
    const { id, status, progress, finishedPartsSize, rate } = record
    if (status !== 'running') return
    if (parts > (before?.parts ?? 0)) post({ myType: 'partFinish', id, finishedPartsSize })
    const isSame = before?.record.finishedPartsSize === finishedPartsSize && before.record.rate === rate
    if (isSame) return
    if (isReading) post({ myType: 'reading', id, progress, finishedPartsSize })
    else post({ myType: 'progress', id, progress, finishedPartsSize, rate })
  }

  #tellEnd({ id, status, errmsg }: TransferRecord): void {
    const msg = status === 'pause' ? 'jobPause' : errmsg
    if (status === 'pause' || status === 'error')
      this.#options.post({ myType: 'jobFinish', id, isFinish: false, msg })
  }
}
