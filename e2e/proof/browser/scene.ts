import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect as bare, type Page } from '@playwright/test'
import type { Person } from '../../../server/test/person.ts'
import { type Desk, newDesk } from '../../support/desk.ts'
import { heading } from '../../support/files.ts'
import { PASSWORD, Product } from '../product.ts'
import { Gate } from './gate.ts'
import { Window } from './window.ts'

/** Server, network, browser and person of a story; all of it is gone at its end. */

export const BIG = '母带 录像（未剪）.bin'
export const FOLDER = '部门资料 2026'
const PERSON = 'new_user'

/** What a page does by itself, without bytes to wait for, ms. */
export const ANSWER_MS = 60_000
/** Nothing takes longer than this, ms. */
export const STEP_MS = 15 * 60_000

export const expect = bare.configure({ timeout: ANSWER_MS })

export class Scene {
  readonly product: Product
  readonly desk: Desk
  readonly say: (line: string) => void
  #gate: Gate | undefined
  #window: Window | undefined
  #person: Person | undefined

  private constructor(product: Product, desk: Desk, say: (line: string) => void) {
    this.product = product
    this.desk = desk
    this.say = say
    process.once('exit', () => rmSync(desk.folder, { recursive: true, force: true }))
  }

  static async prepare(say: (line: string) => void): Promise<Scene> {
    return new Scene(await Product.prepare(), await newDesk(), say)
  }

  /** Starts everything; a person who has just got an account signs in. */
  async begin(): Promise<void> {
    await this.product.start()
    this.#person = await this.product.person(PERSON, null)
    this.#gate = await Gate.before(this.product.baseUrl)
    await this.openWindow()
  }

  get gate(): Gate {
    return there(this.#gate)
  }

  get window(): Window {
    return there(this.#window)
  }

  get page(): Page {
    return this.window.page
  }

  /** The same person by calls, past the page. */
  get person(): Person {
    return there(this.#person)
  }

  /** Opens the browser, always with the same profile; signs in where the page asks for it. Answers whether it did. */
  async openWindow(): Promise<boolean> {
    this.#window = await Window.open(this.desk.at('profile'), await this.desk.emptyFolder('scratch'))
    const { page } = this.window
    await page.goto(`${this.gate.origin}/disk/`)
    await expect(heading(page)).toHaveText(/^(登录企业云盘|个人文件)$/)
    const account = page.getByLabel('账号')
    const asked = await account.isVisible()
    if (asked) {
      await account.fill(PERSON)
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: '登录', exact: true }).click()
    }
    await expect(heading(page)).toHaveText('个人文件')
    return asked
  }

  /** What the person sees when something fails. */
  async picture(): Promise<string> {
    const path = fileURLToPath(new URL('../../../test-results/proof-browser.png', import.meta.url))
    return (
      (await this.#window?.page.screenshot({ path }).then(
        () => path,
        () => undefined,
      )) ?? 'no picture'
    )
  }

  async end(): Promise<void> {
    await this.#window?.kill()
    await this.#gate?.close()
    await this.desk.clear()
    await this.product.remove()
  }
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the story has not begun')
  return value
}
