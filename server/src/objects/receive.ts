import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { LIMITS } from '@clouddisk/contract/limits'
import { MINUTE } from '@clouddisk/contract/time'
import { freeBuffer } from './free-buffer.ts'
import { TransferStalled, WrongBodyLength } from './port.ts'
import type { TokenBucket } from './token-bucket.ts'

/**
 * Takes chunks in order: `length` bytes in all, at `position` of the body. Their memory is freed when the promise resolves.
 */
export type ChunkSink = (chunks: Buffer[], length: number, position: number) => Promise<void>

export interface TransferTimeouts {
  /** ms without a byte after which the transfer fails. */
  readonly stallMs: number
  /** ms for the whole body. */
  readonly totalMs: number
}

export interface ReceiveOptions extends TransferTimeouts {
  readonly cancel?: AbortSignal | undefined
  /** The sink keeps its chunks, and frees them itself if it can. */
  readonly keepsChunks?: boolean
}

export const DEFAULT_TIMEOUTS: TransferTimeouts = { stallMs: MINUTE, totalMs: LIMITS.partTimeoutMs }

export type TransferBody = Readable & {
  /** The sender's bandwidth limit. */
  bandwidth?: TokenBucket
  /** Nothing else uses the memory of its chunks. So it is with the chunks of a request. */
  readonly ownsChunks?: boolean
}

/** Whether the memory of a body's chunks may be freed. */
export const ownsChunks = (body: TransferBody): boolean => body.ownsChunks ?? body instanceof IncomingMessage

/**
 * Bytes that the sink gets at a time: large batches take few system calls. Each body buffers up to two batches, so they are
 * smaller while many bodies are received.
 */
const BATCH_MAX = 256 * 1024
const BATCH_MIN = 64 * 1024
const MEMORY_MAX = 256 * 1024 * 1024

let running = 0

/** Batch size of a body that begins now. */
export const batchSize = (): number =>
  Math.max(BATCH_MIN, Math.min(BATCH_MAX, Math.floor(MEMORY_MAX / 2 / (running + 1))))

/** Receives exactly `length` bytes. Settles only when the sink is idle, so that nothing is written afterwards. */
export function receive(
  body: TransferBody,
  length: number,
  sink: ChunkSink,
  options: ReceiveOptions,
): Promise<void> {
  return new Receiver(body, length, sink, options).run(options.cancel)
}

/** Receives exactly `length` bytes into memory. */
export async function receiveWhole(
  body: TransferBody,
  length: number,
  options: Omit<ReceiveOptions, 'keepsChunks'>,
): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(length)
  const sink: ChunkSink = async (chunks, _bytes, position) => {
    let at = position
    for (const chunk of chunks) at += chunk.copy(content, at)
  }
  await receive(body, length, sink, options)
  return content
}

class Receiver {
  readonly #body: TransferBody
  readonly #length: number
  readonly #sink: ChunkSink
  readonly #freesChunks: boolean
  readonly #batch = batchSize()
  readonly #stall: NodeJS.Timeout
  #total: NodeJS.Timeout
  readonly #outcome = Promise.withResolvers<void>()
  #chunks: Buffer[] = []
  #buffered = 0
  #received = 0
  #sunk = 0
  #sinking = false
  #ended = false
  #fault: unknown
  /** Reading is paused by the bandwidth limit since then. */
  #throttledSince: number | undefined
  #throttledMs = 0
  #cancelThrottle: () => void = () => undefined

  constructor(
    body: TransferBody,
    length: number,
    sink: ChunkSink,
    { stallMs, totalMs, keepsChunks = false }: ReceiveOptions,
  ) {
    this.#body = body
    this.#length = length
    this.#sink = sink
    this.#freesChunks = !keepsChunks && ownsChunks(body)
    this.#stall = setTimeout(this.#onStall, stallMs)
    this.#total = setTimeout(this.#onTimeout, totalMs)
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
      this.#cancelThrottle()
      this.#unlisten()
    }
  }

  #listen(): void {
    if (this.#body.destroyed) this.#fail(new WrongBodyLength())
    this.#body
      .on('data', this.#onData)
      .on('end', this.#onEnd)
      .on('error', this.#onClose)
      .on('close', this.#onClose)
  }

  #unlisten(): void {
    this.#body
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('error', this.#onClose)
      .off('close', this.#onClose)
    // Later errors have no other listener.
    this.#body.on('error', () => undefined)
  }

  #onData = (chunk: Buffer): void => {
    if (this.#fault) return
    this.#stall.refresh()
    this.#received += chunk.length
    if (this.#received > this.#length) {
      this.#fail(new WrongBodyLength())
      return
    }
    this.#chunks.push(chunk)
    this.#buffered += chunk.length
    if (this.#body.bandwidth && !this.#body.bandwidth.isUnlimited)
      this.#throttle(this.#body.bandwidth, chunk.length)
    if (this.#buffered < this.#batch) return
    if (!this.#sinking) this.#flush()
    else if (this.#buffered >= 2 * this.#batch) this.#body.pause()
  }

  /** Pauses reading until the bandwidth limit allows for the bytes received. */
  #throttle(bandwidth: TokenBucket, bytes: number): void {
    this.#throttledSince = performance.now()
    this.#cancelThrottle = bandwidth.take(bytes, this.#resume)
    if (this.#isThrottled) this.#body.pause()
  }

  get #isThrottled(): boolean {
    return this.#throttledSince !== undefined
  }

  #resume = (): void => {
    if (this.#throttledSince !== undefined) this.#throttledMs += performance.now() - this.#throttledSince
    this.#throttledSince = undefined
    this.#stall.refresh()
    if (this.#fault || (this.#sinking && this.#buffered >= 2 * this.#batch)) return
    if (this.#body.isPaused()) this.#body.resume()
  }

  #onStall = (): void => {
    if (this.#isThrottled) this.#stall.refresh()
    else this.#fail(new TransferStalled())
  }

  /** Extends the timeout by the time during which reading was throttled. */
  #onTimeout = (): void => {
    const now = performance.now()
    const throttled =
      this.#throttledMs + (this.#throttledSince === undefined ? 0 : now - this.#throttledSince)
    this.#throttledMs = 0
    if (this.#throttledSince !== undefined) this.#throttledSince = now
    if (throttled < 1) this.#fail(new TransferStalled())
    else this.#total = setTimeout(this.#onTimeout, throttled)
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

  #onClose = (): void => {
    if (!this.#ended) this.#fail(new WrongBodyLength())
  }

  #flush(): void {
    const chunks = this.#chunks
    const length = this.#buffered
    const position = this.#sunk
    this.#chunks = []
    this.#buffered = 0
    this.#sunk += length
    this.#sinking = true
    this.#sink(chunks, length, position).then(() => this.#onSunk(chunks), this.#onSinkError)
  }

  #onSunk(chunks: readonly Buffer[]): void {
    this.#sinking = false
    if (this.#freesChunks) for (const chunk of chunks) freeBuffer(chunk)
    // A slow sink does not count as a stall of the sender.
    if (!this.#ended) this.#stall.refresh()
    this.#next()
  }

  #onSinkError = (error: unknown): void => {
    this.#sinking = false
    this.#fault ??= error
    this.#next()
  }

  #next(): void {
    if (this.#fault) this.#outcome.reject(this.#fault)
    else if (this.#buffered >= this.#batch || (this.#ended && this.#buffered > 0)) this.#flush()
    else if (this.#ended) this.#outcome.resolve()
    if (!this.#fault && !this.#isThrottled && this.#body.isPaused()) this.#body.resume()
  }

  #fail(error: unknown): void {
    this.#fault ??= error ?? new WrongBodyLength()
    this.#chunks = []
    if (!this.#sinking) this.#outcome.reject(this.#fault)
  }
}
