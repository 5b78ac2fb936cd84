import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Client } from '@clouddisk/client/http/call'
import { newTraceId } from '@clouddisk/client/http/call'
import { publicConfig } from '@clouddisk/contract/accounts'
import type {
  DesktopInput,
  DesktopMessage,
  DesktopReply,
  TransferCounts,
  TransferRecord,
} from '@clouddisk/contract/desktop'
import type { Language } from '@clouddisk/contract/errors'
import { LIMITS, type Limits } from '@clouddisk/contract/limits'
import type { Handlers } from '../bridge/bridge.ts'
import { openFolder } from '../system/open-path.ts'
import { report } from '../system/report.ts'
import type { DownloadRequest } from './downloads/download.ts'
import { Downloads } from './downloads/downloads.ts'
import { requestsOf } from './downloads/requests.ts'
import { downloadStore } from './downloads/store.ts'
import { finishedRecords } from './finished.ts'
import { Rates } from './rates.ts'
import { RecordMessages } from './record-messages.ts'
import { followedUpload, recordOfDownload, recordOfUpload } from './records.ts'
import { textOf } from './strings.ts'
import { AddUploads } from './uploads/add-uploads.ts'
import { Uploads } from './uploads/uploads.ts'
import { WaitingUploads } from './uploads/waiting-uploads.ts'

/** All transfers of the signed-in user: answers the page's calls and sends it messages (A§4). */

export interface TransfersOptions {
  readonly db: DatabaseSync
  readonly client: Client
  readonly language: Language
  readonly now: () => number
  readonly post: (message: DesktopMessage) => void
  /** Folder of downloads for which none was chosen. */
  readonly downloadFolder: () => string
  /** A folder that was chosen by the person. */
  readonly pathOfGrant: (grant: string) => string
  /** How many files local syncs are sending. */
  readonly syncing?: () => number
  /** The session has ended. */
  readonly onSignedOut: () => void
}

type Answers = Required<
  Pick<Handlers, 'addTask' | 'execCmd' | 'pageTransfers' | 'countTransfers' | 'openLocation'>
>

export class Transfers {
  readonly #options: TransfersOptions
  readonly #uploads: Uploads
  readonly #waiting: WaitingUploads
  readonly #downloads: Downloads
  readonly #rates = new Rates()
  readonly #finished
  #userId: string | null = null
  readonly #adding: AddUploads
  #isStopped = false
  #isStarting = true
  #areLimitsRead = false
  #limits: Limits = LIMITS
  readonly #messages: RecordMessages
  #hasFinished = false

  constructor(options: TransfersOptions) {
    const { db, client, now, language } = options
    this.#options = options
    this.#finished = finishedRecords(db, now)
    this.#waiting = new WaitingUploads(db)
    this.#uploads = new Uploads(db, client, 'upload', (uids) => this.#waiting.stored(uids))
    this.#adding = new AddUploads({
      ...{ uploads: this.#uploads, waiting: this.#waiting, language },
      limits: () => this.#limits,
      open: () => this.#openUploads(),
      userId: () => this.#userId,
      mayFill: () => this.#areLimitsRead && !this.#isStopped,
      isStarting: () => this.#isStarting,
      onAdded: () => this.#messages.tellSoon(),
    })
    this.#downloads = new Downloads({
      api: client.call,
      store: downloadStore(db),
      newId: newTraceId,
      now,
      textOf: (error) => textOf(error, language),
    })
    this.#messages = new RecordMessages({
      records: () => this.#followed(),
      post: options.post,
      onRound: (isListChanged) => this.#endRound(isListChanged),
    })
    this.#follow()
  }

  async start(userId: string | null): Promise<void> {
    this.#userId = userId
    this.#downloads.setUser(userId)
    await this.#uploads.setUser(userId)
    if (userId !== null) void this.#readLimits()
  }

  setUser(userId: string | null): void {
    if (userId !== this.#userId) this.#isStarting = true
    this.#userId = userId
    this.#downloads.setUser(userId)
    void this.#uploads.setUser(userId)
    if (userId !== null) void this.#readLimits()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#messages.stop()
    await this.#adding.idle()
    await this.#downloads.stop()
    await this.#uploads.stop()
    // Answers that come now find the database closed.
    this.#userId = null
  }

  async #readLimits(): Promise<void> {
    const config = await this.#options.client.call(publicConfig, {}, { quiet: true }).catch(() => undefined)
    if (config) this.#limits = { ...LIMITS, ...config.limits }
    this.#uploads.setLimits(this.#limits)
    await this.#uploads.loaded()
    this.#areLimitsRead = true
    await this.#adding.fill()
    this.#isStarting = false
  }

  #follow(): void {
    const soon = () => this.#messages.tellSoon()
    this.#uploads.on('change', soon)
    this.#uploads.on('finished', ({ id, fileId, filename, finishedTime }) => {
      const item = this.#uploads.items().find(({ uid }) => uid === id)
      if (!item || this.#userId === null) return
      const record = recordOfUpload(item, this.#uploads.pathOf(id))
      this.#keep(this.#userId, { ...record, fileName: filename, instanceId: fileId, finishedTime })
    })
    this.#uploads.on('notice', (notice) => {
      if (notice.kind === 'signedOut') this.#options.onSignedOut()
      if (notice.kind === 'uploadFailed' && notice.error.name === 'sensitive_content')
        this.#options.post({
          myType: 'dlpInfo',
          id: notice.item.uid,
          fileName: notice.item.name,
          errmsg: notice.error.message ?? '',
        })
    })
    this.#downloads.on('change', ({ id, received }) => {
      this.#rates.note(id, this.#options.now(), received)
      soon()
    })
    this.#downloads.on('list', soon)
    this.#downloads.on('finished', (one) => {
      this.#rates.forget(one.id)
      this.#keep(one.userId, { ...recordOfDownload(one, 0), finishedTime: this.#options.now() })
    })
    this.#downloads.on('signedOut', this.#options.onSignedOut)
  }

  #keep(userId: string, record: TransferRecord): void {
    try {
      this.#finished.add(userId, { ...record, status: 'finished', progress: 100, rate: 0 })
    } catch (error) {
      // The disk is full, say. The file itself has arrived.
      report('a finished transfer could not be stored', error)
    }
    if (userId !== this.#userId) return
    this.#options.post({ myType: 'jobFinish', id: record.id, isFinish: true, msg: null })
    this.#hasFinished = true
    this.#messages.tellSoon()
  }

  #endRound(isListChanged: boolean): void {
    // What began and finished since the last round is in no list.
    if (isListChanged || this.#hasFinished)
      this.#options.post({ myType: 'listChanged', counts: this.counts() })
    this.#hasFinished = false
    void this.#adding.fill()
  }

  #followed() {
    const uploads = this.#openItems().map((item) =>
      followedUpload(item, recordOfUpload(item, this.#uploads.pathOf(item.uid))),
    )
    const downloads = this.#openDownloads().map((record) => ({ record, isReading: false, parts: 0 }))
    return [...uploads, ...downloads]
  }

  #open(): TransferRecord[] {
    return [...this.#openUploads(), ...this.#openDownloads()]
  }

  #openItems = () => this.#uploads.items().filter(({ status }) => status !== 'success')

  #openUploads(): TransferRecord[] {
    return this.#openItems().map((item) => recordOfUpload(item, this.#uploads.pathOf(item.uid)))
  }

  #openDownloads(): TransferRecord[] {
    return this.#downloads
      .list()
      .map((one) => recordOfDownload(one, this.#rates.of(one.id, this.#options.now())))
  }

  /** Uploads that are not finished. */
  uploadRecords(): TransferRecord[] {
    return this.#openUploads()
  }

  /** Of the server; before it was asked, those of the contract. */
  limits(): Limits {
    return this.#limits
  }

  counts(): TransferCounts {
    const [uploads, downloads] = [this.#openUploads(), this.#openDownloads()]
    const running = (records: TransferRecord[]) => records.filter(({ status }) => status === 'running').length
    const pending = [...uploads, ...downloads].filter(
      ({ status }) => status === 'running' || status === 'waiting',
    )
    return {
      upload: uploads.length,
      download: downloads.length,
      finished: this.#userId === null ? 0 : this.#finished.count(this.#userId),
      uploading: running(uploads),
      downloading: running(downloads),
      waiting: this.#userId === null ? 0 : this.#waiting.count(this.#userId),
      pending: pending.length,
      localSync: this.#options.syncing?.() ?? 0,
    }
  }

  /** How many are in each state. */
  activity(): Record<'waiting' | 'running' | 'paused' | 'failed', number> {
    const records = this.#open()
    const count = (which: TransferRecord['status']) => records.filter(({ status }) => status === which).length
    return {
      waiting: count('waiting'),
      running: count('running'),
      paused: count('pause'),
      failed: count('error'),
    }
  }

  /** What the page may ask. */
  readonly answers: Answers = {
    addTask: async ({ tasks, folder, wait = false }, files) => {
      const uploads = tasks.filter((task) => task.type === 'uploadFile')
      const downloads = tasks.filter((task) => task.type === 'downloadFile')
      const ids = uploads.length > 0 ? await this.#adding.add(uploads, await files(), wait) : []
      const into = folder === undefined ? this.#options.downloadFolder() : this.#options.pathOfGrant(folder)
      if (downloads.length > 0)
        ids.push(...this.addDownloads(await requestsOf(downloads, into, this.#options.client)))
      return { ids }
    },
    execCmd: async ({ cmd, ids, list }) => {
      if (list === 'finished') {
        if (cmd === 'jobDelete' && this.#userId !== null) this.#finished.remove(this.#userId, ids)
        this.#messages.tellSoon()
        return {}
      }
      if (cmd === 'jobDelete' && list === 'uploadFile' && !ids && this.#userId !== null)
        this.#waiting.remove(this.#userId)
      await this.#command(cmd, new Set(ids ?? this.#idsOf(list)))
      return {}
    },
    pageTransfers: ({ list, pageNo, pageSize }) => this.#page(list, pageNo, pageSize),
    countTransfers: () => this.counts(),
    openLocation: async ({ id }) => {
      const record =
        id === undefined || this.#userId === null ? undefined : this.#finished.get(this.#userId, id)
      if (!record?.localPath) return { found: false }
      return { found: await openFolder(dirname(record.localPath)) }
    },
  }

  #page(
    list: DesktopInput<'pageTransfers'>['list'],
    pageNo: number,
    pageSize: number,
  ): DesktopReply<'pageTransfers'> {
    const counts = this.counts()
    if (list === 'finished') {
      const records = this.#userId === null ? [] : this.#finished.page(this.#userId, pageNo, pageSize)
      return { list: records, total: counts.finished, counts }
    }
    const open = list === 'uploadFile' ? this.#openUploads() : this.#openDownloads()
    const records = open.slice((pageNo - 1) * pageSize, pageNo * pageSize)
    return { list: records, total: open.length, counts }
  }

  #idsOf(list: DesktopInput<'execCmd'>['list']): string[] {
    if (list === 'uploadFile') return this.#openUploads().map(({ id }) => id)
    return list === 'downloadFile' ? this.#openDownloads().map(({ id }) => id) : []
  }

  async #command(cmd: DesktopInput<'execCmd'>['cmd'], ids: ReadonlySet<string>): Promise<void> {
    const uploads = this.#uploads.items().flatMap(({ uid }) => (ids.has(uid) ? [uid] : []))
    const downloads = this.#downloads.list().flatMap(({ id }) => (ids.has(id) ? [id] : []))
    if (cmd === 'jobPause') {
      this.#uploads.pause(uploads)
      this.#downloads.pause(downloads)
    } else if (cmd === 'jobResume') {
      await this.#uploads.resume(uploads)
      this.#downloads.resume(downloads)
    } else {
      this.#uploads.remove(uploads)
      await this.#downloads.remove(downloads)
    }
    this.#messages.tellSoon()
  }

  /** @returns the ids. @throws above the limit. */
  addDownloads(requests: readonly DownloadRequest[]): string[] {
    const limit = this.#limits.downloadFilesMax
    if (this.#downloads.list().length + requests.length > limit)
      throw new Error(textOf('tooMany', this.#options.language, { limit }))
    return this.#downloads.add(requests)
  }
}

/** Where the system keeps downloads. */
export const systemDownloads = (): string => join(homedir(), 'Downloads')
