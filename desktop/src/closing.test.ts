import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Display } from '../test/display.ts'
import { App, type AppOptions } from './app.ts'
import { SettingsFile } from './settings/desktop-settings.ts'
import { sealedFile } from './sign-in/sealed-file.ts'
import { confirm } from './system/confirm.ts'
import { closeDialogs } from './system/dialog.ts'
import { openChromiumWindow } from './window/chromium-window.ts'
import { findBrowser } from './window/find-browser.ts'

/** The client is ended while something is still open. */

let display: Display
let folder: string
let asked: Promise<void>
/** Answers nothing. */
const server = createServer()

beforeAll(async () => {
  display = await Display.start()
  vi.stubEnv('DISPLAY', display.name)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await display?.stop()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-closing-'))
  asked = new Promise((resolve) => server.once('request', () => resolve()))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

async function start(openWindow: AppOptions['openWindow']): Promise<App> {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = await SettingsFile.open(folder)
  const app = new App({
    ...{ origin, folder, language: 'zh-CN', settings, secrets: sealedFile(folder), openWindow },
  })
  await app.start()
  return app
}

it('ends while the server keeps the first page waiting', async () => {
  const browser = (await findBrowser()) ?? ''
  const app = await start((window) => openChromiumWindow(browser, window))
  const shown = app.show().catch((error: unknown) => error)
  await asked
  await app.close()
  expect(await shown).toBeInstanceOf(Error)
})

it('opens no window once it is ending', async () => {
  let opened = 0
  const app = await start(() => {
    opened += 1
    return Promise.reject(new Error('there is no screen'))
  })
  const closed = app.close()
  await app.show()
  await closed
  await app.show()
  expect(opened).toBe(0)
  expect(app.activity()).toMatchObject({ running: 0, isSyncing: false })
})

it('closes dialogs that are still open', async () => {
  const question = { title: 'Clouddisk', text: 'a <b> & c_d', yes: 'Yes', no: 'No' }
  const answer = confirm(question)
  setTimeout(closeDialogs, 1000)
  expect(await answer).toBe(false)
})
