import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DesktopCall, DesktopInput, DesktopReply } from '@clouddisk/contract/desktop'
import { Display } from '../../../desktop/test/display.ts'
import type { Answered, Asked, ClientOptions } from './host.ts'

/** A person at the desktop client: it runs on a screen of its own, and can be killed with and without that screen. */

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url))
const POLL_MS = 250

const element = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`

export class DesktopClient {
  readonly #options: ClientOptions
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #display: Display | undefined
  #child: ChildProcess | undefined
  #last = 0

  constructor(options: ClientOptions) {
    this.#options = options
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('the client does not run')
    return this.#child.pid
  }

  async start(): Promise<void> {
    this.#display ??= await Display.start()
    const child = fork(HOST, [JSON.stringify(this.#options)], {
      env: { ...process.env, DISPLAY: this.#display.name },
    })
    this.#child = child
    child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the client has ended'))
      this.#waiting.clear()
    })
    const ended = once(child, 'exit').then(() => {
      throw new Error('the client ended before it was ready')
    })
    await Promise.race([once(child, 'message'), ended])
    ended.catch(() => undefined)
    child.on('message', ({ id, value, error }: Answered) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error === undefined) waiting?.resolve(value)
      else waiting?.reject(new Error(error))
    })
  }

  /** As kill -9; the browser ends with the pipe to it. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** As if the machine's session had ended: the screen goes, and all that is on it. */
  async endSession(): Promise<void> {
    await this.#display?.stop()
    this.#display = undefined
    await this.kill()
  }

  #ask(asked: { script: string } | { selector: string; paths: readonly string[] }): Promise<unknown> {
    this.#last += 1
    const id = this.#last
    const child = this.#child
    if (!child?.connected) return Promise.reject(new Error('the client has ended'))
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      child.send({ id, ...asked } satisfies Asked)
    })
  }

  inPage(script: string): Promise<unknown> {
    return this.#ask({ script })
  }

  /** A call of the page's bridge. */
  call<C extends DesktopCall>(name: C, input: DesktopInput<C>): Promise<DesktopReply<C>> {
    const script = `clouddiskHost.${name}(${JSON.stringify(input)})`
    return this.inPage(script) as Promise<DesktopReply<C>>
  }

  async until(what: string, script: string, ms = 60_000): Promise<void> {
    const deadline = Date.now() + ms
    for (;;) {
      if ((await this.inPage(script).catch(() => false)) === true) return
      if (Date.now() > deadline || !this.#child?.connected)
        throw new Error(`waited for ${what}; the page says:\n${await this.inPage('document.body.innerText')}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  appears(selector: string): Promise<void> {
    return this.until(selector, `${element(selector)} !== null`)
  }

  /** As typed: React listens to the event, and reads the value past its own setter. */
  async type(selector: string, value: string): Promise<void> {
    await this.appears(selector)
    await this.inPage(`(() => {
      const field = ${element(selector)}
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(value)})
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })()`)
  }

  /** Presses what has exactly this text or name. */
  press(text: string, role = 'button'): Promise<void> {
    return this.pressLike(`^${text}$`, role)
  }

  async pressLike(pattern: string, role: string): Promise<void> {
    const found = `[...document.querySelectorAll('${role}, [role="${role}"]')].find((one) =>
      new RegExp(${JSON.stringify(pattern)}).test((one.getAttribute('aria-label') ?? one.innerText).trim()))`
    await this.until(`${role} ${pattern}`, `${found} !== undefined`)
    // Menus open by the pointer, buttons act by the click.
    await this.inPage(`(() => {
      const one = ${found}
      const pointer = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' }
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
        one.dispatchEvent(new PointerEvent(type, pointer))
      one.click()
    })()`)
  }

  async open(path: string): Promise<void> {
    await this.inPage(`location.assign(${JSON.stringify(path)})`).catch(() => undefined)
    await this.until(
      path,
      `document.readyState === 'complete' && location.pathname === ${JSON.stringify(path)}`,
    )
  }

  /** Chosen by the browser in place of the system's dialog, which would stay open. */
  async choose(paths: readonly string[], press: () => Promise<void>): Promise<void> {
    await this.inPage(`HTMLInputElement.prototype.click = function () {
      if (this.type !== 'file') HTMLElement.prototype.click.call(this)
    }`)
    await press()
    await this.appears('input[type="file"]')
    await this.#ask({ selector: 'input[type="file"]', paths })
  }
}
