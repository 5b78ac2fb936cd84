import { EventEmitter } from 'node:events'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Client } from '@clouddisk/client/http/call'
import type { FinishedRecord, QueueNotice } from '@clouddisk/client/uploads/ports'
import { createUploadQueue } from '@clouddisk/client/uploads/runner'
import {
  type ConflictPolicy,
  type FileToUpload,
  shownItems,
  type UploadItem,
  type UploadQueue,
  type UploadSettings,
} from '@clouddisk/client/uploads/state'
import { systemPorts } from '@clouddisk/client/uploads/system'
import type { Limits } from '@clouddisk/contract/limits'
import { DiskFile } from './disk-file.ts'
import { type FoundFile, findFile, inMemory } from './files.ts'
import { nodeHasher } from './hasher.ts'
import { createQueueTables, databaseStorage, linksIn, type QueueName, storedPaths } from './storage.ts'
import { nodeTransport } from './transport.ts'

/**
 * The upload queue of client/ with the files and the network of this computer. Each person has one: that of somebody who is
 * not signed in waits in the database.
 */

export interface FileOnDisk {
  readonly path: string
  /** Folders from the chosen one down to the file. */
  readonly folders: readonly string[]
  /** Under which it is stored; undefined: its own. */
  readonly name?: string | undefined
  readonly conflict?: ConflictPolicy | undefined
}

export interface UploadTarget {
  readonly parentId: string
  /** As shown. */
  readonly position: string
  readonly inGroup: boolean
  readonly fileSharingId?: string | undefined
  /** Of a local sync. */
  readonly sourceType?: string | undefined
  /** What to do where the name is taken; by default both are kept. */
  readonly conflict?: ConflictPolicy
}

interface Events {
  change: []
  /** The item is still in the list. */
  finished: [FinishedRecord]
  notice: [QueueNotice]
  allEnded: []
}

export interface AddedUploads {
  readonly ids: string[]
  /** Paths at which no file can be read, and that were left out. */
  readonly missing: string[]
  /** Of `ids`: those without a file, which fail. */
  readonly failing: string[]
}

export interface HowToAdd {
  /** Called for each file that was added, with its number, before the queue stores it. */
  readonly onAdded?: (at: number, id: string) => void
  /** Files that cannot be read fail in the list instead of being left out. */
  readonly failMissing?: boolean
}

export class Uploads extends EventEmitter<Events> {
  readonly #db: DatabaseSync
  readonly #client: Client
  readonly #name: QueueName
  readonly #onStored: ((uids: readonly string[]) => void) | undefined
  /** Of the person who signed in last. */
  #queue: UploadQueue | undefined
  #userId: string | null = null
  #isSignedIn = false
  #paths = new Map<string, string>()
  #loading: Promise<void> = Promise.resolve()
  #settings: Partial<UploadSettings> = {}

  /** @param onStored is called in the transaction that stores these uploads. */
  constructor(
    db: DatabaseSync,
    client: Client,
    name: QueueName = 'upload',
    onStored?: (uids: readonly string[]) => void,
  ) {
    super()
    this.#db = db
    this.#client = client
    this.#name = name
    this.#onStored = onStored
    createQueueTables(db, name)
  }

  /**
   * The person's uploads go on where a sign-out has paused them; what an earlier run has left comes back paused (R117).
   * @param userId null after a sign-out. @returns when they are there.
   */
  setUser(userId: string | null): Promise<void> {
    this.#isSignedIn = userId !== null
    if (userId === null || userId === this.#userId) {
      this.#hold()
      this.#queue?.setUser(userId)
      return this.#loading
    }
    const before = this.#queue
    const queue = this.#open(userId)
    this.#queue = queue
    this.#userId = userId
    this.#paths = new Map()
    this.emit('change')
    this.#loading = this.#loading.then(() => this.#load(queue, userId, before))
    return this.#loading
  }

  async #load(queue: UploadQueue, userId: string, before: UploadQueue | undefined): Promise<void> {
    await before?.stop()
    if (queue !== this.#queue) return
    for (const [uid, path] of storedPaths(this.#db, this.#name, userId)) this.#paths.set(uid, path)
    await queue.start()
    if (queue !== this.#queue) return
    this.#hold()
    queue.setUser(userId)
    if (!this.#isSignedIn) queue.setUser(null)
  }

  /** Resolves when the uploads of the person who signed in last are there. */
  loaded(): Promise<void> {
    return this.#loading
  }

  #open(userId: string): UploadQueue {
    const queue = createUploadQueue(
      {
        ...systemPorts,
        api: this.#client.call,
        hasher: nodeHasher,
        transport: nodeTransport,
        inMemory,
        storage: databaseStorage(this.#db, this.#name, userId, this.#onStored),
        network: { reachable: (signal) => this.#client.reachable(signal) },
        hooks: {
          notify: (notice) => this.emit('notice', notice),
          refresh: () => undefined,
          allEnded: () => this.emit('allEnded'),
          finished: (record) => this.emit('finished', record),
        },
      },
      { settings: this.#settings },
    )
    queue.subscribe(() => this.emit('change'))
    return queue
  }

  /** What a local sync was sending goes on in its next run, which notes what has been sent, and not by itself. */
  #hold(): void {
    if (this.#name === 'sync_upload') this.#queue?.pauseAll()
  }

  setLimits(limits: Limits): void {
    const { iUploadLimit, partBytes, partsInFlight, retries, resumeAttempts, folderRefreshMs } = limits
    const { smallFileBytes, smallFilesMax, smallFilesBytes } = limits
    this.#settings = {
      ...{ iUploadLimit, partBytes, partsInFlight, retries, resumeAttempts, folderRefreshMs },
      ...{ smallFileBytes, smallFilesMax, smallFilesBytes },
    }
    this.#queue?.configure(this.#settings)
  }

  items(): UploadItem[] {
    return this.#queue ? shownItems(this.#queue.snapshot()) : []
  }

  /** Id of the folder that it was added to, above the folders that it brings along. */
  targetOf({ groupId, parentId }: UploadItem): string | null {
    if (groupId === null) return parentId
    return this.#queue?.snapshot().groups.find((group) => group.groupId === groupId)?.parentId ?? null
  }

  pathOf(uid: string): string {
    return this.#paths.get(uid) ?? ''
  }

  /** Nothing is added where somebody else signs in meanwhile. @throws without a user. */
  async add(
    files: readonly FileOnDisk[],
    target: UploadTarget,
    { onAdded = () => undefined, failMissing = false }: HowToAdd = {},
  ): Promise<AddedUploads> {
    const queue = this.#queue
    if (!queue) throw new Error('uploads need a signed-in user')
    await this.#loading
    const chosen: FileToUpload[] = []
    const found: number[] = []
    const missing = new Set<number>()
    for (const [at, file] of files.entries()) {
      const one = await findFile(file.path, linksIn(this.#name))
      if (!one) missing.add(at)
      if (!one && !(failMissing && nameOf(file) !== '')) continue
      found.push(at)
      chosen.push(toUpload(file, one ?? nothingAt(file.path)))
    }
    const left = files.flatMap(({ path }, at) => (missing.has(at) && !found.includes(at) ? [path] : []))
    if (chosen.length === 0 || queue !== this.#queue) return { ids: [], missing: left, failing: [] }
    this.#forgetPaths()
    const ids = queue.add({
      parentId: target.parentId,
      uploadTo: target.position,
      inGroup: target.inGroup,
      files: chosen,
      ...(target.conflict && { conflict: target.conflict }),
      ...(target.sourceType !== undefined && { sourceType: target.sourceType }),
      ...(target.fileSharingId !== undefined && { fileSharingId: target.fileSharingId }),
    })
    for (const [n, id] of ids.entries()) {
      const at = found[n] ?? 0
      this.#paths.set(id, files[at]?.path ?? '')
      onAdded(at, id)
    }
    return { ids, missing: left, failing: ids.filter((_, n) => missing.has(found[n] ?? -1)) }
  }

  /** Of uploads that are in the list no more. */
  #forgetPaths(): void {
    const open = new Set(this.#queue?.snapshot().items.map(({ uid }) => uid))
    for (const uid of this.#paths.keys()) if (!open.has(uid)) this.#paths.delete(uid)
  }

  pause(ids: readonly string[]): void {
    this.#queue?.pause(ids)
  }

  /** Paused and failed ones; a file that was lost by a restart is looked for again. */
  async resume(ids: readonly string[]): Promise<void> {
    const chosen = new Set(ids)
    for (const item of this.items()) {
      if (!chosen.has(item.uid) || !item.needsFile) continue
      const found = await findFile(this.pathOf(item.uid), linksIn(this.#name))
      if (!found) continue
      const { file, handle } = found
      const { name, path } = item.source ?? item
      const lastModified = Math.round(handle.modified)
      this.#queue?.attachFile(item.uid, { file, handle, name, lastModified, path })
    }
    this.#queue?.resume(ids)
    this.#queue?.retry(ids)
  }

  remove(ids: readonly string[]): void {
    this.#queue?.remove(ids)
  }

  async stop(): Promise<void> {
    await this.#loading
    await this.#queue?.stop()
  }
}

const nameOf = ({ path, name = basename(path) }: FileOnDisk): string => name

const toUpload = (chosen: FileOnDisk, { file, handle }: FoundFile): FileToUpload => ({
  file,
  handle,
  name: nameOf(chosen),
  lastModified: Math.round(handle.modified),
  path: chosen.folders,
  ...(chosen.conflict && { conflict: chosen.conflict }),
})

/** It cannot be read, so its upload fails, and says so. */
const nothingAt = (path: string): FoundFile => ({
  file: DiskFile.of(path, 0, 0, 'followed'),
  handle: { path, modified: 0 },
})
