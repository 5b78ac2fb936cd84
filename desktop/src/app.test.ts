// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentUser, querySessions } from '@clouddisk/contract/accounts'
import { pageLogs } from '@clouddisk/contract/audit'
import { acknowledge } from '@clouddisk/contract/policies'
import { saveSettings } from '@clouddisk/contract/settings'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../../server/test/person.ts'
import { openWorld, PASSWORD, type World } from '../../server/test/world.ts'
import { AppWindow, element } from '../test/app-window.ts'
import { Display } from '../test/display.ts'
import { App } from './app.ts'
import { SettingsFile } from './settings/desktop-settings.ts'
import { sealedFile } from './sign-in/sealed-file.ts'
import { openChromiumWindow } from './window/chromium-window.ts'
import { findBrowser } from './window/find-browser.ts'

/** The client as a person has it: the server's own page in a real window, and the real transfers behind it. */

let display: Display
let world: World
let person: Person
let folder: string
let downloads: string
let app: App

beforeAll(async () => {
  display = await Display.start()
  vi.stubEnv('DISPLAY', display.name)
  world = await openWorld()
  person = await world.person()
  // The page would ask for these first.
  const { toAcknowledge } = await person.call(currentUser, {})
  for (const asked of toAcknowledge) await person.call(acknowledge, asked)
  await person.call(saveSettings, { askDownloadPath: true, showLeadTip: false })
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-app-'))
  downloads = await mkdtemp(join(tmpdir(), 'clouddisk-app-downloads-'))
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await display?.stop()
  vi.unstubAllEnvs()
  for (const one of [folder, downloads]) await rm(one, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const browser = await findBrowser()
  if (!browser) throw new Error('no browser')
  const settings = await SettingsFile.open(folder)
  app = new App({
    origin: person.baseUrl,
    folder,
    language: 'zh-CN',
    settings,
    secrets: sealedFile(folder),
    openWindow: (window) => openChromiumWindow(browser, window),
    chooseFolder: async () => downloads,
  })
  await app.start()
  await app.show()
}

const page = new AppWindow(() => app)
const { text, click, appears } = page
const inPage = (script: string) => page.run(script)

it('signs in on the page, uploads, downloads, and is signed in when it is opened again (R5, R28, R191)', async () => {
  await start()
  await page.signIn(person.user.userName, PASSWORD)
  await expect.poll(() => app.session.current?.userName).toBe(person.user.userName)
  expect(await person.call(currentUser, {})).toMatchObject({ userId: app.session.current?.userId })
  await expect.poll(text).toContain('个人可用空间')
  // The server shows the computer, and its log tells the client from a browser (G12, R98).
  const shown = async () => (await person.call(querySessions, {})).map(({ client }) => client?.version)
  await expect.poll(shown).toContain('0.1.0')
  const admin = await world.admin()
  const { list } = await admin.call(pageLogs, { userId: person.user.userId, action: 'session.opened' })
  expect(list.map(({ device }) => device)).toContain('client')
  expect(await inPage(`${element('header')} === null`)).toBe(true)

  const bytes = randomBytes(9 * 1024 * 1024)
  const path = join(folder, '报告.bin')
  await writeFile(path, bytes)
  await inPage(
    `[...document.querySelectorAll('main button')].find((one) => one.innerText === '上传').click()`,
  )
  await appears('input[type="file"]')
  await app.window?.chooseFiles('input[type="file"]', [path])
  await expect
    .poll(async () => (await person.list()).map(({ instanceName }) => instanceName))
    .toEqual(['报告.bin'])
  const [file] = await person.list()
  expect((await person.download(file?.instanceId ?? '')).equals(bytes)).toBe(true)
  // The page was told, and shows it.
  await appears('main [title="报告.bin"]')

  await click('main [title="报告.bin"]')
  await inPage(`document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'S', code: 'KeyS', ctrlKey: true, shiftKey: true, bubbles: true }))`)
  await expect.poll(() => readdir(downloads)).toEqual(['报告.bin'])
  expect((await readFile(join(downloads, '报告.bin'))).equals(bytes)).toBe(true)

  await click('a[href="/disk/clientTransList"]')
  await expect.poll(text).toMatch(/已完成\s*2/)

  await app.close()
  await start()
  await expect.poll(text).toContain('报告.bin')
  expect(await inPage('location.pathname')).toBe('/disk/personalFile')
  expect(await inPage('clouddiskHost.authorization({})')).toBe(app.session.current?.token)
  // Pictures and live changes go by the cookie alone.
  const status = `fetch('/disk/api/user/currentUser').then((answer) => answer.status)`
  expect(await inPage(status)).toBe(200)
})
