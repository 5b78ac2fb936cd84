import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { faultsOf } from '../support/axe.ts'
import type { Desk } from '../support/desk.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { preset, signInByCall, type Words } from '../support/test.ts'
import type { Content } from './content.ts'
import { type Drive, layOutDrive } from './drive.ts'

export type Look = 'redblack' | 'light' | 'dark'

/** How one picture is taken. */
export interface Setting {
  readonly language: Words
  readonly look: Look
  readonly width: number
}

/** What every scene plays on. */
export interface World {
  readonly server: Server
  readonly browser: Browser
  readonly desk: Desk
  readonly content: Content
  /** Has the whole drive. */
  readonly rich: { readonly name: string; readonly api: Person; readonly drive: Drive }
  /** Has nothing yet. */
  readonly fresh: string
}

/** A scene's page, signed in as one person. */
export interface Stage extends World {
  readonly setting: Setting
  readonly context: BrowserContext
  readonly page: Page
  readonly phone: boolean
  /** The word of this language. */
  say(zh: string, en: string): string
  /** Opens an address below /disk/ and waits for its content. */
  open(path: string): Promise<void>
  /** The folder that most pictures show. */
  openFolder(): Promise<void>
}

export interface Scene {
  readonly name: string
  /** In every language, look and width; otherwise once, in Chinese, red and black, at 1440 px. */
  readonly everywhere?: boolean
  /** At 390 px too, in Chinese. */
  readonly phone?: boolean
  /** In English too: dark at 1280 px, and on a phone in both languages. */
  readonly both?: boolean
  /** In English too, dark and at 1280 px, where words are long and room is short. */
  readonly english?: boolean
  /** Nobody is signed in, or somebody other than the person with the drive. */
  readonly as?: 'signedOut' | 'fresh' | ((world: World) => Promise<string>)
  play(stage: Stage): Promise<void>
}

/** Bytes of the person whose drive is shown. */
export const SPACE = 200 * 1024 * 1024
const HEIGHT = { phone: 844, desk: 900 }

export async function makeWorld(
  server: Server,
  browser: Browser,
  desk: Desk,
  content: Content,
): Promise<World> {
  const rich = await newPerson(server, 'linxiao', '林晓', SPACE)
  const api = await signIn(server.origin, rich, PASSWORD)
  const drive = await layOutDrive(api, content)
  const fresh = await newPerson(server, 'zhangmin', '张敏')
  return { server, browser, desk, content, rich: { name: rich, api, drive }, fresh }
}

export async function newPerson(
  server: Server,
  name: string,
  realName: string,
  capacity?: number,
): Promise<string> {
  const space = capacity ? ['--capacity', String(capacity)] : []
  await server.cli('user', 'add', name, '--password', PASSWORD, '--real-name', realName, ...space)
  return name
}

interface Picture {
  readonly file: string
  /** Whether axe looks at the page too. */
  readonly withAxe: boolean
}

/** Plays a scene in a browser of its own and takes its picture; what axe finds in it. */
export async function take(
  world: World,
  scene: Scene,
  setting: Setting,
  { file, withAxe }: Picture,
): Promise<string[]> {
  const phone = setting.width < 768
  const context = await world.browser.newContext({
    viewport: { width: setting.width, height: phone ? HEIGHT.phone : HEIGHT.desk },
    locale: setting.language,
    hasTouch: phone,
    isMobile: phone,
    deviceScaleFactor: phone ? 2 : 1,
    acceptDownloads: true,
    serviceWorkers: 'block',
  })
  try {
    const look = {
      skin: setting.look === 'light' ? 'light' : 'redblack',
      theme: setting.look === 'dark' ? 'dark' : 'light',
    }
    await preset(context, {
      'clouddisk.language': setting.language,
      'clouddisk.skin': look.skin,
      'clouddisk.theme': look.theme,
    })
    if (scene.as !== 'signedOut') {
      const who = scene.as === 'fresh' ? world.fresh : scene.as ? await scene.as(world) : world.rich.name
      await signInByCall(context, world.server, who)
      await context.request.post(`${world.server.origin}/disk/api/user/saveSettings`, {
        data: { language: setting.language, ...look },
        headers: { 'x-requested-with': 'XMLHttpRequest' },
      })
    }
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    const say = (zh: string, en: string) => (setting.language === 'zh-CN' ? zh : en)
    const open = async (path: string) => {
      await page.goto(`${world.server.origin}/disk/${path}`)
      await expect(page.getByRole('main')).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
    }
    const openFolder = async () => {
      await open(`personalFile?folder=${world.rich.drive.folderId}`)
      await expect(page.getByRole('main').locator('[data-index]:visible').first()).toBeVisible()
    }
    try {
      await scene.play({ ...world, setting, context, page, phone, say, open, openFolder })
    } catch (error) {
      await page.screenshot({ path: file.replace(/png$/, 'failed.png') })
      throw error
    }
    await settled(page)
    await page.screenshot({ path: file, animations: 'disabled' })
    return withAxe ? await faultsOf(page) : []
  } finally {
    // Answers that are still on their way belong to no picture any more.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** Pictures, fonts and movements have come to rest; what moves for ever does not count. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const movements = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(movements.map((animation) => animation.finished.catch(() => undefined)))
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))
  })
}
