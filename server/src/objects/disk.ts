import { opendir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { LIMITS } from '@clouddisk/contract/limits'
import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { DISK_BUCKET } from '../config/parse.ts'
import { closeFile, openFile, readFully, syncFile, undefinedIfAbsent } from './disk-io.ts'
import type { SegmentContext } from './encrypted/segments.ts'
import { SyncedFolders } from './folders.ts'
import { storedKeys } from './foreign.ts'
import { FreeSpace } from './free-space.ts'
import { Hasher } from './hasher.ts'
import { type CompletedUpload, etagOfAll, type IncomingTools } from './incoming.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import { keyOfIncoming, Layout } from './layout.ts'
import { OpenUploads } from './open-uploads.ts'
import {
  type Digest,
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
  type UploadPlan,
} from './port.ts'
import type { TransferTimeouts } from './receive.ts'
import { UntrackedFiles } from './untracked.ts'
import { isSmall, WholeObjects } from './whole.ts'

export interface DiskOptions {
  /** Holds `incoming/` and `stored/`, on one file system. */
  readonly folder: string
  readonly bucket?: string
  readonly patience?: Partial<TransferTimeouts>
  /** Bytes that stay free on the disk. */
  readonly keepFree?: number
  /** How files of so many bytes are read, where they are encrypted: digests are of what came. */
  readonly opening?: (key: string, bytes: number) => SegmentContext
}

const KEEP_FREE = 256 * 1024 * 1024
const STALL_MS = MINUTE
const DIGESTS_KEPT = 10_000

export const openDiskStore = (options: DiskOptions): Promise<DiskStore> => new DiskStore(options).prepare()

/** Objects as files. Only one process receives; any may read. */
export class DiskStore implements ObjectStore {
  readonly bucket: string
  readonly provider = 'disk'
  readonly hashesWhileReceiving = true
  readonly #layout: Layout
  readonly #opening: DiskOptions['opening']
  readonly #hasher = new Hasher()
  readonly #folders = new SyncedFolders()
  readonly #freeSpace: FreeSpace
  /** Keys under which files may lie in incoming/. Nobody else makes any, so the disk is asked once, at the start. */
  readonly #coming = new Set<string>()
  /** What begins, seals or ends under one key takes turns, in parts or whole. */
  readonly #serial = new KeyedMutex()
  readonly #uploads: OpenUploads
  readonly #wholes: WholeObjects
  readonly #strays: UntrackedFiles
  /** What was read of objects while they came in, so that saving need not read them again. */
  readonly #digests = new LRUCache<string, Promise<Digest>>({ max: DIGESTS_KEPT })

  constructor(options: DiskOptions) {
    this.bucket = options.bucket ?? DISK_BUCKET
    this.#layout = new Layout(options.folder)
    this.#strays = new UntrackedFiles(this.#layout)
    this.#freeSpace = new FreeSpace(options.folder, options.keepFree ?? KEEP_FREE)
    const tools: IncomingTools = {
      layout: this.#layout,
      folders: this.#folders,
      hasher: this.#hasher,
      coming: this.#coming,
      patience: { stallMs: STALL_MS, totalMs: LIMITS.partTimeoutMs, ...options.patience },
      opening: options.opening,
      syncSoon: oneAfterAnother(syncFile),
    }
    this.#opening = options.opening
    this.#uploads = new OpenUploads(tools, this.#serial)
    this.#wholes = new WholeObjects(tools, this.#serial)
  }

  async prepare(): Promise<this> {
    await this.#folders.ensure(this.#layout.incomingFolder)
    await this.#folders.ensure(this.#layout.storedFolder)
    for await (const { name } of await opendir(this.#layout.incomingFolder)) {
      const key = keyOfIncoming(name)
      if (key !== undefined) this.#coming.add(key)
    }
    return this
  }

  async begin(key: string, plan: UploadPlan): Promise<string> {
    await this.#freeSpace.must(plan.size)
    return this.#uploads.begin(key, plan, async () => {
      // In this order: one that was receiving a moment ago is stored by now.
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
    await this.#freeSpace.must(length)
    return this.#uploads.use(key, uploadId, (upload) => upload.putPart(partNumber, length, body, permit))
  }

  async putObject(key: string, length: number, stream: Readable, permit?: ParallelGate): Promise<PutReceipt> {
    await this.#freeSpace.must(length)
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
      // The answer to an earlier call was lost, perhaps with the process before the folder was synced.
      await this.#folders.sync(this.#layout.folderOf(key))
      return { etag: etagOfAll(parts), size: stored.size }
    }
  }

  #remember(key: string, { receipt, digest }: CompletedUpload): PutReceipt {
    this.#rememberDigest(key, digest)
    return receipt
  }

  #rememberDigest(key: string, digest: Promise<Digest>): void {
    this.#digests.set(key, digest)
    digest.catch(() => {
      if (this.#digests.get(key) === digest) this.#digests.delete(key)
    })
  }

  seal(key: string): Promise<ObjectRef> {
    return this.#serial.run(key, async () => {
      if (!(this.#digests.has(key) || (await this.stat(key)))) throw new NoSuchObject()
      await this.#discard(key)
      // Nobody but us writes here.
      return { key, etag: null }
    })
  }

  abort(key: string, uploadId?: string): Promise<void> {
    return this.#serial.run(key, () => this.#discard(key, uploadId))
  }

  async #discard(key: string, uploadId?: string): Promise<void> {
    await this.#uploads.discard(key, uploadId)
    await this.#wholes.discard(key)
    this.#coming.delete(key)
  }

  async received(key: string): Promise<ReceivedBytes | undefined> {
    return (await this.#uploads.received(key)) ?? (await this.stat(key))
  }

  async stat(key: string): Promise<ObjectStat | undefined> {
    const found = await undefinedIfAbsent(stat(this.#layout.stored(key)))
    return found?.isFile() ? { key, size: found.size, changedAt: found.mtime } : undefined
  }

  async digest({ key }: ObjectRef, want: { md5?: boolean; fresh?: boolean } = {}): Promise<Digest> {
    const known = want.fresh ? undefined : await this.#digests.get(key)
    if (known && (known.md5 || !want.md5)) return known
    const { size } = (await this.stat(key)) ?? missing()
    await this.#folders.sync(this.#layout.folderOf(key))
    const opening = this.#opening?.(key, size)
    const digest = this.#hasher.digest(this.#layout.stored(key), size, { ...want, opening })
    // Whoever asks again while it is read waits for the same reading.
    if (!want.fresh) this.#rememberDigest(key, digest)
    return digest
  }

  async open({ key }: ObjectRef): Promise<ObjectReader> {
    const { size } = (await this.stat(key)) ?? missing()
    const fd = (await undefinedIfAbsent(openFile(this.#layout.stored(key), 'r'))) ?? missing()
    return {
      size,
      read: (buffer, length, position) => readFully(fd, buffer, length, position),
      close: () => closeFile(fd),
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
    return this.#serial.run(key, async () => {
      await this.#uploads.stop(key)
      await this.#wholes.stop(key)
      this.#digests.delete(key)
      await this.#strays.add(key, at)
    })
  }

  untracked(): AsyncIterable<ObjectStat> {
    return this.#strays.list()
  }

  deleteUntracked(before: Date): Promise<number> {
    return this.#strays.forget(before)
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

function missing(): never {
  throw new NoSuchObject()
}

/** Large syncs side by side would take every thread of the pool from those who write and read. */
function oneAfterAnother(sync: (fd: number) => Promise<void>): (fd: number) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (fd) => {
    const mine = last.catch(() => undefined).then(() => sync(fd))
    last = mine
    return mine
  }
}
