import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ActiveWriters } from './active-writers.ts'
import { crc32Of } from './crc32.ts'
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
import {
  type Digest,
  InvalidPart,
  type ListedPart,
  NoSuchUpload,
  type ObjectError,
  type ParallelGate,
  PartConflict,
  type PartRef,
  PartsMissing,
  type PutReceipt,
  partCountOf,
  partRangeOf,
  type UploadPlan,
} from './port.ts'
import { type ChunkSink, receive, type TransferTimeouts } from './receive.ts'

export interface IncomingTools {
  readonly layout: Layout
  readonly folders: SyncedFolders
  readonly hasher: Hasher
  readonly patience: TransferTimeouts
  /** Keys under which files may lie in incoming/; whoever makes one says so before. */
  readonly coming: Set<string>
  /** How files of so many bytes are read, where they are encrypted: digests are of what came. */
  readonly opening?: ((key: string, bytes: number) => SegmentContext) | undefined
  /** Makes what a file holds so far durable in the background, one file at a time. */
  syncSoon(fd: number): Promise<void>
}

export interface CompletedUpload {
  readonly receipt: PutReceipt
  /** What its follower has read, once it has read all. */
  readonly digest: Promise<Digest>
}

/** Bytes after which written pages are pushed to the disk, so that completing waits for the tail only. */
const SYNC_EVERY = 64 * 1024 * 1024

/** One open multipart upload: parts at their final offsets in one sparse file, and a journal of those that landed. */
export class IncomingFile {
  readonly key: string
  readonly uploadId: string
  readonly plan: UploadPlan
  readonly #tools: IncomingTools
  readonly #data: number
  readonly #journal: number
  readonly #landed: Map<number, ListedPart>
  readonly #follower: FileFollower
  readonly #writers = new ActiveWriters<number>()
  #journalEnd: number
  #journaled: Promise<void> = Promise.resolve()
  #written: Promise<void> = Promise.resolve()
  /** Parts from the first on without a gap. */
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
    this.#landed = journal.landed
    this.#journalEnd = journal.soundBytes
    this.#follower = tools.hasher.follow(files.read, { opening: tools.opening?.(key, journal.size) })
    this.#advance()
  }

  /** A new upload; its journal is written last, so that a crash leaves either all of it or nothing. */
  static async begin(tools: IncomingTools, key: string, plan: UploadPlan): Promise<IncomingFile> {
    const uploadId = randomBytes(16).toString('hex')
    const header = headerOf(uploadId, plan)
    tools.coming.add(key)
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
      { ...plan, uploadId, landed: new Map(), soundBytes: header.length },
      files,
    )
  }

  /** An upload that an earlier process, or an earlier hour, began. */
  static async load(tools: IncomingTools, key: string): Promise<IncomingFile | undefined> {
    const journal = await readJournal(tools.layout.journal(key))
    const files =
      journal && (await undefinedIfAbsent(openFiles(tools.layout, key, (path) => openFile(path, 'r+'))))
    if (!files) return undefined
    await truncate(files.journal, journal.soundBytes)
    return new IncomingFile(tools, key, journal, files)
  }

  /** Its bytes could not be made durable, so what the disk holds of them is unknown. */
  get isBroken(): boolean {
    return this.#state === 'broken'
  }
  /** Its files are let go or gone; until then nobody else may touch them. */
  get isOver(): boolean {
    return this.#state === 'over'
  }
  get parts(): ListedPart[] {
    return [...this.#landed.values()].sort((a, b) => a.partNumber - b.partNumber)
  }

  async putPart(
    partNumber: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart> {
    const range = partRangeOf(this.plan, partNumber)
    if (!range) throw new InvalidPart(`The upload has parts 1 to ${partCountOf(this.plan)}.`)
    if (range.length !== length) throw new InvalidPart(`Part ${partNumber} has ${range.length} bytes.`)
    do this.#mustBeOpen()
    while (!this.#landed.has(partNumber) && (await this.#writers.outlast(partNumber)))
    const landed = this.#landed.get(partNumber)
    return this.#writers.run(partNumber, (cancel) =>
      landed
        ? this.#compare(landed, range.position, body, cancel)
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
    await receive(body, length, sink, this.#tools.patience, cancel)
    await permit?.()
    cancel.throwIfAborted()
    const part = { partNumber, size: length, etag: partEtag(this.uploadId, partNumber) }
    await this.#note(recordOf(part))
    this.#landed.set(partNumber, part)
    this.#advance()
    this.#pushOut(length)
    return part
  }

  /** One after the other: the kernel lets one write into a file at a time, and the others' threads spin for their turn. */
  #write(chunks: Buffer[], bytes: number, position: number): Promise<void> {
    const written = this.#written.then(() => writeAll(this.#data, chunks, bytes, position))
    this.#written = written.catch(() => undefined)
    return written
  }

  /** One after the other: a record that could not be written leaves no gap. */
  #note(record: Buffer): Promise<void> {
    const noted = this.#journaled
      .catch(() => undefined)
      .then(() => writeAll(this.#journal, [record], record.length, this.#journalEnd))
      .then(() => {
        this.#journalEnd += record.length
      })
    this.#journaled = noted
    return noted
  }

  /** Against the bytes themselves: a landed part never changes. */
  async #compare(
    landed: ListedPart,
    position: number,
    body: Readable,
    cancel: AbortSignal,
  ): Promise<ListedPart> {
    const sink: ChunkSink = (chunks, bytes, at) => assertEqualBytes(this.#data, chunks, bytes, position + at)
    await receive(body, landed.size, sink, this.#tools.patience, cancel)
    return landed
  }

  #advance(): void {
    const before = this.#front
    while (this.#landed.has(this.#front + 1)) this.#front++
    if (this.#front > before)
      this.#follower.advance(Math.min(this.#front * this.plan.partSize, this.plan.size))
  }

  /** An error here must not get lost: the kernel reports it once, and completing asks for it. */
  #pushOut(bytes: number): void {
    this.#unsynced += bytes
    if (this.#unsynced < SYNC_EVERY) return
    this.#unsynced = 0
    this.#synced = Promise.all([this.#synced, this.#tools.syncSoon(this.#data)]).then(() => undefined)
    this.#synced.catch(() => undefined)
  }

  /** Seals, makes durable and moves to its place; calls that meet share one answer. */
  complete(refs: readonly PartRef[]): Promise<CompletedUpload> {
    if (this.#completing) return this.#completing
    this.#mustBeOpen()
    this.#mustBeAll(refs)
    this.#state = 'sealed'
    this.#completing = this.#settle(refs)
    return this.#completing
  }

  async #settle(refs: readonly PartRef[]): Promise<CompletedUpload> {
    await this.#writers.stopAll()
    try {
      await this.#synced
      await syncFile(this.#data)
      await this.#moveToPlace()
    } catch (error) {
      this.#state = 'broken'
      throw error
    }
    const digest = this.#follower.finish(this.plan.size)
    return { receipt: { etag: etagOfAll(refs), size: this.plan.size }, digest }
  }

  #mustBeAll(refs: readonly PartRef[]): void {
    let last = 0
    for (const { partNumber, etag } of refs) {
      if (partNumber <= last) throw new InvalidPart('Parts must be listed once each, in order.')
      if (this.#landed.get(partNumber)?.etag !== etag) {
        throw new InvalidPart(`Part ${partNumber} is not what was received.`)
      }
      last = partNumber
    }
    if (refs.length !== partCountOf(this.plan)) throw new PartsMissing()
  }

  async #moveToPlace(): Promise<void> {
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

  /** Lets go of the files; the upload can be loaded again. `reason`: what those learn who are sending. */
  async close(reason?: ObjectError): Promise<void> {
    await this.#completing?.catch(() => undefined)
    if (this.#state === 'over') return
    this.#state = 'sealed'
    this.#follower.forget()
    await this.#writers.stopAll(reason)
    await this.#closeFiles()
    this.#state = 'over'
  }

  /** Once, whoever asks: a closed number may be another's file by then. */
  #closeFiles(): Promise<void> {
    this.#closing ??= this.#closeBoth()
    return this.#closing
  }

  async #closeBoth(): Promise<void> {
    await this.#synced.catch(() => undefined)
    await Promise.all([closeFile(this.#data), closeFile(this.#journal)])
  }

  #mustBeOpen(): void {
    if (this.#state !== 'open') throw new NoSuchUpload()
  }
}

interface Files {
  readonly data: number
  /** The same bytes, for the hasher. */
  readonly read: number
  readonly journal: number
}

async function openFiles(
  layout: Layout,
  key: string,
  open: (path: string) => Promise<number>,
): Promise<Files> {
  const opened: number[] = []
  const keep = async (opening: Promise<number>) => {
    const fd = await opening
    opened.push(fd)
    return fd
  }
  try {
    const data = await keep(open(layout.data(key)))
    const read = await keep(openFile(layout.data(key), 'r'))
    return { data, read, journal: await keep(open(layout.journal(key))) }
  } catch (error) {
    await Promise.all(opened.map(closeFile))
    throw error
  }
}

const closeAll = async (files: Files): Promise<void> => {
  await Promise.all(Object.values(files).map(closeFile))
}

/** PartConflict unless the file holds these very bytes at `position`. */
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
