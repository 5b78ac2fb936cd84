import { closeSync, fstatSync } from 'node:fs'
import { opendir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { LIMITS } from '@clouddisk/contract/limits'
import { DISK_BUCKET } from '../config/parse.ts'
import { DigestCache } from './digest-cache.ts'
import { closeFile, FreeSpace, openFile, readFully, syncFile, undefinedIfAbsent } from './disk-io.ts'
import type { SegmentContext } from './encrypted/segments.ts'
import { SyncedFolders } from './folders.ts'
import { storedKeys } from './foreign.ts'
import { Hasher } from './hasher.ts'
import { type CompletedUpload, etagOfAll, type IncomingTools } from './incoming.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import { keyOfIncoming, Layout } from './layout.ts'
import { OpenUploads } from './open-uploads.ts'
import {
  type Digest,
  type DigestOptions,
  type IncomingStat,
  type ListedPart,
  type MultipartUpload,
  NoSuchObject,
  NoSuchUpload,
  type ObjectReader,
  type ObjectRef,
  type ObjectStat,
  type ObjectStore,
  type ParallelGate,
  PartConflict,
  type PartList,
  type PartRef,
  type PutReceipt,
  type ReceivedBytes,
  throwNoSuchObject,
  type UploadPlan,
} from './port.ts'
import { DEFAULT_TIMEOUTS, type TransferTimeouts } from './receive.ts'
import { UntrackedFiles } from './untracked.ts'
import { isSmall, WholeObjects } from './whole.ts'

export interface DiskOptions {
  /** Holds `incoming/` and `stored/`, on one file system. */
  readonly folder: string
  readonly bucket?: string
  readonly timeouts?: Partial<TransferTimeouts>
  /** Bytes that stay free on the disk. */
  readonly keepFree?: number
  /** Decrypts files of so many bytes; digests are of the plain content. Undefined: files are not encrypted. */
  readonly segmentContext?: (key: string, bytes: number) => SegmentContext
}

const KEEP_FREE = 256 * 1024 * 1024

export const openDiskStore = (options: DiskOptions): Promise<DiskStore> => new DiskStore(options).prepare()

/** Objects as files. Only one process may receive; any may read. */
export class DiskStore implements ObjectStore {
  readonly bucket: string
  readonly provider = 'disk'
  readonly hashesWhileReceiving = true
  readonly #layout: Layout
  readonly #segmentContext: DiskOptions['segmentContext']
  readonly #hasher = new Hasher()
  readonly #folders = new SyncedFolders()
  readonly #freeSpace: FreeSpace
  /** Keys that may have files in incoming/, read from the disk once: nobody else creates files there. */
  readonly #incomingKeys = new Set<string>()
  /** Serializes the begin, seal and end of uploads of one key. */
  readonly #mutex = new KeyedMutex()
  readonly #uploads: OpenUploads
  readonly #wholes: WholeObjects
  readonly #untracked: UntrackedFiles
  readonly #digests = new DigestCache()

  constructor(options: DiskOptions) {
    this.bucket = options.bucket ?? DISK_BUCKET
    this.#layout = new Layout(options.folder)
    this.#untracked = new UntrackedFiles(this.#layout)
    this.#freeSpace = new FreeSpace(options.folder, options.keepFree ?? KEEP_FREE)
    const tools: IncomingTools = {
      layout: this.#layout,
      folders: this.#folders,
      hasher: this.#hasher,
      incomingKeys: this.#incomingKeys,
      timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
      segmentContext: options.segmentContext,
      syncSoon: sequentially(syncFile),
    }
    this.#segmentContext = options.segmentContext
    this.#uploads = new OpenUploads(tools, this.#mutex)
    this.#wholes = new WholeObjects(tools, this.#mutex)
  }

  async prepare(): Promise<this> {
    await this.#folders.ensure(this.#layout.incomingFolder)
    await this.#folders.ensure(this.#layout.storedFolder)
    for await (const { name } of await opendir(this.#layout.incomingFolder)) {
      const key = keyOfIncoming(name)
      if (key !== undefined) this.#incomingKeys.add(key)
    }
    return this
  }

  async begin(key: string, plan: UploadPlan): Promise<string> {
    await this.#freeSpace.require(plan.size)
    return this.#uploads.begin(key, plan, async () => {
      // In this order, as an object that was being received may have been stored since.
      if (this.#wholes.isReceiving(key) || (await this.stat(key))) throw new PartConflict()
    })
  }

  async putPart(
    { key, uploadId }: MultipartUpload,
    partNumber: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart> {
    await this.#freeSpace.require(length)
    return this.#uploads.use(key, uploadId, (upload) => upload.putPart(partNumber, length, body, permit))
  }

  async putObject(key: string, length: number, stream: Readable, permit?: ParallelGate): Promise<PutReceipt> {
    await this.#freeSpace.require(length)
    const sizeOf = async () => {
      const inParts = await this.#uploads.isOpen(key)
      if (!inParts && isSmall(length)) return undefined
      const stored = await this.stat(key)
      if (!stored && inParts) throw new PartConflict()
      return stored?.size
    }
    return this.#remember(key, await this.#wholes.put(key, { length, stream, permit }, sizeOf))
  }

  listParts(
    { key, uploadId }: MultipartUpload,
    after = 0,
    max: number = LIMITS.partListPage,
  ): Promise<PartList> {
    return this.#uploads.use(key, uploadId, (upload) => {
      const later = upload.parts.filter((part) => part.partNumber > after)
      return { parts: later.slice(0, max), more: later.length > max }
    })
  }

  async complete({ key, uploadId }: MultipartUpload, parts: readonly PartRef[]): Promise<PutReceipt> {
    try {
      return this.#remember(key, await this.#uploads.complete(key, uploadId, parts))
    } catch (error) {
      const stored = error instanceof NoSuchUpload ? await this.stat(key) : undefined
      if (!stored) throw error
      // The response to an earlier call was lost, perhaps in a crash before the folder was synced.
      await this.#folders.sync(this.#layout.folderOf(key))
      return { etag: etagOfAll(parts), size: stored.size }
    }
  }

  #remember(key: string, { receipt, digest }: CompletedUpload): PutReceipt {
    this.#digests.set(key, digest)
    return receipt
  }

  seal(key: string): Promise<ObjectRef> {
    return this.#mutex.run(key, async () => {
      if (!(this.#digests.has(key) || (await this.stat(key)))) throw new NoSuchObject()
      await this.#discard(key)
      // Only this server writes here, so the key suffices.
      return { key, etag: null }
    })
  }

  abort(key: string, uploadId?: string): Promise<void> {
    return this.#mutex.run(key, () => this.#discard(key, uploadId))
  }

  async #discard(key: string, uploadId?: string): Promise<void> {
    await this.#uploads.discard(key, uploadId)
    await this.#wholes.discard(key)
    this.#incomingKeys.delete(key)
  }

  async received(key: string): Promise<ReceivedBytes | undefined> {
    return (await this.#uploads.received(key)) ?? (await this.stat(key))
  }

  async stat(key: string): Promise<ObjectStat | undefined> {
    const found = await undefinedIfAbsent(stat(this.#layout.stored(key)))
    return found?.isFile() ? { key, size: found.size, changedAt: found.mtime } : undefined
  }

  async digest({ key }: ObjectRef, want: DigestOptions = {}): Promise<Digest> {
    const pending = this.#digests.find(key, want)
    const known = pending && (await pending)
    if (known) return known
    const { size } = (await this.stat(key)) ?? throwNoSuchObject()
    await this.#folders.sync(this.#layout.folderOf(key))
    const segmentContext = this.#segmentContext?.(key, size)
    const digest = this.#hasher.digest(this.#layout.stored(key), size, { ...want, segmentContext })
    if (!want.fresh) this.#digests.set(key, digest)
    return digest
  }

  async open({ key }: ObjectRef): Promise<ObjectReader> {
    const fd = (await undefinedIfAbsent(openFile(this.#layout.stored(key), 'r'))) ?? throwNoSuchObject()
    // Of an open file it is in memory.
    const found = fstatSync(fd)
    if (!found.isFile()) {
      await closeFile(fd)
      throwNoSuchObject()
    }
    return {
      size: found.size,
      read: (buffer, length, position) => readFully(fd, buffer, length, position),
      // That of a small file does not wait for a disk, even if it was the last use of a deleted one.
      close: async () => (isSmall(found.size) ? closeSync(fd) : closeFile(fd)),
    }
  }

  async *objects(): AsyncIterable<ObjectStat> {
    for await (const key of storedKeys(this.#layout)) {
      const found = await this.stat(key)
      if (found) yield found
    }
  }

  async *incoming(): AsyncIterable<IncomingStat> {
    const files = new Map<string, IncomingStat>()
    for await (const { name } of await opendir(this.#layout.incomingFolder)) {
      const key = keyOfIncoming(name)
      if (key === undefined) continue
      const found = await undefinedIfAbsent(stat(join(this.#layout.incomingFolder, name)))
      if (!found?.isFile()) continue
      const before = files.get(key)
      const changedAt = before && before.changedAt > found.mtime ? before.changedAt : found.mtime
      files.set(key, { key, allocated: (before?.allocated ?? 0) + found.blocks * 512, changedAt })
    }
    yield* files.values()
  }

  async remove(key: string): Promise<void> {
    this.#digests.delete(key)
    await undefinedIfAbsent(unlink(this.#layout.stored(key)))
  }

  setAside(key: string, at: Date): Promise<void> {
    return this.#mutex.run(key, async () => {
      await this.#uploads.stop(key)
      await this.#wholes.stop(key)
      this.#digests.delete(key)
      await this.#untracked.add(key, at)
    })
  }

  untracked(): AsyncIterable<ObjectStat> {
    return this.#untracked.list()
  }

  deleteUntracked(before: Date): Promise<number> {
    return this.#untracked.deleteBefore(before)
  }

  async check(): Promise<void> {
    await stat(this.#layout.incomingFolder)
    await stat(this.#layout.storedFolder)
  }

  async close(): Promise<void> {
    await this.#wholes.close()
    await this.#uploads.close()
    await this.#hasher.close()
    this.#folders.close()
  }
}

/** Concurrent syncs of large files would block all threads of the pool. */
function sequentially(sync: (fd: number) => Promise<void>): (fd: number) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (fd) => {
    last = last.catch(() => undefined).then(() => sync(fd))
    return last
  }
}
