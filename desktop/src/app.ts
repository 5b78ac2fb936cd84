import { EventEmitter } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type Client, createClient } from '@clouddisk/client/http/call'
import { systemPorts } from '@clouddisk/client/uploads/system'
import { currentUser, SESSION_COOKIE } from '@clouddisk/contract/accounts'
import type { DesktopInput, DesktopMessage, DesktopReply } from '@clouddisk/contract/desktop'
import { DEVICE_HEADER, deviceHeader } from '@clouddisk/contract/devices'
import type { Language } from '@clouddisk/contract/errors'
import { querySettings } from '@clouddisk/contract/settings'
import { answerCall, type Handlers } from './bridge/bridge.ts'
import { type HelperOptions, LocalHelper } from './helper/helper.ts'
import { LocalSyncs } from './local-sync/local-syncs.ts'
import type { SettingsFile } from './settings/desktop-settings.ts'
import { DEFAULT_PREFERENCES, PreferenceStore, type Preferences } from './settings/preferences.ts'
import type { SecretStore } from './sign-in/secret-store.ts'
import { SessionKeeper } from './sign-in/session.ts'
import { chooseFiles } from './system/file-chooser.ts'
import { chooseFolder } from './system/folder-chooser.ts'
import { Grants } from './system/grants.ts'
import { openExternal } from './system/open-path.ts'
import { thisDevice } from './system/this-device.ts'
import { VERSION } from './system/version.ts'
import { openTransferDatabase } from './transfers/database.ts'
import { systemDownloads, Transfers } from './transfers/transfers.ts'
import type { DesktopWindow, OpenWindow } from './window/window.ts'

const START = '/disk/'

/** The client of one server: its session, its window and what the page asks of it. */

export interface AppOptions {
  /** Of the server. */
  readonly origin: string
  /** The client's own files. */
  readonly folder: string
  readonly language: Language
  readonly settings: SettingsFile
  readonly secrets: SecretStore
  readonly openWindow: OpenWindow
  /** Around it; a test may have none. */
  readonly program?: ProgramOfApp
  /** Of the system, by default. */
  readonly chooseFolder?: typeof chooseFolder
  readonly openExternal?: typeof openExternal
  readonly chooseFiles?: typeof chooseFiles
  /** Serves pages in browsers on this computer, at these ports. */
  readonly helper?: Pick<HelperOptions, 'ports' | 'log' | 'silentMs'> | undefined
}

export type ProgramAnswers = Required<
  Pick<
    Handlers,
    'queryDesktopSettings' | 'saveDesktopSettings' | 'addServer' | 'useServer' | 'removeServer' | 'quit'
  >
>

export interface ProgramOfApp {
  /** What the page asks of the program as a whole. */
  readonly answers: ProgramAnswers
  /** Called with each message for the page, also while no window is open. */
  onMessage(message: DesktopMessage): void
  /** The person has closed the window. */
  onWindowClosed(): void
}

/** What the client is doing. */
export interface Activity {
  readonly isSignedIn: boolean
  /** Transfers by their status. */
  readonly waiting: number
  readonly running: number
  readonly paused: number
  readonly failed: number
  readonly isSyncing: boolean
  readonly hasSyncTasks: boolean
}

const NOTHING: Activity = {
  isSignedIn: false,
  ...{ waiting: 0, running: 0, paused: 0, failed: 0 },
  ...{ isSyncing: false, hasSyncTasks: false },
}

export class App {
  readonly session: SessionKeeper
  readonly transfers: Transfers
  readonly localSyncs: LocalSyncs
  readonly #options: AppOptions
  readonly #client: Client
  readonly #folder: string
  readonly #database: DatabaseSync
  readonly #preferences: PreferenceStore
  readonly #grants = new Grants()
  readonly #helper: LocalHelper | undefined
  readonly #messages = new EventEmitter<{ message: [DesktopMessage] }>()
  /** Of each call. */
  #headers: Readonly<Record<string, string>> = {}
  #window: DesktopWindow | undefined
  #opening: Promise<void> | undefined
  #closing: Promise<void> | undefined
  readonly #ending = new AbortController()

  constructor(options: AppOptions) {
    const { origin, language, secrets } = options
    this.#options = options
    this.session = new SessionKeeper(secrets, origin)
    this.#client = createClient({
      baseUrl: origin,
      language: () => language,
      token: () => this.session.current?.token ?? null,
      userName: () => this.session.current?.userName ?? null,
      headers: () => this.#headers,
    })
    this.#client.setUnauthorizedHandler((_, token) => {
      // An answer to a call of an earlier session says nothing about this one.
      if (token === this.session.current?.token) this.#signInExpired()
    })
    this.#folder = serverFolder(options.folder, origin)
    this.#database = openTransferDatabase(this.#folder)
    const post = (message: DesktopMessage) => this.#post(message)
    const pathOfGrant = (grant: string) => this.#grants.pathOf(grant)
    const onSignedOut = () => void this.#checkSession()
    this.#preferences = new PreferenceStore(this.#database)
    this.localSyncs = new LocalSyncs({
      db: this.#database,
      client: this.#client,
      clock: systemPorts.clock,
      ...{ language, post, pathOfGrant, onSignedOut },
      onListChanged: () => post({ myType: 'listChanged', counts: this.transfers.counts() }),
    })
    this.transfers = new Transfers({
      db: this.#database,
      client: this.#client,
      now: Date.now,
      ...{ language, post, pathOfGrant, onSignedOut },
      downloadFolder: () => this.downloadFolder(),
      syncing: () => this.localSyncs.records().length,
    })
    this.#helper = options.helper && this.#createHelper(options.helper)
  }

  #createHelper(options: NonNullable<AppOptions['helper']>): LocalHelper {
    const { origin, language } = this.#options
    return new LocalHelper({
      ...{ ...options, origin, language, client: this.#client, transfers: this.transfers },
      session: () => this.session.current,
      downloadFolder: (shownIn) => this.#askedDownloadFolder(shownIn),
      chooseFiles: this.#options.chooseFiles ?? chooseFiles,
      chooseFolder: this.#options.chooseFolder ?? chooseFolder,
      onMessage: (listener) => {
        this.#messages.on('message', listener)
        return () => this.#messages.off('message', listener)
      },
    })
  }

  async start(): Promise<void> {
    this.#headers = { [DEVICE_HEADER]: deviceHeader(await thisDevice(this.#options.folder)) }
    const session = await this.session.load()
    await this.#options.settings.useServer(this.#options.origin)
    const userId = session?.userId ?? null
    await this.transfers.start(userId)
    await this.localSyncs.start(userId)
    this.#follow(this.#preferences.of(userId))
    this.session.on('change', (changed) => this.#setUser(changed?.userId ?? null))
    // The key store may have given it meanwhile.
    const now = this.session.current?.userId ?? null
    if (now !== userId) this.#setUser(now)
    void this.#readPreferences()
    await this.#helper?.start()
  }

  #setUser(userId: string | null): void {
    if (this.#closing) return
    this.transfers.setUser(userId)
    this.localSyncs.setUser(userId)
    this.#follow(this.#preferences.of(userId))
    void this.#readPreferences()
  }

  /** What the person has set at the server; away from it, what was last known. */
  async #readPreferences(): Promise<void> {
    const userId = this.session.current?.userId
    if (userId === undefined) return
    const settings = await this.#client.call(querySettings, {}, { quiet: true }).catch(() => undefined)
    if (settings && !this.#closing) this.#keep(userId, { ...DEFAULT_PREFERENCES, ...settings })
  }

  #keep(userId: string, { downloadPath, askDownloadPath, localSync }: Preferences): void {
    const preferences = { downloadPath, askDownloadPath, localSync }
    this.#preferences.keep(userId, preferences)
    if (this.session.current?.userId === userId) this.#follow(preferences)
  }

  #follow({ localSync }: Preferences): void {
    this.localSyncs.turn(localSync)
  }

  downloadFolder(): string {
    const { downloadPath } = this.#preferences.of(this.session.current?.userId ?? null)
    return this.#chosen(downloadPath) ?? systemDownloads()
  }

  /** A path of the page or the server counts only if it was chosen on this computer. */
  #chosen(path: string | null | undefined): string | undefined {
    return this.#options.settings.get().folders.find((folder) => folder === path)
  }

  /**
   * For a page in a browser, where the person may just have changed the settings. Asks for it where they want to be asked;
   * null if they cancel.
   */
  async #askedDownloadFolder(language: Language): Promise<string | null> {
    await this.#readPreferences()
    const folder = this.downloadFolder()
    const { askDownloadPath } = this.#preferences.of(this.session.current?.userId ?? null)
    return askDownloadPath ? (this.#options.chooseFolder ?? chooseFolder)(language, folder) : folder
  }

  /** The page leads to the sign-in; transfers wait for it. */
  #signInExpired(): void {
    void this.session.end()
    this.#post({ myType: 'signInExpired' })
  }

  /** Transfers were refused. If the session is a newer one that holds, they go on with it. */
  async #checkSession(): Promise<void> {
    // A refusal ends the session.
    await this.#client.call(currentUser, {}).catch(() => undefined)
    const userId = this.session.current?.userId
    if (userId === undefined || this.#closing) return
    this.transfers.setUser(userId)
    this.localSyncs.setUser(userId)
  }

  #post(message: DesktopMessage): void {
    this.#window?.post(message)
    this.#messages.emit('message', message)
    this.#options.program?.onMessage(message)
  }

  get window(): DesktopWindow | undefined {
    return this.#window
  }

  activity(): Activity {
    if (this.#closing) return NOTHING
    return {
      isSignedIn: this.session.current !== null,
      ...this.transfers.activity(),
      ...this.localSyncs.activity(),
    }
  }

  async pauseAll(): Promise<void> {
    await this.#commandAll('jobPause')
  }

  async resumeAll(): Promise<void> {
    await this.#commandAll('jobResume')
  }

  async #commandAll(cmd: 'jobPause' | 'jobResume'): Promise<void> {
    for (const list of ['uploadFile', 'downloadFile'] as const)
      await this.transfers.answers.execCmd({ cmd, list }, async () => [])
  }

  /**
   * Opens the window, or shows the one that is open.
   * @param path on the server, below /disk/; undefined: its start, or where the open window is.
   */
  async show(path?: string): Promise<void> {
    await this.#opening
    if (this.#closing) return
    if (this.#window) {
      if (path !== undefined) this.#window.post({ myType: 'open', path })
      return this.#window.raise()
    }
    this.#opening = this.#open(path ?? START).finally(() => {
      this.#opening = undefined
    })
    await this.#opening
  }

  async #open(path: string): Promise<void> {
    const { origin, language } = this.#options
    const profileFolder = browserFolder(this.#options.folder, origin)
    await mkdir(profileFolder, { recursive: true, mode: 0o700 })
    const window = await this.#options.openWindow({
      origin,
      url: origin + path,
      profileFolder,
      language,
      cookie: this.session.current && { name: SESSION_COOKIE, value: this.session.current.token },
      product: `Clouddisk/${VERSION}`,
      facts: { version: VERSION, platform: process.platform, language, syncsFolders: true },
      signal: this.#ending.signal,
      onCall: (call) => answerCall(this.#handlers(), call),
      openExternal: (url) => void this.#openExternal(url).catch(() => undefined),
    })
    this.#window = window
    void window.closed.then(() => {
      this.#window = undefined
      if (!this.#closing) this.#options.program?.onWindowClosed()
    })
  }

  /** Whether the person has the window in front. */
  async isLookedAt(): Promise<boolean> {
    const focus = await this.#window?.evaluate('document.hasFocus()').catch(() => false)
    return focus === true
  }

  /** Ends the window and all transfers, which go on at the next start. */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    this.#ending.abort()
    await this.#opening?.catch(() => undefined)
    this.#window?.post({ myType: 'sdkClose' })
    await this.#window?.close()
    await this.#helper?.stop()
    await this.localSyncs.stop()
    await this.transfers.stop()
    this.#database.close()
  }

  #pageSyncing({ pageNo, pageSize }: DesktopInput<'pageTransfers'>): DesktopReply<'pageTransfers'> {
    const records = this.localSyncs.records()
    const list = records.slice((pageNo - 1) * pageSize, pageNo * pageSize)
    return { list, total: records.length, counts: this.transfers.counts() }
  }

  #openExternal(url: string): Promise<void> {
    return (this.#options.openExternal ?? openExternal)(url)
  }

  #handlers(): Handlers {
    const { settings, language } = this.#options
    const { pageTransfers, openLocation } = this.transfers.answers
    return {
      ...this.#options.program?.answers,
      ...this.transfers.answers,
      ...this.localSyncs.answers,
      pageTransfers: (input, files) =>
        input.list === 'localSync' ? this.#pageSyncing(input) : pageTransfers(input, files),
      openLocation: (input, files) =>
        input.localSyncId === undefined
          ? openLocation(input, files)
          : this.localSyncs.openLocation(input.localSyncId),
      applySettings: (preferences) => {
        const userId = this.session.current?.userId
        if (userId !== undefined) this.#keep(userId, preferences)
        return {}
      },
      authorization: () => this.session.current?.token ?? null,
      signedIn: async (user) => {
        const token = await this.#window?.cookie(SESSION_COOKIE)
        if (!token) throw new Error('there is no session in the window')
        await this.session.begin({ ...user, token })
        return {}
      },
      signedOut: async () => {
        await this.session.end()
        return {}
      },
      chooseFolder: async ({ startAt }) => {
        const path = await (this.#options.chooseFolder ?? chooseFolder)(language, this.#chosen(startAt))
        if (path === null) return null
        await settings.addFolder(path)
        return { path, grant: this.#grants.grant(path) }
      },
      openExternal: async ({ url }) => {
        await this.#openExternal(url)
        return {}
      },
    }
  }
}

/** Each server has a folder of its own, with its transfers and the browser’s files. */
export const serverFolder = (folder: string, origin: string): string =>
  join(folder, 'servers', origin.replace(/^https?:\/\//, '').replace(/[^\w.-]/g, '_'))

/** Cookies, caches and settings of the window of a server. */
export const browserFolder = (folder: string, origin: string): string =>
  join(serverFolder(folder, origin), 'browser')
