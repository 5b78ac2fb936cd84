import { EventEmitter } from 'node:events'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { downloadUrlOf } from '@clouddisk/client/downloads/urls'
import { ApiError, isUnauthorized, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import type { Api } from '@clouddisk/client/uploads/ports'
import { LIMITS } from '@clouddisk/contract/limits'
import { pageVersions } from '@clouddisk/contract/versions'
import { report } from '../../system/report.ts'
import type { Download, DownloadRequest } from './download.ts'
import { fetchContent } from './fetch-content.ts'
import { localNameOf, makeFolders } from './local-names.ts'
import { isPlaced, placeFile, sha256Of } from './place-file.ts'
import type { DownloadStore } from './store.ts'

/**
 * Downloads files of the drive to this computer: kept over restarts, gone on with where they stopped, checked by size and,
 * if they were interrupted, by SHA-256.
 */

/** At a time; small files wait for the server and the disk most of the time, so more of them run. */
const RUNNING_MAX = { large: 3, small: 8 }
const SMALL_BYTES = 1024 * 1024
/** After a lost connection: again after 1, 2, 4 … seconds, for as long as it takes. */
const RETRY_MS = { first: 1000, last: 30_000 }

export interface DownloadsOptions {
  readonly api: Api
  readonly store: DownloadStore
  readonly newId: () => string
  readonly now: () => number
  /** In the person's language: why a download failed. */
  readonly textOf: (error: unknown) => string
}

interface Events {
  change: [Download]
  /** A download was added or removed. */
  list: []
  finished: [Download]
  failed: [Download]
  /** The session has ended: nothing starts until somebody signs in. */
  signedOut: []
}

export class Downloads extends EventEmitter<Events> {
  readonly #options: DownloadsOptions
  readonly #downloads = new Map<string, Download>()
  readonly #running = new Map<
    string,
    { readonly controller: AbortController; readonly ended: Promise<void> }
  >()
  #userId: string | null = null
  /** Paused as their session had ended; they go on when their user is back. */
  readonly #interrupted = new Set<string>()

  constructor(options: DownloadsOptions) {
    super()
    this.#options = options
  }

  /** Restores the user's unfinished downloads as paused (R117), but for those that a sign-out has ended. Null after one. */
  setUser(userId: string | null): void {
    if (userId !== this.#userId) this.#load(userId)
    const interrupted = [...this.#interrupted].filter((id) => this.#downloads.has(id))
    for (const id of interrupted) this.#interrupted.delete(id)
    this.resume(interrupted)
  }

  #load(userId: string | null): void {
    for (const { id, status } of this.#downloads.values())
      if (status === 'waiting' || status === 'running') this.#interrupted.add(id)
    this.#abortAll()
    this.#userId = userId
    this.#downloads.clear()
    if (userId !== null)
      for (const one of this.#options.store.load(userId)) {
        const status = one.status === 'error' ? one.status : 'pause'
        this.#downloads.set(one.id, { ...one, status })
      }
    this.emit('list')
  }

  #abortAll(): void {
    for (const { controller } of this.#running.values()) controller.abort(new Paused())
  }

  list(): Download[] {
    return [...this.#downloads.values()]
  }

  get(id: string): Download | undefined {
    return this.#downloads.get(id)
  }

  /** @returns the ids. */
  add(requests: readonly DownloadRequest[]): string[] {
    const { newId, now } = this.#options
    const userId = this.#userId
    if (userId === null) throw new Error('downloads need a signed-in user')
    const added = requests.map(
      ({ path = [], fileSharingId = null, linkPath = null, ...request }): Download => ({
        ...request,
        path,
        fileSharingId,
        linkPath,
        id: newId(),
        userId,
        status: 'waiting',
        received: 0,
        etag: null,
        localPath: null,
        errmsg: null,
        addedAt: now(),
      }),
    )
    this.#options.store.save(added)
    for (const one of added) this.#downloads.set(one.id, one)
    this.emit('list')
    this.#startNext()
    return added.map(({ id }) => id)
  }

  pause(ids: readonly string[]): void {
    for (const id of ids) {
      this.#interrupted.delete(id)
      const one = this.#downloads.get(id)
      if (one?.status !== 'waiting' && one?.status !== 'running') continue
      this.#change(id, { status: 'pause' })
      this.#running.get(id)?.controller.abort(new Paused())
    }
    this.#startNext()
  }

  /** Also those that have failed. */
  resume(ids: readonly string[]): void {
    for (const id of ids) {
      const status = this.#downloads.get(id)?.status
      if (status === 'pause' || status === 'error') this.#change(id, { status: 'waiting', errmsg: null })
    }
    this.#startNext()
  }

  async remove(ids: readonly string[]): Promise<void> {
    const removed = ids.flatMap((id) => this.#downloads.get(id) ?? [])
    for (const { id } of removed) {
      this.#downloads.delete(id)
      this.#interrupted.delete(id)
      this.#running.get(id)?.controller.abort(new Paused())
    }
    this.#store((store) => store.remove(removed.map(({ id }) => id)))
    this.emit('list')
    await Promise.all(removed.map((one) => unlink(partFileOf(one)).catch(() => undefined)))
    this.#startNext()
  }

  /** Stops what runs, which comes back paused; a file that is getting its name still gets it. */
  async stop(): Promise<void> {
    this.#userId = null
    this.#abortAll()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  #startNext(): void {
    const free = { ...RUNNING_MAX }
    for (const id of this.#running.keys()) free[sizeOf(this.#downloads.get(id))]--
    for (const one of this.#downloads.values()) {
      if ((free.large <= 0 && free.small <= 0) || this.#userId === null) return
      if (one.status !== 'waiting' || this.#running.has(one.id) || free[sizeOf(one)] <= 0) continue
      free[sizeOf(one)]--
      this.#start(one.id)
    }
  }

  #start(id: string): void {
    const controller = new AbortController()
    this.#change(id, { status: 'running' })
    const ended = this.#run(id, controller.signal).finally(() => {
      this.#running.delete(id)
      this.#startNext()
    })
    this.#running.set(id, { controller, ended })
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#bring(id, signal)
    } catch (error) {
      if (!signal.aborted) this.#fail(id, error)
    }
  }

  async #bring(id: string, signal: AbortSignal): Promise<void> {
    for (let wait = RETRY_MS.first; ; wait = Math.min(wait * 2, RETRY_MS.last)) {
      const before = this.#downloads.get(id)?.received
      try {
        return await this.#attempt(id, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!isLostConnection(error)) throw error
        // What has got further begins anew with short waits.
        if (this.#downloads.get(id)?.received !== before) wait = RETRY_MS.first
        await delay(wait, undefined, { signal })
      }
    }
  }

  async #attempt(id: string, signal: AbortSignal): Promise<void> {
    const one = this.#downloads.get(id)
    if (!one) return
    if (one.localPath !== null && (await isPlaced(partFileOf(one), one.localPath, one.fileSize)))
      return this.#finish(one, one.localPath)
    const folder = await makeFolders(one.folder, one.path)
    const url = await downloadUrlOf(this.#options.api, sourceOf(one), signal)
    const { size, resumed } = await fetchContent({
      ...{ url, partFile: partFileOf(one), etag: one.etag, signal },
      onVersion: (etag) => this.#change(id, { etag }, true),
      onReceived: (received) => this.#change(id, { received }, false),
    })
    if (resumed) await this.#verify(one, signal)
    signal.throwIfAborted()
    const note = (localPath: string) => this.#change(id, { localPath, fileSize: size, received: size })
    const localPath = await placeFile(partFileOf(one), folder, one.fileName, note)
    this.#finish({ ...one, fileSize: size }, localPath)
  }

  #finish(one: Download, localPath: string): void {
    this.#downloads.delete(one.id)
    this.#store((store) => store.remove([one.id]))
    this.emit('finished', { ...one, status: 'finished', received: one.fileSize, localPath })
    this.emit('list')
  }

  /** Against what the server knows of the version; files under a link have no list of versions. */
  async #verify(one: Download, signal: AbortSignal): Promise<void> {
    const etag = this.#downloads.get(one.id)?.etag ?? ''
    if (one.linkPath !== null) return
    const { instanceId, fileSharingId } = one
    const from = fileSharingId === null ? {} : { fileSharingId }
    const versions = await this.#options
      .api(pageVersions, { instanceId, ...from, pageNo: 1, pageSize: LIMITS.versionsKept + 1 }, { signal })
      .catch((error: unknown) => {
        // Who may not see the versions gets the file unchecked; an answer that is missing is waited for.
        if (isLostConnection(error) || isUnauthorized(error)) throw error
        return undefined
      })
    const expected = versions?.list.find(({ versionId }) => etag.includes(versionId))?.sha256
    if (!expected || (await sha256Of(partFileOf(one))) === expected) return
    this.#change(one.id, { etag: null, received: 0 })
    throw new NetworkError('the parts do not fit together; the file is fetched anew')
  }

  #fail(id: string, error: unknown): void {
    if (isUnauthorized(error)) {
      this.#interrupted.add(id)
      this.#change(id, { status: 'pause' })
      this.emit('signedOut')
      return
    }
    this.#change(id, { status: 'error', errmsg: this.#options.textOf(error) })
    const failed = this.#downloads.get(id)
    if (failed) this.emit('failed', failed)
  }

  /** @param stored false: progress, which is read from the part file after a restart. */
  #change(id: string, change: Partial<Download>, stored = true): void {
    const one = this.#downloads.get(id)
    if (!one) return
    const next = { ...one, ...change }
    this.#downloads.set(id, next)
    if (stored) this.#store((store) => store.save([next]))
    this.emit('change', next)
  }

  /** Where it cannot be written, as the disk is full, the download goes on; after a restart it is as it was stored last. */
  #store(write: (store: DownloadStore) => void): void {
    try {
      write(this.#options.store)
    } catch (error) {
      report('downloads could not be stored', error)
    }
  }
}

/** What has just ended is no longer in the list, and counts as small for a moment. */
const sizeOf = (one: Download | undefined): keyof typeof RUNNING_MAX =>
  one && one.fileSize > SMALL_BYTES ? 'large' : 'small'

/** Ended by the person, or with the client. */
class Paused extends Error {}

/** Beside the file that it becomes, so that no bytes are copied at the end; hidden where a dot hides. */
const partFileOf = ({ id, folder, path }: Download): string =>
  join(folder, ...path.map((name) => localNameOf(name)), `.${id}.clouddisk-part`)

const sourceOf = ({ instanceId, versionId = null, fileSharingId, linkPath }: Download) => ({
  instanceId,
  ...(versionId === null ? {} : { versionId }),
  ...(fileSharingId === null ? {} : { fileSharingId }),
  ...(linkPath === null ? {} : { linkpath: linkPath }),
})

const isLostConnection = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && (error.httpStatus >= 500 || error.httpStatus === 429))
