import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { stat, unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ActiveWriters } from './active-writers.ts'
import { crc32Of } from './crc32.ts'
import { closeFile, createFile, openFile, publish, syncFile, undefinedIfAbsent, writeAll } from './disk-io.ts'
import { readAll } from './encrypted/segments.ts'
import { assertEqualBytes, type CompletedUpload, type IncomingTools } from './incoming.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import { type Digest, type ParallelGate, PartConflict, StoreClosing } from './port.ts'
import { receive } from './receive.ts'

/** Up to this size an object is held in memory and hashed in passing: a hop to another thread would cost more. */
const SMALL = 1024 * 1024
export const isSmall = (length: number): boolean => length <= SMALL

const PLAIN = constants.O_WRONLY
/** Durable with the write itself: one call instead of two. */
const SYNCED = PLAIN | constants.O_DSYNC

/** A body that is announced under a key. */
export interface WholeBody {
  readonly length: number
  readonly stream: Readable
  readonly permit?: ParallelGate | undefined
}

/** Objects that come in one piece. */
export class WholeObjects {
  readonly #tools: IncomingTools
  readonly #serial: KeyedMutex
  readonly #writers = new ActiveWriters<string>()

  constructor(tools: IncomingTools, serial: KeyedMutex) {
    this.#tools = tools
    this.#serial = serial
  }

  /**
   * Receives, makes durable and moves to its place. `sizeOf` tells of what is stored, and refuses what may not begin;
   * what is small need not be asked for, since its place is never taken twice.
   */
  async put(
    key: string,
    body: WholeBody,
    sizeOf: () => Promise<number | undefined>,
  ): Promise<CompletedUpload> {
    for (;;) {
      while (await this.#writers.outlast(key));
      const begun = await this.#serial.run(key, async () => {
        const stored = await sizeOf()
        if (this.#writers.has(key)) return undefined
        // Its turn ends here: it is known to be receiving, which may take long.
        return { done: this.#writers.run(key, (cancel) => this.#receive(key, body, stored, cancel)) }
      })
      if (begun) return begun.done
    }
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
    const content: Buffer[] = []
    const sink = async (chunks: Buffer[]) => void content.push(...chunks)
    await receive(body.stream, length, sink, this.#tools.patience, cancel)
    try {
      await this.#store(key, SYNCED, body, cancel, (fd) => writeAll(fd, content, length, 0))
    } catch (error) {
      if (!(error instanceof PartConflict)) throw error
      await this.#mustBeStored(key, content, length)
    }
    return completed(key, length, Promise.resolve(digestOf(this.#plain(key, content, length))))
  }

  /** PartConflict unless these bytes are what is stored. */
  async #mustBeStored(key: string, content: readonly Buffer[], length: number): Promise<void> {
    const path = this.#tools.layout.stored(key)
    if ((await stat(path)).size !== length) throw new PartConflict()
    const fd = await openFile(path, 'r')
    try {
      await assertEqualBytes(fd, content, length, 0)
    } finally {
      await closeFile(fd)
    }
    await this.#tools.folders.sync(this.#tools.layout.folderOf(key))
  }

  async #large(key: string, body: WholeBody, cancel: AbortSignal): Promise<CompletedUpload> {
    const { length } = body
    const sinkTo = (fd: number) => (chunks: Buffer[], bytes: number, at: number) =>
      writeAll(fd, chunks, bytes, at)
    await this.#store(key, PLAIN, body, cancel, async (fd) => {
      await receive(body.stream, length, sinkTo(fd), this.#tools.patience, cancel)
      await syncFile(fd)
    })
    return completed(key, length, this.#digest(key, length))
  }

  #digest(key: string, length: number): Promise<Digest> {
    const { hasher, layout, opening } = this.#tools
    return hasher.digest(layout.stored(key), length, { opening: opening?.(key, length) })
  }

  #plain(key: string, content: readonly Buffer[], length: number): Iterable<Buffer> {
    const { opening } = this.#tools
    return opening ? readAll(opening(key, length), Buffer.concat(content)) : content
  }

  /** Under another name until it is whole and, by what `fill` does, durable. */
  async #store(
    key: string,
    flags: number,
    { permit }: WholeBody,
    cancel: AbortSignal,
    fill: (fd: number) => Promise<void>,
  ): Promise<void> {
    const { layout, folders, coming } = this.#tools
    const folder = layout.folderOf(key)
    const path = layout.whole(key)
    await folders.ensure(folder)
    coming.add(key)
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
    coming.delete(key)
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
      await receive(
        stream,
        length,
        (chunks, bytes, at) => assertEqualBytes(fd, chunks, bytes, at),
        this.#tools.patience,
        cancel,
      )
      await this.#tools.folders.sync(this.#tools.layout.folderOf(key))
      return completed(key, length, this.#digest(key, length))
    } finally {
      await closeFile(fd)
    }
  }

  /** Stops whoever is sending this object. */
  stop(key: string): Promise<void> {
    return this.#writers.stop(key)
  }

  /** Stops whoever is sending this object, and throws away what came. */
  async discard(key: string): Promise<void> {
    await this.stop(key)
    if (this.#tools.coming.has(key)) await undefinedIfAbsent(unlink(this.#tools.layout.whole(key)))
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

function digestOf(content: Iterable<Buffer>): Digest {
  const hash = createHash('sha256')
  let size = 0
  let crc32 = 0
  for (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
    crc32 = crc32Of(chunk, crc32)
  }
  return { size, sha256: hash.digest(), crc32 }
}

/** A key's content never changes: it is its own tag. */
const completed = (key: string, size: number, digest: Promise<Digest>): CompletedUpload => ({
  receipt: { etag: key, size },
  digest,
})
