import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { DesktopMessage } from '@clouddisk/contract/desktop'
import { LIMITS } from '@clouddisk/contract/limits'
import { BASE_PATH } from '@clouddisk/contract/route'
import { SECOND } from '@clouddisk/contract/time'
import { type Names, pageScript } from '../bridge/page-script.ts'
import { type DevtoolsEvent, DevtoolsPipe } from './devtools-pipe.ts'
import type { DesktopWindow, WindowOptions } from './window.ts'

/** Chromium, Chrome or Edge in app mode, with a profile of its own, driven over its debugging pipe. */

const CLOSE_MS = 5000
/** The server ends the session sooner. */
const COOKIE_SECONDS = LIMITS.sessionMaxMs / SECOND
/** Longest call of the page, in characters: 2,000 tasks with long paths. */
const CALL_MAX = 16 * 1024 * 1024

/** A script world of a document. */
interface World {
  readonly origin: string
  readonly frameId: string
  readonly uniqueId: string
}

export async function openChromiumWindow(browser: string, options: WindowOptions): Promise<DesktopWindow> {
  await keepNoPasswords(options.profileFolder)
  const child = spawn(browser, flagsOf(options), {
    env: { ...process.env, ...localeFor(process.env) },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'exit').then(() => undefined)
  const [, , , to, from] = child.stdio
  const pipe = new DevtoolsPipe(to as Writable, from as Readable)
  try {
    const window = new ChromiumWindow(child, pipe, closed, options)
    await window.start()
    return window
  } catch (error) {
    child.kill('SIGKILL')
    // Another window may use the profile afterwards.
    if (child.pid !== undefined) await closed
    throw error
  }
}

/** Names of files are UTF-8. Without such a locale Chromium on Linux does not find those that have more than ASCII. */
function localeFor({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): { LC_ALL?: string } {
  const locale = LC_ALL || LC_CTYPE || LANG || ''
  return process.platform !== 'linux' || /utf-?8/i.test(locale) ? {} : { LC_ALL: 'C.UTF-8' }
}

/** The browser would offer to keep the password that the person signs in with; there is no flag against it. */
async function keepNoPasswords(profileFolder: string): Promise<void> {
  const folder = join(profileFolder, 'Default')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const preferences = { credentials_enable_service: false, profile: { password_manager_enabled: false } }
  // A profile that is there has them.
  await writeFile(join(folder, 'Preferences'), JSON.stringify(preferences), { flag: 'wx' }).catch(
    () => undefined,
  )
}

function flagsOf({ profileFolder, language }: WindowOptions): string[] {
  return [
    '--remote-debugging-pipe',
    `--user-data-dir=${profileFolder}`,
    `--lang=${language}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-mode',
    // Nothing of the window belongs into the system's key store: the client keeps the sign-in itself.
    '--password-store=basic',
    '--disable-features=Translate,MediaRouter',
    '--window-size=1280,820',
    // Chromium has no sandbox for root; people do not run desktops as root, containers do.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    // The page comes once the bridge is there.
    '--app=data:text/html,',
  ]
}

class ChromiumWindow implements DesktopWindow {
  readonly closed: Promise<void>
  readonly #child: ChildProcess
  readonly #pipe: DevtoolsPipe
  readonly #options: WindowOptions
  readonly #names: Names
  readonly #worlds = new Map<number, World>()
  #page = ''
  #targetId = ''
  #frameId = ''

  constructor(child: ChildProcess, pipe: DevtoolsPipe, closed: Promise<void>, options: WindowOptions) {
    this.closed = closed
    this.#child = child
    this.#pipe = pipe
    this.#options = options
    const [send, receive, files] = [0, 1, 2].map(() => `clouddisk${randomBytes(12).toString('hex')}`)
    this.#names = { send: send ?? '', receive: receive ?? '', files: files ?? '' }
  }

  async start(): Promise<void> {
    const ended = this.closed.then(() => {
      throw new Error('the browser ended at once; another Clouddisk may be using its profile')
    })
    const { signal } = this.#options
    const { promise: given, reject } = Promise.withResolvers<never>()
    const giveUp = () => reject(signal?.reason)
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp)
    for (const failed of [ended, given]) failed.catch(() => undefined)
    const begun = this.#begin()
    begun.catch(() => undefined)
    await Promise.race([begun, ended, given]).finally(() => signal?.removeEventListener('abort', giveUp))
  }

  async #begin(): Promise<void> {
    this.#targetId = await this.#firstPage()
    const { sessionId } = await this.#pipe.send('Target.attachToTarget', {
      targetId: this.#targetId,
      flatten: true,
    })
    this.#page = sessionId
    this.#pipe.onEvent((event) => this.#follow(event))
    await this.#pipe.send('Target.setDiscoverTargets', { discover: true })
    await this.#send('Page.enable')
    const { frameTree } = await this.#send('Page.getFrameTree')
    this.#frameId = frameTree.frame.id
    await this.#send('Runtime.enable')
    await this.#send('Runtime.addBinding', { name: this.#names.send })
    const source = pageScript(this.#options.origin, this.#names, this.#options.facts)
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source })
    await this.#nameClient()
    await this.#setCookie()
    await this.open(this.#options.url)
  }

  /** After the browser's own name, so that the server's log tells the client from a browser (R98). */
  async #nameClient(): Promise<void> {
    const { userAgent } = await this.#pipe.send('Browser.getVersion')
    await this.#send('Network.setUserAgentOverride', { userAgent: `${userAgent} ${this.#options.product}` })
  }

  /** The browser may have lost it, and pictures and live changes come by it alone. */
  async #setCookie(): Promise<void> {
    const { cookie, origin } = this.#options
    if (!cookie) return
    const expires = Math.floor(Date.now() / SECOND) + COOKIE_SECONDS
    const flags = { path: BASE_PATH, httpOnly: true, sameSite: 'Lax', secure: origin.startsWith('https:') }
    await this.#send('Network.setCookie', { ...cookie, ...flags, url: origin + BASE_PATH, expires })
  }

  async cookie(name: string): Promise<string | null> {
    const { cookies } = await this.#send('Network.getCookies', { urls: [this.#options.origin + BASE_PATH] })
    return cookies.find((one: { name: string }) => one.name === name)?.value ?? null
  }

  async #firstPage(): Promise<string> {
    for (;;) {
      const { targetInfos } = await this.#pipe.send('Target.getTargets')
      const page = targetInfos.find(({ type }: { type: string }) => type === 'page')
      if (page) return page.targetId
      await delay(20)
    }
  }

  #send(method: string, params = {}) {
    return this.#pipe.send(method, params, this.#page)
  }

  #follow({ method, params, sessionId }: DevtoolsEvent): void {
    // A new window has its address only a moment later.
    if (method === 'Target.targetCreated' || method === 'Target.targetInfoChanged')
      this.#followWindow(params.targetInfo)
    // Closed by the person. The browser would live on for the sake of its pipe.
    if (method === 'Target.targetDestroyed' && params.targetId === this.#targetId)
      void this.#pipe.send('Browser.close').catch(() => undefined)
    if (sessionId !== this.#page) return
    if (method === 'Runtime.executionContextCreated') {
      const { id, origin, uniqueId, auxData } = params.context
      this.#worlds.set(id, { origin, uniqueId, frameId: auxData?.isDefault ? auxData.frameId : '' })
    } else if (method === 'Runtime.executionContextDestroyed') this.#worlds.delete(params.executionContextId)
    else if (method === 'Runtime.executionContextsCleared') this.#worlds.clear()
    else if (method === 'Runtime.bindingCalled' && params.name === this.#names.send)
      void this.#answer(params.executionContextId, params.payload)
  }

  /** Other origins belong into the system's browser (R46). */
  #followWindow(target: { type: string; url: string; targetId: string; openerId?: string }): void {
    if (target.type !== 'page' || target.openerId !== this.#targetId) return
    if (!URL.canParse(target.url) || !/^https?:$/.test(new URL(target.url).protocol)) return
    if (new URL(target.url).origin === this.#options.origin) return
    void this.#pipe.send('Target.closeTarget', { targetId: target.targetId }).catch(() => undefined)
    this.#options.openExternal(target.url)
  }

  /** The server's own page, in the window's main frame. */
  #isTrusted = (world: World | undefined): world is World =>
    world?.origin === this.#options.origin && world.frameId === this.#frameId

  async #answer(contextId: number, payload: string): Promise<void> {
    const world = this.#worlds.get(contextId)
    if (!this.#isTrusted(world) || payload.length > CALL_MAX) return
    let id: unknown
    try {
      const call = JSON.parse(payload)
      id = call.id
      if (typeof id !== 'number' || typeof call.method !== 'string') return
      const number = id
      const count = Number.isInteger(call.files) ? call.files : 0
      const reply = await this.#options.onCall({
        method: call.method,
        input: call.input,
        files: () => this.#pathsOf(world, number, count),
      })
      await this.#tell(world, { id, reply: reply ?? null })
    } catch (error) {
      await this.#tell(world, { id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  /** The browser knows where a chosen or dropped file lies; a file that the page has made lies nowhere. */
  async #pathsOf({ uniqueId }: World, id: number, count: number): Promise<string[]> {
    const paths: string[] = []
    for (let at = 0; at < count; at++) {
      const { result } = await this.#send('Runtime.evaluate', {
        expression: `${this.#names.files}(${id})[${at}]`,
        uniqueContextId: uniqueId,
        objectGroup: this.#names.files,
      })
      const { path } = result.objectId
        ? await this.#send('DOM.getFileInfo', { objectId: result.objectId }).catch(() => ({ path: '' }))
        : { path: '' }
      paths.push(path)
    }
    await this.#send('Runtime.releaseObjectGroup', { objectGroup: this.#names.files })
    return paths
  }

  async #tell({ uniqueId }: World, message: object): Promise<void> {
    const expression = `${this.#names.receive}(${JSON.stringify(message)})`
    await this.#send('Runtime.evaluate', { expression, uniqueContextId: uniqueId }).catch(() => undefined)
  }

  post(event: DesktopMessage): void {
    for (const world of this.#worlds.values()) if (this.#isTrusted(world)) void this.#tell(world, { event })
  }

  async open(url: string): Promise<void> {
    const loaded = this.#once('Page.loadEventFired')
    const { errorText } = await this.#send('Page.navigate', { url })
    // The browser shows why by itself, with a button to try again.
    if (errorText === undefined) await loaded
  }

  #once(method: string): Promise<void> {
    return new Promise((resolve) => {
      const leave = this.#pipe.onEvent((event) => {
        if (event.method !== method || event.sessionId !== this.#page) return
        leave()
        resolve()
      })
    })
  }

  async evaluate(script: string): Promise<unknown> {
    const options = { expression: script, awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', options)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async chooseFiles(selector: string, paths: readonly string[]): Promise<void> {
    const expression = `document.querySelector(${JSON.stringify(selector)})`
    const { result } = await this.#send('Runtime.evaluate', { expression })
    await this.#send('DOM.setFileInputFiles', { files: paths, objectId: result.objectId })
  }

  async raise(): Promise<void> {
    await this.#pipe.send('Target.activateTarget', { targetId: this.#targetId })
    await this.#send('Page.bringToFront')
  }

  async close(): Promise<void> {
    void this.#pipe.send('Browser.close').catch(() => undefined)
    await Promise.race([this.closed, delay(CLOSE_MS)])
    this.#child.kill('SIGKILL')
    await this.closed
  }
}
