import { rm } from 'node:fs/promises'
import type { DesktopMessage, DesktopSettings } from '@clouddisk/contract/desktop'
import type { Language } from '@clouddisk/contract/errors'
import { App, type AppOptions, browserFolder, type ProgramAnswers } from '../app.ts'
import type { SettingsFile } from '../settings/desktop-settings.ts'
import type { SecretStore } from '../sign-in/secret-store.ts'
import { SessionKeeper } from '../sign-in/session.ts'
import { type Autostart, systemAutostart } from '../system/autostart.ts'
import { confirm } from '../system/confirm.ts'
import type { Notice, Notifier } from '../system/notifier.ts'
import { openFolder } from '../system/open-path.ts'
import { report } from '../system/report.ts'
import type { DesktopSystem } from '../system/system.ts'
import type { Tray, TrayCommand } from '../system/tray.ts'
import type { OpenWindow } from '../window/window.ts'
import { Announcements } from './announcements.ts'
import { checkServer, namedServer } from './check-server.ts'
import { say } from './strings.ts'
import { trayView } from './tray-view.ts'

/**
 * The client as a program of the system: it outlives its window where the person wants that, shows one server at a time,
 * and ends when the user quits it.
 */

export interface ProgramOptions {
  /** The client's own files. */
  readonly folder: string
  readonly language: Language
  readonly settings: SettingsFile
  readonly secrets: SecretStore
  readonly openWindow: OpenWindow
  /** Serves browsers on this computer. */
  readonly helper?: AppOptions['helper']
  /** Panel and notifications; undefined where there are none. */
  readonly system?: DesktopSystem | undefined
  /** Of the system, by default. */
  readonly autostart?: Autostart
  readonly confirm?: typeof confirm
  readonly chooseFolder?: AppOptions['chooseFolder']
}

export class Program {
  /** Resolves when the client has ended. */
  readonly ended: Promise<void>
  readonly #options: ProgramOptions
  readonly #announcements: Announcements
  readonly #autostart: Autostart
  #app: App | undefined
  #tray: Tray | undefined
  #notifier: Notifier | undefined
  #end: () => void = () => undefined
  #quitting: Promise<void> | undefined
  #isAsking = false
  /** The window was closed while something was going on: the client ends afterwards. */
  #endsWhenDone = false

  constructor(options: ProgramOptions) {
    this.#options = options
    this.#autostart = options.autostart ?? systemAutostart()
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.#announcements = new Announcements({
      language: options.language,
      isBusy: () => {
        const { running, waiting } = this.app.activity()
        return running + waiting > 0
      },
      show: (notice) => void this.#announce(notice),
    })
  }

  /** The client of the server that is shown. */
  get app(): App {
    if (!this.#app) throw new Error('the program has not started')
    return this.#app
  }

  get origin(): string {
    return this.#options.settings.get().servers[0] ?? ''
  }

  /** @param origin of the server. */
  async start(origin: string): Promise<void> {
    await this.#options.settings.useServer(origin)
    const { folder, language, settings, secrets, openWindow, helper, chooseFolder } = this.#options
    this.#app = new App({
      ...{ origin, folder, language, settings, secrets, openWindow, helper },
      ...(chooseFolder && { chooseFolder }),
      program: {
        answers: this.#answers,
        onMessage: (message) => this.#follow(message),
        onWindowClosed: () => this.#windowClosed(),
      },
    })
    await this.#app.start()
    this.#app.session.on('change', () => this.#showState())
    await this.#joinSystem()
    this.#showState()
  }

  async #joinSystem(): Promise<void> {
    const { system } = this.#options
    if (!system || this.#tray) return
    this.#tray = await system.openTray(this.#trayView(), (command) =>
      this.#try('the panel', this.#obey(command)),
    )
    this.#notifier = await system.openNotifier((path) => this.#try('a notification', this.open(path)))
  }

  /** What the person has asked for outside of a window: without it the client goes on. */
  #try(what: string, work: Promise<void>): void {
    work.catch((error: unknown) => report(`what was chosen in ${what} could not be done`, error))
  }

  #trayView = () => trayView(this.app.activity(), this.#options.language)

  #showState(): void {
    this.#tray?.show(this.#trayView())
  }

  /** The person has chosen it in the panel. */
  async #obey(command: TrayCommand): Promise<void> {
    if (command === 'open') await this.open()
    else if (command === 'pause') await this.app.pauseAll()
    else if (command === 'resume') await this.app.resumeAll()
    else if (command === 'downloads') await openFolder(this.app.downloadFolder())
    else await this.askToQuit()
  }

  /** Not while the person looks at the window, which shows it. */
  async #announce(notice: Notice): Promise<void> {
    if (!this.#options.settings.get().notifications || (await this.app.isLookedAt())) return
    await this.#notifier?.show(notice).catch(() => undefined)
  }

  /** @param path on the server, below /disk/. */
  async open(path?: string): Promise<void> {
    if (this.#quitting) return
    this.#endsWhenDone = false
    await this.app.show(path)
  }

  /** Shows another server. */
  async useServer(origin: string): Promise<void> {
    if (origin === this.origin) return
    await this.app.close()
    await this.start(origin)
    await this.open()
  }

  /** A server as it was named at another start. */
  async useNamedServer(typed: string): Promise<void> {
    const { language, settings } = this.#options
    await this.useServer(await namedServer(typed, settings.get().servers, language))
  }

  /** Asks first where transfers run; they go on at the next start. */
  async askToQuit(): Promise<void> {
    const { language } = this.#options
    const count = this.#running()
    if (this.#isAsking) return
    this.#isAsking = true
    const question = {
      title: say('quitTitle', language),
      text: say('quitText', language, { count }),
      yes: say('quit', language),
      no: say('cancel', language),
    }
    // Without a program that asks, the client ends: what was transferred is kept.
    const isSure = count === 0 || (await (this.#options.confirm ?? confirm)(question).catch(() => true))
    this.#isAsking = false
    if (isSure) await this.quit()
  }

  quit(): Promise<void> {
    this.#quitting ??= this.#close()
    return this.#quitting
  }

  async #close(): Promise<void> {
    try {
      await this.#app?.close()
      await this.#tray?.close()
    } finally {
      this.#notifier?.close()
      this.#options.system?.close()
      this.#end()
    }
  }

  #running(): number {
    const { running, waiting, isSyncing } = this.app.activity()
    return running + waiting + (isSyncing ? 1 : 0)
  }

  #follow(message: DesktopMessage): void {
    this.#showState()
    this.#announcements.follow(message)
    if (this.#endsWhenDone && !this.#staysWithoutWindow()) void this.quit()
  }

  #windowClosed(): void {
    if (!this.#staysWithoutWindow()) return void this.quit()
    this.#endsWhenDone = true
  }

  /** The setting; without one it stays where the person can see it, or as long as there is something to do. */
  #staysWithoutWindow(): boolean {
    const { whenClosed } = this.#options.settings.get()
    if (whenClosed !== null) return whenClosed === 'background'
    return this.#hasTray() || this.#running() > 0 || this.app.activity().hasSyncTasks
  }

  #hasTray(): boolean {
    return this.#tray?.isShown ?? false
  }

  #settings = async (): Promise<DesktopSettings> => {
    const { notifications, servers, whenClosed } = this.#options.settings.get()
    return {
      autostart: await this.#autostart.isOn(),
      notifications,
      servers,
      server: this.origin,
      hasTray: this.#hasTray(),
      whenClosed: whenClosed ?? (this.#staysWithoutWindow() ? 'background' : 'quit'),
    }
  }

  /** What the page asks. */
  readonly #answers: ProgramAnswers = {
    queryDesktopSettings: () => this.#settings(),
    saveDesktopSettings: async ({ autostart, notifications, whenClosed }) => {
      const { settings } = this.#options
      if (autostart !== undefined) await this.#autostart.set(autostart)
      if (notifications !== undefined) await settings.change({ notifications })
      if (whenClosed !== undefined) await settings.change({ whenClosed })
      return this.#settings()
    },
    addServer: async ({ address }) => {
      const server = await checkServer(address, this.#options.language)
      await this.#options.settings.addServer(server)
      return { server }
    },
    useServer: ({ server }) => {
      this.#requireKnown(server)
      // The page that asks is gone by then.
      this.#try('the list of servers', this.useServer(server))
      return {}
    },
    removeServer: async ({ server }) => {
      this.#requireKnown(server)
      if (server === this.origin) throw new Error(say('serverInUse', this.#options.language))
      const session = new SessionKeeper(this.#options.secrets, server)
      await session.load()
      await session.end()
      await this.#options.settings.removeServer(server)
      // The browser keeps the sign-in as a cookie, by which the next person would be signed in.
      const own = browserFolder(this.#options.folder, server)
      if (own !== browserFolder(this.#options.folder, this.origin))
        await rm(own, { recursive: true, force: true })
      return {}
    },
    quit: ({ force = false }) => {
      const running = this.#running()
      if (running === 0 || force) void this.quit()
      return { running }
    },
  }

  #requireKnown(server: string): void {
    if (!this.#options.settings.get().servers.includes(server))
      throw new Error(say('unknownServer', this.#options.language))
  }
}
