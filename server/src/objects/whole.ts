import { constants } from 'node:fs'
import { stat, unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ActiveWriters } from './active-writers.ts'
import { newDigest } from './digest.ts'
import { closeFile, createFile, openFile, publish, syncFile, undefinedIfAbsent, writeAll } from './disk-io.ts'
import { decryptAll } from './encrypted/segments.ts'
import { freeBuffer } from './free-buffer.ts'
import { assertEqualBytes, type CompletedUpload, type IncomingTools } from './incoming.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import { type Digest, type ParallelGate, PartConflict, StoreClosing } from './port.ts'
import { receive, receiveWhole } from './receive.ts'

/** Smaller objects are kept in memory and hashed here, which costs less than another thread. */
const SMALL_BYTES = 1024 * 1024
export const isSmall = (length: number): boolean => length <= SMALL_BYTES

const BUFFERED = constants.O_WRONLY
/** The write itself is durable: one call instead of two. */
const SYNCED = BUFFERED | constants.O_DSYNC

interface WholeBody {
  readonly length: number
  readonly stream: Readable
  readonly permit?: ParallelGate | undefined
}

/** Objects that are received whole. */
export class WholeObjects {
  readonly #tools: IncomingTools
  readonly #mutex: KeyedMutex
  readonly #writers = new ActiveWriters<string>()

  constructor(tools: IncomingTools, mutex: KeyedMutex) {
    this.#tools = tools
    this.#mutex = mutex
  }

  /**
   * Receives an object, makes it durable and moves it to its final path. `sizeOf` returns the size of a stored one and
   * throws if the upload may not begin; for small objects it need not look, as `publish` never overwrites.
   */
  put(key: string, body: WholeBody, sizeOf: () => Promise<number | undefined>): Promise<CompletedUpload> {
    return this.#writers.runAlone(key, this.#mutex, async () => {
      const stored = await sizeOf()
      return (cancel) => this.#receive(key, body, stored, cancel)
    })
  }

  isReceiving(key: string): boolean {
    return this.#writers.has(key)
  }

  #receive(
    key: string,
    body: WholeBody,
    stored: number | undefined,
    cancel: AbortSignal,
  ): Promise<CompletedUpload> {
    if (stored !== undefined) return this.#compare(key, stored, body, cancel)
    return isSmall(body.length) ? this.#small(key, body, cancel) : this.#large(key, body, cancel)
  }

  async #small(key: string, body: WholeBody, cancel: AbortSignal): Promise<CompletedUpload> {
    const { length } = body
    const content = await receiveWhole(body.stream, length, { ...this.#tools.timeouts, cancel })
    try {
      await this.#store(key, SYNCED, body, cancel, (fd) => writeAll(fd, [content], length, 0))
    } catch (error) {
      if (!(error instanceof PartConflict)) throw error
      await this.#requireStored(key, content)
    }
    const digest = newDigest()
    for (const chunk of this.#decrypted(key, content)) digest.add(chunk)
    freeBuffer(content)
    return completed(key, length, Promise.resolve(digest.digest()))
  }

  /** Throws PartConflict unless these bytes are stored. */
  async #requireStored(key: string, content: Buffer): Promise<void> {
    const path = this.#tools.layout.stored(key)
    if ((await stat(path)).size !== content.length) throw new PartConflict()
    const fd = await openFile(path, 'r')
    try {
      await assertEqualBytes(fd, [content], content.length, 0)
    } finally {
      await closeFile(fd)
    }
    await this.#tools.folders.sync(this.#tools.layout.folderOf(key))
  }

  async #large(key: string, body: WholeBody, cancel: AbortSignal): Promise<CompletedUpload> {
    const { length } = body
    const sinkTo = (fd: number) => (chunks: Buffer[], bytes: number, at: number) =>
      writeAll(fd, chunks, bytes, at)
    await this.#store(key, BUFFERED, body, cancel, async (fd) => {
      await receive(body.stream, length, sinkTo(fd), { ...this.#tools.timeouts, cancel })
      await syncFile(fd)
    })
    return completed(key, length, this.#digest(key, length))
  }

  #digest(key: string, length: number): Promise<Digest> {
    const { hasher, layout, segmentContext } = this.#tools
    return hasher.digest(layout.stored(key), length, { segmentContext: segmentContext?.(key, length) })
  }

  #decrypted(key: string, content: Buffer): Iterable<Buffer> {
    const { segmentContext } = this.#tools
    return segmentContext ? decryptAll(segmentContext(key, content.length), content) : [content]
  }

  /** Writes a temporary file, which `fill` makes durable, and publishes it. */
  async #store(
    key: string,
    flags: number,
    { permit }: WholeBody,
    cancel: AbortSignal,
    fill: (fd: number) => Promise<void>,
  ): Promise<void> {
    const { layout, folders, incomingKeys } = this.#tools
    const folder = layout.folderOf(key)
    const path = layout.whole(key)
    await folders.ensure(folder)
    incomingKeys.add(key)
    try {
      await fillFile(path, flags, fill)
      await permit?.()
      cancel.throwIfAborted()
      await publish(path, layout.stored(key))
      await Promise.all([folders.sync(folder), undefinedIfAbsent(unlink(path))])
    } catch (error) {
      await undefinedIfAbsent(unlink(path))
      throw error
    }
    incomingKeys.delete(key)
  }

  async #compare(
    key: string,
    stored: number,
    { length, stream }: WholeBody,
    cancel: AbortSignal,
  ): Promise<CompletedUpload> {
    if (stored !== length) throw new PartConflict()
    const path = this.#tools.layout.stored(key)
    const fd = await openFile(path, 'r')
    try {
      await receive(stream, length, (chunks, bytes, at) => assertEqualBytes(fd, chunks, bytes, at), {
        ...this.#tools.timeouts,
        cancel,
      })
      await this.#tools.folders.sync(this.#tools.layout.folderOf(key))
      return completed(key, length, this.#digest(key, length))
    } finally {
      await closeFile(fd)
    }
  }

  stop(key: string): Promise<void> {
    return this.#writers.stop(key)
  }

  /** Stops writers of the object and deletes its temporary file. */
  async discard(key: string): Promise<void> {
    await this.stop(key)
    if (this.#tools.incomingKeys.has(key)) await undefinedIfAbsent(unlink(this.#tools.layout.whole(key)))
  }

  close(): Promise<void> {
    return this.#writers.stopAll(new StoreClosing())
  }
}

async function fillFile(path: string, flags: number, fill: (fd: number) => Promise<void>): Promise<void> {
  const fd = await createFile(path, flags)
  try {
    await fill(fd)
  } finally {
    await closeFile(fd)
  }
}

/** The content of a key never changes, so the key serves as ETag. */
const completed = (key: string, size: number, digest: Promise<Digest>): CompletedUpload => ({
  receipt: { etag: key, size },
  digest,
})
