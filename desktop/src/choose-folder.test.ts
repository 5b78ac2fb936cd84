import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startHeadlessApp } from '../test/headless-app.ts'
import type { App } from './app.ts'
import type { WindowOptions } from './window/window.ts'

/** The page asks for a folder; the dialogs of the system are noted alone. */

let folder: string
let app: App
let page: WindowOptions
const startedAt: (string | undefined)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-choose-'))
  startedAt.length = 0
  app = await startHeadlessApp(folder, 'http://127.0.0.1:1', {
    helper: undefined,
    openWindow: async (options) => {
      page = options
      const nothing = async () => undefined
      return {
        ...{ closed: new Promise(() => undefined), post: () => undefined, open: nothing, evaluate: nothing },
        ...{ cookie: async () => null, chooseFiles: nothing, raise: nothing, close: nothing },
      }
    },
    chooseFolder: async (_, startAt) => {
      startedAt.push(startAt)
      return folder
    },
  })
  await app.show()
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const choose = (startAt: string) =>
  page.onCall({ method: 'chooseFolder', input: { startAt }, files: async () => [] })

it('begins at a folder that was chosen on this computer, and at none that the page has made up', async () => {
  // Windows would sign in to a computer that a path names; a program reads what begins with a hyphen as an option.
  for (const path of ['\\\\attacker.example.com\\share', '--help', folder]) await choose(path)
  expect(startedAt).toEqual([undefined, undefined, folder])
})
