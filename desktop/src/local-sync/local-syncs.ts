import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Client } from '@clouddisk/client/http/call'
import type { Clock } from '@clouddisk/client/uploads/ports'
import type { UploadItem } from '@clouddisk/client/uploads/state'
import { publicConfig } from '@clouddisk/contract/accounts'
import type { DesktopMessage, LocalSyncTask, TransferRecord } from '@clouddisk/contract/desktop'
import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { MINUTE } from '@clouddisk/contract/time'
import type { Handlers } from '../bridge/bridge.ts'
import { openFolder } from '../system/open-path.ts'
import { report } from '../system/report.ts'
import { RecordMessages } from '../transfers/record-messages.ts'
import { followedUpload, recordOfUpload } from '../transfers/records.ts'
import { Uploads } from '../transfers/uploads/uploads.ts'
import { RunEnded } from './plan-run.ts'
import { scan, TooManyFiles } from './scan.ts'
import { isSameDay, nextOccurrence } from './schedule.ts'
import { say } from './strings.ts'
import { runTask } from './sync-run.ts'
import { type SyncTask, TaskStore } from './task-store.ts'

/**
 * Folders of this computer that are sent to the drive once a day (B§4). A task is due at a stored time rather than by a
 * timer, so that a run that was missed, by sleep or since the client was off, is caught up once.
 */

const TICK_MS = MINUTE
const CHECK_MS = 30 * MINUTE
/** Longest distance to the next run: a day and an hour of daylight saving. */
const AHEAD_MAX_MS = 25 * 60 * MINUTE

export interface LocalSyncOptions {
  readonly db: DatabaseSync
  readonly client: Client
  readonly language: Language
  readonly clock: Clock
  readonly post: (message: DesktopMessage) => void
  readonly pathOfGrant: (grant: string) => string
  readonly onSignedOut: () => void
  /** What is being sent has changed beyond one file's progress. */
  readonly onListChanged: () => void
  readonly platform?: NodeJS.Platform
  readonly filesMax?: number
}

type Answers = Required<
  Pick<
    Handlers,
    'queryLocalSyncs' | 'createLocalSync' | 'updateLocalSync' | 'removeLocalSync' | 'runLocalSync'
  >
>

export class LocalSyncs {
  readonly uploads: Uploads
  readonly #options: LocalSyncOptions
  readonly #store: TaskStore
  readonly #messages: RecordMessages
  #userId: string | null = null
  #isOn = false
  #running: { readonly id: number; readonly controller: AbortController } | undefined
  #run: Promise<void> = Promise.resolve()
  #cancelTick: (() => void) | undefined
  #checkedAt = 0
  /** Nothing starts before somebody has signed in again. */
  #isSignedOut = false
  #isStopped = false

  constructor(options: LocalSyncOptions) {
    this.#options = options
    this.#store = new TaskStore(options.db)
    this.uploads = new Uploads(options.db, options.client, 'sync_upload')
    this.uploads.on('notice', ({ kind }) => {
      if (kind !== 'signedOut') return
      this.#isSignedOut = true
      options.onSignedOut()
    })
    this.#messages = new RecordMessages({
      records: () => this.#followed(),
      post: options.post,
      onRound: (isListChanged) => isListChanged && options.onListChanged(),
    })
    this.uploads.on('change', () => this.#messages.tellSoon())
  }

  async start(userId: string | null): Promise<void> {
    this.#userId = userId
    await this.uploads.setUser(userId)
    this.#beginUser()
  }

  /** A run goes on for its own user alone: another sign-in ends it, and it is due at that user's next one. */
  setUser(userId: string | null): void {
    const isSame = userId === this.#userId
    if (isSame && this.#running && !this.#isSignedOut) return
    if (!isSame) this.#running?.controller.abort()
    this.#userId = userId
    this.#isSignedOut = false
    void this.uploads.setUser(userId)
    this.#beginUser()
  }

  #beginUser(): void {
    if (this.#userId !== null) void this.#readLimits()
    // The run was cut off, as by a kill: it is due again.
    for (const task of this.#tasks())
      if (task.syncStatus === 'syncing' && task.id !== this.#running?.id)
        this.#change(task.id, { syncStatus: 'wait', nextSyncAt: this.#options.clock.now() })
    this.#tick()
  }

  async #readLimits(): Promise<void> {
    const config = await this.#options.client.call(publicConfig, {}, { quiet: true }).catch(() => undefined)
    this.uploads.setLimits({ ...LIMITS, ...config?.limits })
  }

  /** The person's setting (B§4): tasks are scheduled while it is on. */
  turn(isOn: boolean): void {
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    const now = this.#options.clock.now()
    for (const { id, syncTime, nextSyncAt } of this.#tasks()) {
      if (!isOn) this.#change(id, { nextSyncAt: null })
      // What is due since an earlier run of the client stays so.
      else if (nextSyncAt === null) this.#change(id, { nextSyncAt: nextOccurrence(syncTime, now) })
    }
    this.#tick()
  }

  async stop(): Promise<void> {
    this.#cancelTick?.()
    this.#messages.stop()
    this.#isStopped = true
    this.#running?.controller.abort()
    await this.#run
    await this.uploads.stop()
  }

  /** Resolves when no run is going on. */
  idle(): Promise<void> {
    return this.#run
  }

  activity(): { readonly isSyncing: boolean; readonly hasSyncTasks: boolean } {
    return {
      isSyncing: this.#running !== undefined,
      hasSyncTasks: this.#isOn && this.#tasks().length > 0,
    }
  }

  #tasks(): SyncTask[] {
    return this.#userId === null ? [] : this.#store.list(this.#userId)
  }

  #tick(): void {
    this.#cancelTick?.()
    this.#cancelTick = this.#options.clock.after(TICK_MS, () => this.#tick())
    try {
      this.#plan()
    } catch (error) {
      // The disk is full, say: once more at the next tick.
      report('local syncs could not be planned', error)
    }
  }

  #plan(): void {
    const now = this.#options.clock.now()
    if (now - this.#checkedAt >= CHECK_MS || now < this.#checkedAt) this.#resetStatuses(now)
    if (!this.#isOn) return
    for (const task of this.#tasks()) {
      // Clocks were set back by a day or more, or the task is new here.
      if (task.syncStatus !== 'syncing' && (task.nextSyncAt === null || task.nextSyncAt - now > AHEAD_MAX_MS))
        this.#change(task.id, { nextSyncAt: nextOccurrence(task.syncTime, now) })
    }
    this.#startNext(now)
  }

  /** What ran on another day waits again; never what is syncing (C19). */
  #resetStatuses(now: number): void {
    this.#checkedAt = now
    for (const { id, syncStatus, lastSyncAt } of this.#tasks())
      if (
        syncStatus !== 'syncing' &&
        syncStatus !== 'wait' &&
        lastSyncAt !== null &&
        !isSameDay(lastSyncAt, now)
      ) {
        this.#change(id, { syncStatus: 'wait' })
        this.#options.post({ myType: 'localSyncChanged', localSyncId: id })
      }
  }

  /** One at a time. */
  #startNext(now: number): void {
    if (this.#running !== undefined || !this.#isOn || this.#isSignedOut || this.#isStopped) return
    const due = this.#tasks().find(({ nextSyncAt }) => nextSyncAt !== null && nextSyncAt <= now)
    if (due) this.#begin(due, now)
  }

  #begin(task: SyncTask, now: number): void {
    const controller = new AbortController()
    this.#running = { id: task.id, controller }
    const nextSyncAt = nextOccurrence(task.syncTime, now)
    const begun = this.#change(task.id, { syncStatus: 'syncing', lastSyncAt: now, nextSyncAt, errmsg: null })
    this.#options.post({ myType: 'localSyncStart', localSyncId: task.id })
    this.#run = this.#sync(begun ?? task, controller.signal).finally(() => {
      this.#running = undefined
      this.#startNext(this.#options.clock.now())
    })
  }

  async #sync(task: SyncTask, signal: AbortSignal): Promise<void> {
    const { language, filesMax = LIMITS.syncFilesMax, post, clock } = this.#options
    try {
      await this.uploads.loaded()
      const report = await runTask(task, {
        store: this.#store,
        uploads: this.uploads,
        language,
        filesMax,
        signal,
        onSent: (localPath) => post({ myType: 'fileLocalSync', localSyncId: task.id, localPath }),
      })
      const { failed } = report
      const errmsg = failed > 0 ? say('someFailed', language, { count: failed }) : null
      this.#end(task.id, { syncStatus: failed > 0 ? 'error' : 'finished', report, errmsg })
    } catch (error) {
      if (error instanceof RunEnded && error.reason === 'aborted') return this.#putBack(task.id)
      const errmsg = error instanceof Error ? error.message : String(error)
      const again = error instanceof RunEnded && error.retry ? { nextSyncAt: clock.now() } : {}
      this.#end(task.id, { syncStatus: 'error', errmsg, ...again })
    }
  }

  /** Another user signs in: the run is due again at the next sign-in of this one. */
  #putBack(id: number): void {
    if (!this.#isStopped) this.#change(id, { syncStatus: 'wait', nextSyncAt: this.#options.clock.now() })
  }

  #end(id: number, change: Partial<SyncTask>): void {
    // The task stays as syncing, and is due at the next start.
    if (this.#isStopped) return
    this.#change(id, change)
    const task = this.#store.get(id)
    if (task) this.#options.post({ myType: 'localSyncFinish', localSyncId: id, task: present(task) })
  }

  #change(id: number, change: Partial<SyncTask>): SyncTask | undefined {
    return this.#store.update(id, change)
  }

  /** What the page may ask. */
  readonly answers: Answers = {
    queryLocalSyncs: () => this.#tasks().map(present),
    createLocalSync: async ({ folder, diskPath, diskPathIds, inGroup, syncTime }) => {
      const { language, pathOfGrant, clock, filesMax = LIMITS.syncFilesMax } = this.#options
      if (this.#userId === null) throw new Error(say('signedOut', language))
      const localPath = pathOfGrant(folder)
      const key = `${localPath}_${diskPathIds}`
      const tasks = this.#tasks()
      if (tasks.some((task) => this.#compared(task) === this.#compared({ localPath, diskPathIds })))
        throw new Error(say('duplicate', language))
      if (tasks.length >= LIMITS.localSyncTasksMax)
        throw new Error(say('tooManyTasks', language, { limit: LIMITS.localSyncTasksMax }))
      await this.#refuseTooManyFiles(localPath, filesMax)
      const task = this.#store.create({
        ...{ userId: this.#userId, key, localPath, diskPath, diskPathIds, inGroup, syncTime },
        ...{ syncStatus: 'wait', lastSyncAt: null, errmsg: null, report: null },
        nextSyncAt: this.#isOn ? nextOccurrence(syncTime, clock.now()) : null,
      })
      return present(task)
    },
    updateLocalSync: ({ id, syncTime }) => {
      const task = this.#own(id)
      const { clock, language } = this.#options
      if (task.syncStatus === 'syncing') throw new Error(say('syncing', language))
      const nextSyncAt = this.#isOn ? nextOccurrence(syncTime, clock.now()) : null
      const changed = this.#change(id, { syncTime, syncStatus: 'wait', errmsg: null, nextSyncAt })
      return present(changed ?? task)
    },
    removeLocalSync: ({ id }) => {
      this.#own(id)
      if (this.#running?.id === id) {
        this.#running.controller.abort()
        this.uploads.remove(this.uploads.items().map(({ uid }) => uid))
      }
      this.#store.remove(id)
      return {}
    },
    runLocalSync: ({ id }) => {
      const task = this.#own(id)
      const now = this.#options.clock.now()
      if (task.syncStatus !== 'syncing') this.#change(id, { nextSyncAt: now })
      this.#startNext(now)
      return {}
    },
  }

  /** In the system's file manager. */
  async openLocation(id: number): Promise<{ found: boolean }> {
    return { found: await openFolder(this.#own(id).localPath) }
  }

  /** What is being sent now, as records of transfers. */
  records(): TransferRecord[] {
    return this.#sending().map((item) => this.#recordOf(item))
  }

  #followed() {
    return this.#sending().map((item) => followedUpload(item, this.#recordOf(item)))
  }

  #sending = () => this.uploads.items().filter(({ status }) => status !== 'success')

  #recordOf(item: UploadItem): TransferRecord {
    const record = recordOfUpload(item, this.uploads.pathOf(item.uid))
    return { ...record, isLocalSync: true, localSyncId: this.#running?.id ?? null }
  }

  /** Names of folders differ by case on some systems only (C20). */
  #compared({ localPath, diskPathIds }: Pick<SyncTask, 'localPath' | 'diskPathIds'>): string {
    const platform = this.#options.platform ?? process.platform
    const path = localPath.normalize('NFC').replace(/[\\/]+$/, '')
    return JSON.stringify([platform === 'linux' ? path : path.toLowerCase(), diskPathIds])
  }

  async #refuseTooManyFiles(path: string, filesMax: number): Promise<void> {
    const { language } = this.#options
    await scan(path, filesMax).catch((error: unknown) => {
      if (error instanceof TooManyFiles) throw new Error(say('tooManyFiles', language, { limit: filesMax }))
      throw new Error(say('noFolder', language))
    })
  }

  #own(id: number): SyncTask {
    const task = this.#store.get(id)
    if (!task || task.userId !== this.#userId) throw new Error(`there is no task ${id}`)
    return task
  }
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const present = (task: SyncTask): LocalSyncTask => ({
  id: task.id,
  key: task.key,
  folderName: basename(task.localPath),
  syncTime: task.syncTime,
  syncStatus: task.syncStatus,
  localPath: task.localPath,
  diskPath: task.diskPath,
  diskPathIds: task.diskPathIds,
  inGroup: task.inGroup,
  lastSyncTime: instant(task.lastSyncAt),
  nextSyncTime: instant(task.nextSyncAt),
  errmsg: task.errmsg,
  report: task.report,
})
