import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ActiveWriters } from './active-writers.ts'
import { crc32Of } from './digest.ts'
import {
  closeFile,
  createFile,
  onDisk,
  openFile,
  publish,
  readFully,
  syncFile,
  truncate,
  undefinedIfAbsent,
  writeAll,
} from './disk-io.ts'
import type { SegmentContext } from './encrypted/segments.ts'
import type { SyncedFolders } from './folders.ts'
import type { FileFollower, Hasher } from './hasher.ts'
import { headerOf, type Journal, partEtag, readJournal, recordOf } from './journal.ts'
import type { Layout } from './layout.ts'
import { requireAllParts, requirePart } from './parts.ts'
import {
  type Digest,
  type ListedPart,
  NoSuchUpload,
  type ObjectError,
  type ParallelGate,
  PartConflict,
  type PartRef,
  type PutReceipt,
  type UploadPlan,
} from './port.ts'
import { type ChunkSink, receive, type TransferTimeouts } from './receive.ts'

export interface IncomingTools {
  readonly layout: Layout
  readonly folders: SyncedFolders
  readonly hasher: Hasher
  readonly timeouts: TransferTimeouts
  /** Keys that may have files in incoming/; added before a file is created. */
  readonly incomingKeys: Set<string>
  /** Decrypts files of so many bytes; undefined if files are not encrypted. */
  readonly segmentContext?: ((key: string, bytes: number) => SegmentContext) | undefined
  /** Makes the current content of a file durable in the background, one file at a time. */
  syncSoon(fd: number): Promise<void>
}

export interface CompletedUpload {
  readonly receipt: PutReceipt
  /** Resolves when the file has been hashed. */
  readonly digest: Promise<Digest>
}

/** Written pages are synced after so many bytes, so that completing an upload waits only for the rest. */
const SYNC_EVERY = 64 * 1024 * 1024

/** One open multipart upload: a sparse file with parts at their final offsets, and a journal of received parts. */
export class IncomingFile {
  readonly key: string
  readonly uploadId: string
  readonly plan: UploadPlan
  readonly #tools: IncomingTools
  readonly #data: number
  readonly #journal: number
  readonly #received: Map<number, ListedPart>
  readonly #follower: FileFollower
  readonly #writers = new ActiveWriters<number>()
  #journalEnd: number
  #journaled: Promise<void> = Promise.resolve()
  #written: Promise<void> = Promise.resolve()
  /** Number of received parts without a gap from the first. */
  #front = 0
  #unsynced = 0
  #synced: Promise<void> = Promise.resolve()
  #state: 'open' | 'sealed' | 'broken' | 'over' = 'open'
  #completing: Promise<CompletedUpload> | undefined
  #closing: Promise<void> | undefined

  private constructor(tools: IncomingTools, key: string, journal: Journal, files: Files) {
    this.#tools = tools
    this.key = key
    this.uploadId = journal.uploadId
    this.plan = { size: journal.size, partSize: journal.partSize }
    this.#data = files.data
    this.#journal = files.journal
    this.#received = journal.received
    this.#journalEnd = journal.validBytes
    this.#follower = tools.hasher.follow(files.read, {
      segmentContext: tools.segmentContext?.(key, journal.size),
    })
    this.#advance()
  }

  /** Begins an upload. The journal is written last: without it, a crash leaves no upload. */
  static async begin(tools: IncomingTools, key: string, plan: UploadPlan): Promise<IncomingFile> {
    const uploadId = randomBytes(16).toString('hex')
    const header = headerOf(uploadId, plan)
    tools.incomingKeys.add(key)
    const files = await openFiles(tools.layout, key, (path) => createFile(path, constants.O_RDWR))
    try {
      await onDisk(truncate(files.data, plan.size))
      await writeAll(files.journal, [header], header.length, 0)
    } catch (error) {
      await closeAll(files)
      throw error
    }
    return new IncomingFile(
      tools,
      key,
      { ...plan, uploadId, received: new Map(), validBytes: header.length },
      files,
    )
  }

  /** Opens an upload again; undefined if there is none. */
  static async load(tools: IncomingTools, key: string): Promise<IncomingFile | undefined> {
    const journal = await readJournal(tools.layout.journal(key))
    const files =
      journal && (await undefinedIfAbsent(openFiles(tools.layout, key, (path) => openFile(path, 'r+'))))
    if (!files) return undefined
    await truncate(files.journal, journal.validBytes)
    return new IncomingFile(tools, key, journal, files)
  }

  /** A sync failed, so the bytes on the disk are unknown. */
  get isBroken(): boolean {
    return this.#state === 'broken'
  }
  /** The files are closed or moved; only now may others use them. */
  get isOver(): boolean {
    return this.#state === 'over'
  }
  get parts(): ListedPart[] {
    return [...this.#received.values()].sort((a, b) => a.partNumber - b.partNumber)
  }

  async putPart(
    partNumber: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart> {
    const range = requirePart(this.plan, partNumber, length)
    do this.#requireOpen()
    while (!this.#received.has(partNumber) && (await this.#writers.waitFor(partNumber)))
    const known = this.#received.get(partNumber)
    return this.#writers.run(partNumber, (cancel) =>
      known
        ? this.#compare(known, range.position, body, cancel)
        : this.#receive(partNumber, range, body, cancel, permit),
    )
  }

  async #receive(
    partNumber: number,
    { position, length }: { position: number; length: number },
    body: Readable,
    cancel: AbortSignal,
    permit?: ParallelGate,
  ): Promise<ListedPart> {
    const sink: ChunkSink = (chunks, bytes, at) => this.#write(chunks, bytes, position + at)
    await receive(body, length, sink, { ...this.#tools.timeouts, cancel })
    await permit?.()
    cancel.throwIfAborted()
    const part = { partNumber, size: length, etag: partEtag(this.uploadId, partNumber) }
    await this.#appendRecord(recordOf(part))
    this.#received.set(partNumber, part)
    this.#advance()
    this.#syncInBackground(length)
    return part
  }

  /** Sequentially: the kernel serializes writes to a file, and waiting threads would spin. */
  #write(chunks: Buffer[], bytes: number, position: number): Promise<void> {
    const written = this.#written.then(() => writeAll(this.#data, chunks, bytes, position))
    this.#written = written.catch(() => undefined)
    return written
  }

  /** Sequentially, so that a failed write leaves no gap. */
  #appendRecord(record: Buffer): Promise<void> {
    this.#journaled = this.#journaled
      .catch(() => undefined)
      .then(() => writeAll(this.#journal, [record], record.length, this.#journalEnd))
      .then(() => {
        this.#journalEnd += record.length
      })
    return this.#journaled
  }

  /** Compares bytes that are sent again with the received part, which never changes. */
  async #compare(
    known: ListedPart,
    position: number,
    body: Readable,
    cancel: AbortSignal,
  ): Promise<ListedPart> {
    const sink: ChunkSink = (chunks, bytes, at) => assertEqualBytes(this.#data, chunks, bytes, position + at)
    await receive(body, known.size, sink, { ...this.#tools.timeouts, cancel })
    return known
  }

  #advance(): void {
    const before = this.#front
    while (this.#received.has(this.#front + 1)) this.#front++
    if (this.#front > before)
      this.#follower.advance(Math.min(this.#front * this.plan.partSize, this.plan.size))
  }

  /** Keeps an error for `complete`, as the kernel reports it only once. */
  #syncInBackground(bytes: number): void {
    this.#unsynced += bytes
    if (this.#unsynced < SYNC_EVERY) return
    this.#unsynced = 0
    this.#synced = Promise.all([this.#synced, this.#tools.syncSoon(this.#data)]).then(() => undefined)
    this.#synced.catch(() => undefined)
  }

  /** Stops writers, makes the file durable and moves it to its final path. Concurrent calls share the result. */
  complete(refs: readonly PartRef[]): Promise<CompletedUpload> {
    if (this.#completing) return this.#completing
    this.#requireOpen()
    requireAllParts(this.plan, this.#received, refs)
    this.#state = 'sealed'
    this.#completing = this.#finish(refs)
    return this.#completing
  }

  async #finish(refs: readonly PartRef[]): Promise<CompletedUpload> {
    await this.#writers.stopAll()
    try {
      await this.#synced
      await syncFile(this.#data)
      await this.#moveToStored()
    } catch (error) {
      this.#state = 'broken'
      throw error
    }
    const digest = this.#follower.finish(this.plan.size)
    return { receipt: { etag: etagOfAll(refs), size: this.plan.size }, digest }
  }

  async #moveToStored(): Promise<void> {
    const { layout, folders } = this.#tools
    const folder = layout.folderOf(this.key)
    await folders.ensure(folder)
    await publish(layout.data(this.key), layout.stored(this.key))
    this.#state = 'over'
    await Promise.all([
      folders.sync(folder),
      undefinedIfAbsent(unlink(layout.data(this.key))),
      undefinedIfAbsent(unlink(layout.journal(this.key))),
      this.#closeFiles(),
    ])
  }

  /** Closes the files; the upload can be loaded again. Running writers fail with `reason`. */
  async close(reason?: ObjectError): Promise<void> {
    await this.#completing?.catch(() => undefined)
    if (this.#state === 'over') return
    this.#state = 'sealed'
    this.#follower.cancel()
    await this.#writers.stopAll(reason)
    await this.#closeFiles()
    this.#state = 'over'
  }

  /** Only once: the numbers of closed file descriptors are reused. */
  #closeFiles(): Promise<void> {
    this.#closing ??= this.#closeBoth()
    return this.#closing
  }

  async #closeBoth(): Promise<void> {
    await this.#synced.catch(() => undefined)
    await Promise.all([closeFile(this.#data), closeFile(this.#journal)])
  }

  #requireOpen(): void {
    if (this.#state !== 'open') throw new NoSuchUpload()
  }
}

interface Files {
  readonly data: number
  /** The data file, opened again for the hasher. */
  readonly read: number
  readonly journal: number
}

async function openFiles(
  layout: Layout,
  key: string,
  open: (path: string) => Promise<number>,
): Promise<Files> {
  const opened: number[] = []
  const track = async (file: Promise<number>) => {
    const fd = await file
    opened.push(fd)
    return fd
  }
  try {
    const data = await track(open(layout.data(key)))
    const read = await track(openFile(layout.data(key), 'r'))
    return { data, read, journal: await track(open(layout.journal(key))) }
  } catch (error) {
    await Promise.all(opened.map(closeFile))
    throw error
  }
}

const closeAll = async (files: Files): Promise<void> => {
  await Promise.all(Object.values(files).map(closeFile))
}

/** Throws PartConflict unless the file has these bytes at `position`. */
export async function assertEqualBytes(
  fd: number,
  chunks: readonly Buffer[],
  bytes: number,
  position: number,
): Promise<void> {
  const stored = Buffer.allocUnsafe(bytes)
  const read = await readFully(fd, stored, bytes, position)
  let at = 0
  for (const chunk of chunks) {
    if (read < bytes || stored.compare(chunk, 0, chunk.length, at, at + chunk.length) !== 0)
      throw new PartConflict()
    at += chunk.length
  }
}

export function etagOfAll(refs: readonly PartRef[]): string {
  const crc = crc32Of(Buffer.from(refs.map((ref) => ref.etag).join()))
  return `${crc.toString(16).padStart(8, '0')}-${refs.length}`
}
