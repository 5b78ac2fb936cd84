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
} from '@clouddisk/client/uploads/state'
import { systemPorts } from '@clouddisk/client/uploads/system'
import type { Limits } from '@clouddisk/contract/limits'
import { findFile, inMemory } from './files.ts'
import { nodeHasher } from './hasher.ts'
import { databaseStorage, linksIn, type QueueName } from './storage.ts'
import { nodeTransport } from './transport.ts'

/** The upload queue of client/ with the files and the network of this computer. */

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

export class Uploads extends EventEmitter<Events> {
  readonly #queue: UploadQueue
  readonly #transport = nodeTransport()
  readonly #paths = new Map<string, string>()
  readonly #db: DatabaseSync
  readonly #name: QueueName

  /** @param onStored is called in the transaction that stores these uploads. */
  constructor(
    db: DatabaseSync,
    client: Client,
    name: QueueName = 'upload',
    onStored?: (uids: readonly string[]) => void,
  ) {
    super()
    this.#db = db
    this.#name = name
    this.#queue = createUploadQueue({
      ...systemPorts,
      api: client.call,
      hasher: nodeHasher,
      transport: this.#transport,
      inMemory,
      storage: databaseStorage(db, name, onStored),
      network: { reachable: (signal) => client.reachable(signal) },
      hooks: {
        notify: (notice) => this.emit('notice', notice),
        refresh: () => undefined,
        allEnded: () => this.emit('allEnded'),
        finished: (record) => this.emit('finished', record),
      },
    })
    this.#queue.subscribe(() => this.emit('change'))
  }

  /** Restores what an earlier run has left, paused (R117). */
  async start(userId: string | null): Promise<void> {
    for (const { uid, path } of this.#db.prepare(`select uid, path from ${this.#name}`).all())
      if (path !== null) this.#paths.set(String(uid), String(path))
    await this.#queue.start()
    this.#hold()
    this.#queue.setUser(userId)
  }

  setUser(userId: string | null): void {
    this.#hold()
    this.#queue.setUser(userId)
  }

  /** What a local sync was sending goes on in its next run, which notes what has been sent, and not by itself. */
  #hold(): void {
    if (this.#name === 'sync_upload') this.#queue.pauseAll()
  }

  setLimits(limits: Limits): void {
    const { iUploadLimit, partBytes, partsInFlight, retries, resumeAttempts, folderRefreshMs } = limits
    const { smallFileBytes, smallFilesMax, smallFilesBytes } = limits
    this.#queue.configure({
      ...{ iUploadLimit, partBytes, partsInFlight, retries, resumeAttempts, folderRefreshMs },
      ...{ smallFileBytes, smallFilesMax, smallFilesBytes },
    })
  }

  items(): UploadItem[] {
    return shownItems(this.#queue.snapshot())
  }

  pathOf(uid: string): string {
    return this.#paths.get(uid) ?? ''
  }

  /**
   * @param onAdded is called for each file that was added, with its number, before the queue stores it.
   * @returns the ids, and the paths at which no file can be read.
   */
  async add(
    files: readonly FileOnDisk[],
    target: UploadTarget,
    onAdded: (at: number, id: string) => void = () => undefined,
  ): Promise<{ ids: string[]; missing: string[] }> {
    const chosen: FileToUpload[] = []
    const found: number[] = []
    const missing: string[] = []
    for (const [at, { path, folders, name = basename(path), conflict }] of files.entries()) {
      const one = await findFile(path, linksIn(this.#name))
      if (!one) {
        missing.push(path)
        continue
      }
      found.push(at)
      chosen.push({
        file: one.file,
        handle: one.handle,
        name,
        lastModified: Math.round(one.handle.modified),
        path: folders,
        ...(conflict && { conflict }),
      })
    }
    if (chosen.length === 0) return { ids: [], missing }
    const ids = this.#queue.add({
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
    return { ids, missing }
  }

  pause(ids: readonly string[]): void {
    this.#queue.pause(ids)
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
      this.#queue.attachFile(item.uid, { file, handle, name, lastModified, path })
    }
    this.#queue.resume(ids)
    this.#queue.retry(ids)
  }

  remove(ids: readonly string[]): void {
    this.#queue.remove(ids)
  }

  async stop(): Promise<void> {
    await this.#queue.stop()
    this.#transport.close()
  }
}
