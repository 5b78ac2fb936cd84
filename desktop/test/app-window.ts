import { expect } from 'vitest'
import type { App } from '../src/app.ts'

/** What a test does in the client's window. */
export class AppWindow {
  readonly #app: () => App

  constructor(app: () => App) {
    this.#app = app
  }

  /** Runs in the page; a function of text, as it is sent there. */
  run(script: string): Promise<unknown> {
    const { window } = this.#app()
    if (!window) throw new Error('there is no window')
    return window.evaluate(script)
  }

  text = (): Promise<unknown> => this.run('document.body.innerText')

  click = (selector: string): Promise<unknown> => this.run(`${element(selector)}.click()`)

  /** Once it is there. */
  async clickButton(words: string): Promise<void> {
    const named = `[...document.querySelectorAll('button')].find((one) => one.innerText.trim() === ${JSON.stringify(words)})`
    await expect.poll(() => this.run(`${named} !== undefined`)).toBe(true)
    await this.run(`${named}.click()`)
  }

  appears = (selector: string): Promise<void> =>
    expect.poll(() => this.run(`${element(selector)} !== null`)).toBe(true)

  /** As typed: React listens to the event, and reads the value past its own setter. */
  type(selector: string, value: string): Promise<unknown> {
    return this.run(`(() => {
      const field = ${element(selector)}
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      set.call(field, ${JSON.stringify(value)})
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })()`)
  }

  async signIn(userName: string, password: string): Promise<void> {
    await this.appears('input[name="username"]')
    await this.type('input[name="username"]', userName)
    await this.type('input[name="password"]', password)
    await this.click('button[type="submit"]')
  }
}

/** An expression of the page. */
export const element = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`
