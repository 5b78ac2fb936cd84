import type { Readable } from 'node:stream'
import { countReceived } from './minor-gc.ts'
import { TransferStalled, WrongBodyLength } from './port.ts'
import type { TokenBucket } from './token-bucket.ts'

/** Takes chunks in order (`length` bytes together, `position` counted from the body's begin) and owns them. */
export type ChunkSink = (chunks: Buffer[], length: number, position: number) => Promise<void>

export interface TransferTimeouts {
  /** ms without a byte after which a sender is cut off. */
  readonly stallMs: number
  /** ms that one body may take in all. */
  readonly totalMs: number
}

export type TransferBody = Readable & {
  /** That its sender is held to. */
  pace?: TokenBucket
  /** Its chunks are not new: their memory was counted where they were made. */
  readonly isCounted?: boolean
}

/**
 * Handed to the sink at once: few system calls, and no copy between the socket's chunks and the file. Smaller where many
 * bodies come in, each of which holds up to two of these, so that memory stays flat. Bytes.
 */
const BATCH_MAX = 256 * 1024
const BATCH_MIN = 64 * 1024
const MEMORY = 256 * 1024 * 1024

let running = 0

/** Of a body that begins now. */
export const batchSize = (): number =>
  Math.max(BATCH_MIN, Math.min(BATCH_MAX, Math.floor(MEMORY / 2 / (running + 1))))

/**
 * Takes exactly `length` bytes from `body`. It ends, well or not, only when the sink is
 * idle, so that nothing writes behind the back of whoever comes next.
 */
export function receive(
  body: TransferBody,
  length: number,
  sink: ChunkSink,
  patience: TransferTimeouts,
  cancel?: AbortSignal,
): Promise<void> {
  return new Receiver(body, length, sink, patience).run(cancel)
}

class Receiver {
  readonly #body: TransferBody
  readonly #length: number
  readonly #sink: ChunkSink
  readonly #batch = batchSize()
  readonly #stall: NodeJS.Timeout
  #total: NodeJS.Timeout
  readonly #outcome = Promise.withResolvers<void>()
  #chunks: Buffer[] = []
  #waiting = 0
  #received = 0
  #handed = 0
  #sinking = false
  #ended = false
  #fault: unknown
  /** Nothing is read meanwhile: it is we who hold the sender back. */
  #heldSince: number | undefined
  #heldMs = 0
  #letGo: () => void = () => undefined

  constructor(body: TransferBody, length: number, sink: ChunkSink, patience: TransferTimeouts) {
    this.#body = body
    this.#length = length
    this.#sink = sink
    this.#stall = setTimeout(this.#silent, patience.stallMs)
    this.#total = setTimeout(this.#tooLong, patience.totalMs)
  }

  async run(cancel: AbortSignal | undefined): Promise<void> {
    const onCancel = () => this.#fail(cancel?.reason)
    cancel?.addEventListener('abort', onCancel, { once: true })
    if (cancel?.aborted) onCancel()
    this.#listen()
    running++
    try {
      return await this.#outcome.promise
    } finally {
      running--
      cancel?.removeEventListener('abort', onCancel)
      clearTimeout(this.#stall)
      clearTimeout(this.#total)
      this.#letGo()
      this.#unlisten()
    }
  }

  #listen(): void {
    if (this.#body.destroyed) this.#fail(new WrongBodyLength())
    this.#body
      .on('data', this.#onData)
      .on('end', this.#onEnd)
      .on('error', this.#onCut)
      .on('close', this.#onCut)
  }

  #unlisten(): void {
    this.#body
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('error', this.#onCut)
      .off('close', this.#onCut)
    // A body that is torn down later has nobody left to tell.
    this.#body.on('error', () => undefined)
  }

  #onData = (chunk: Buffer): void => {
    if (this.#fault) return
    this.#stall.refresh()
    this.#received += chunk.length
    if (!this.#body.isCounted) countReceived(chunk.length)
    if (this.#received > this.#length) {
      this.#fail(new WrongBodyLength())
      return
    }
    this.#chunks.push(chunk)
    this.#waiting += chunk.length
    if (this.#body.pace && !this.#body.pace.isFree) this.#hold(this.#body.pace, chunk.length)
    if (this.#waiting < this.#batch) return
    if (!this.#sinking) this.#hand()
    else if (this.#waiting >= 2 * this.#batch) this.#body.pause()
  }

  /** What has come is counted, and nothing more is read until that much may have passed. */
  #hold(pace: TokenBucket, bytes: number): void {
    this.#heldSince = performance.now()
    this.#letGo = pace.pass(bytes, this.#goOn)
    if (this.#isHeld) this.#body.pause()
  }

  get #isHeld(): boolean {
    return this.#heldSince !== undefined
  }

  #goOn = (): void => {
    if (this.#heldSince !== undefined) this.#heldMs += performance.now() - this.#heldSince
    this.#heldSince = undefined
    this.#stall.refresh()
    if (this.#fault || (this.#sinking && this.#waiting >= 2 * this.#batch)) return
    if (this.#body.isPaused()) this.#body.resume()
  }

  #silent = (): void => {
    if (this.#isHeld) this.#stall.refresh()
    else this.#fail(new TransferStalled())
  }

  /** The time that it was held back is not the sender's. */
  #tooLong = (): void => {
    const now = performance.now()
    const held = this.#heldMs + (this.#heldSince === undefined ? 0 : now - this.#heldSince)
    this.#heldMs = 0
    if (this.#heldSince !== undefined) this.#heldSince = now
    if (held < 1) this.#fail(new TransferStalled())
    else this.#total = setTimeout(this.#tooLong, held)
  }

  #onEnd = (): void => {
    if (this.#fault) return
    if (this.#received < this.#length) {
      this.#fail(new WrongBodyLength())
      return
    }
    this.#ended = true
    clearTimeout(this.#stall)
    if (!this.#sinking) this.#next()
  }

  #onCut = (): void => {
    if (!this.#ended) this.#fail(new WrongBodyLength())
  }

  #hand(): void {
    const chunks = this.#chunks
    const length = this.#waiting
    const position = this.#handed
    this.#chunks = []
    this.#waiting = 0
    this.#handed += length
    this.#sinking = true
    this.#sink(chunks, length, position).then(this.#handedOver, this.#refused)
  }

  #handedOver = (): void => {
    this.#sinking = false
    // The disk's slowness is not the sender's.
    if (!this.#ended) this.#stall.refresh()
    this.#next()
  }

  #refused = (error: unknown): void => {
    this.#sinking = false
    this.#fault ??= error
    this.#next()
  }

  #next(): void {
    if (this.#fault) this.#outcome.reject(this.#fault)
    else if (this.#waiting >= this.#batch || (this.#ended && this.#waiting > 0)) this.#hand()
    else if (this.#ended) this.#outcome.resolve()
    if (!this.#fault && !this.#isHeld && this.#body.isPaused()) this.#body.resume()
  }

  #fail(error: unknown): void {
    this.#fault ??= error ?? new WrongBodyLength()
    this.#chunks = []
    if (!this.#sinking) this.#outcome.reject(this.#fault)
  }
}
