import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type Client, createClient } from '@clouddisk/client/http/call'
import type { Language } from '@clouddisk/contract/errors'
import { answerCall, type Handlers } from './bridge/bridge.ts'
import type { SettingsFile } from './settings/desktop-settings.ts'
import { originOf } from './settings/server-address.ts'
import type { SecretStore } from './sign-in/secret-store.ts'
import { SessionKeeper } from './sign-in/session.ts'
import { chooseFolder } from './system/folder-chooser.ts'
import { Grants } from './system/grants.ts'
import { openExternal } from './system/open-path.ts'
import { openTransferDatabase } from './transfers/database.ts'
import { systemDownloads, Transfers } from './transfers/transfers.ts'
import type { DesktopWindow, OpenWindow } from './window/window.ts'

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
  /** Of the system, by default. */
  readonly chooseFolder?: typeof chooseFolder
  readonly openExternal?: typeof openExternal
}

export class App {
  readonly session: SessionKeeper
  readonly transfers: Transfers
  readonly #options: AppOptions
  readonly #client: Client
  readonly #database: DatabaseSync
  readonly #grants = new Grants()
  #window: DesktopWindow | undefined

  constructor(options: AppOptions) {
    const { origin, language, secrets } = options
    this.#options = options
    this.session = new SessionKeeper(secrets, origin)
    this.#client = createClient({
      baseUrl: origin,
      language: () => language,
      token: () => this.session.current?.token ?? null,
      userName: () => this.session.current?.userName ?? null,
    })
    this.#client.setUnauthorizedHandler(() => this.#signInExpired())
    this.#database = openTransferDatabase(join(options.folder, 'servers', folderNameOf(origin)))
    this.transfers = new Transfers({
      db: this.#database,
      client: this.#client,
      language,
      now: Date.now,
      post: (message) => this.#window?.post(message),
      downloadFolder: systemDownloads,
      pathOfGrant: (grant) => this.#grants.pathOf(grant),
      onSignedOut: () => this.#signInExpired(),
    })
  }

  async start(): Promise<void> {
    const session = await this.session.load()
    await this.#options.settings.useServer(this.#options.origin)
    await this.transfers.start(session?.userId ?? null)
    this.session.on('change', (changed) => this.transfers.setUser(changed?.userId ?? null))
  }

  /** The page leads to the sign-in; transfers wait for it. */
  #signInExpired(): void {
    this.#window?.post({ myType: 'signInExpired' })
  }

  get window(): DesktopWindow | undefined {
    return this.#window
  }

  /** @param path on the server, below /disk/. */
  async show(path = '/disk/'): Promise<void> {
    if (this.#window) {
      this.#window.post({ myType: 'open', path })
      return this.#window.raise()
    }
    const { folder, origin, language } = this.#options
    const profileFolder = join(folder, 'browser')
    await mkdir(profileFolder, { recursive: true, mode: 0o700 })
    const window = await this.#options.openWindow({
      origin,
      url: origin + path,
      profileFolder,
      language,
      facts: { version: await version(), platform: process.platform, language, syncsFolders: true },
      onCall: (call) => answerCall(this.#handlers(), call),
      openExternal: (url) => void this.#openExternal(url).catch(() => undefined),
    })
    this.#window = window
    void window.closed.then(() => {
      this.#window = undefined
    })
  }

  async close(): Promise<void> {
    this.#window?.post({ myType: 'sdkClose' })
    await this.#window?.close()
    await this.transfers.stop()
    this.#database.close()
  }

  #openExternal(url: string): Promise<void> {
    return (this.#options.openExternal ?? openExternal)(url)
  }

  #handlers(): Handlers {
    const { settings, language } = this.#options
    return {
      ...this.transfers.answers,
      authorization: () => this.session.current?.token ?? null,
      signedIn: async (session) => {
        await this.session.begin(session)
        return {}
      },
      signedOut: async () => {
        await this.session.end()
        return {}
      },
      chooseFolder: async ({ startAt }) => {
        const path = await (this.#options.chooseFolder ?? chooseFolder)(language, startAt)
        return path === null ? null : { path, grant: this.#grants.grant(path) }
      },
      openExternal: async ({ url }) => {
        await this.#openExternal(url)
        return {}
      },
      queryDesktopSettings: () => {
        const { autostart, servers } = settings.get()
        return { autostart, server: this.#options.origin, servers }
      },
      saveDesktopSettings: async ({ autostart, server }) => {
        if (autostart !== undefined) await settings.change({ autostart })
        if (server !== undefined) await settings.useServer(originOf(server))
        return {}
      },
    }
  }
}

/** One folder for each server. */
const folderNameOf = (origin: string): string => origin.replace(/^https?:\/\//, '').replace(/[^\w.-]/g, '_')

const version = async (): Promise<string> => {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return JSON.parse(manifest).version
}
