import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  DesktopCall,
  DesktopInput,
  DesktopMessage,
  DesktopReply,
  TransferCounts,
} from '@clouddisk/contract/desktop'
import { createFolder } from '@clouddisk/contract/files'
import { saveSettings } from '@clouddisk/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../server/test/person.ts'
import { signIn } from '../../server/test/person.ts'
import { openWorld, PASSWORD, type World } from '../../server/test/world.ts'
import { App } from './app.ts'
import { SettingsFile } from './settings/desktop-settings.ts'
import { sealedFile } from './sign-in/sealed-file.ts'
import type { WindowOptions } from './window/window.ts'

/** What the client's page hears of local syncs, through the calls and messages of its window. */

const MB = 1024 * 1024

let world: World
let person: Person
let folder: string
let app: App
let page: WindowOptions
const messages: DesktopMessage[] = []

beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-syncing-'))
  await mkdir(join(folder, 'source'))
  for (const name of ['a.bin', 'b.bin']) await writeFile(join(folder, 'source', name), randomBytes(40 * MB))
  app = new App({
    ...{ origin: person.baseUrl, folder, language: 'zh-CN', secrets: sealedFile(folder) },
    settings: await SettingsFile.open(folder),
    chooseFolder: async () => join(folder, 'source'),
    openWindow: async (options) => {
      page = options
      return {
        closed: new Promise<void>(() => undefined),
        open: async () => undefined,
        post: (message) => void messages.push(message),
        evaluate: async () => false,
        cookie: async () => person.token,
        chooseFiles: async () => undefined,
        raise: async () => undefined,
        close: async () => undefined,
      }
    },
  })
  await app.start()
  await app.show()
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

const call = async <C extends DesktopCall>(method: C, input: DesktopInput<C>): Promise<DesktopReply<C>> =>
  (await page.onCall({ method, input, files: async () => [] })) as DesktopReply<C>

const signInOnPage = () => {
  const { userId, userName } = person.user
  return call('signedIn', { userId, userName })
}
const counts = (): TransferCounts[] =>
  messages.flatMap((message) => (message.myType === 'listChanged' ? [message.counts] : []))
const sending = async () => (await call('pageTransfers', { list: 'localSync', pageNo: 1, pageSize: 20 })).list

it('what is sent is counted and followed, and goes on at the next sign-in (R61, R66, R118, R169)', async () => {
  await person.call(saveSettings, { localSync: true })
  await signInOnPage()
  const settings = { downloadPath: null, askDownloadPath: false, vioceTip: true }
  await call('applySettings', { ...settings, localSync: true })
  const { instanceId } = await person.call(createFolder, { instanceName: 'backup' })
  const chosen = await call('chooseFolder', {})
  const { id } = await call('createLocalSync', {
    ...{
      folder: chosen?.grant ?? '',
      diskPath: 'backup',
      diskPathIds: `${person.user.rootId}/${instanceId}`,
    },
    ...{ inGroup: false, syncTime: '00:00' },
  })
  await call('runLocalSync', { id })
  await expect.poll(() => counts().map(({ localSync }) => localSync)).toContain(2)
  await expect.poll(() => messages.map(({ myType }) => myType)).toContain('progress')
  expect(await sending()).toMatchObject([{ isLocalSync: true, localSyncId: id }, { isLocalSync: true }])
  // They are no transfers of the person's own.
  expect(counts().every(({ upload, pending }) => upload === 0 && pending === 0)).toBe(true)

  await call('signedOut', {})
  await person.fetch('/disk/api/pub/sso/logout')
  person = await signIn(world.baseUrl, person.user.userName, PASSWORD)
  await signInOnPage()
  await call('applySettings', { ...settings, localSync: true })
  await call('runLocalSync', { id })
  const task = async () => (await call('queryLocalSyncs', {}))[0]
  await expect.poll(task, { timeout: 60_000 }).toMatchObject({ id, syncStatus: 'finished' })
  expect(await person.tree(instanceId)).toEqual({ 'a.bin': 40 * MB, 'b.bin': 40 * MB })
  await expect.poll(() => counts().at(-1)).toMatchObject({ localSync: 0, finished: 0 })
})

it('sends the page a message when the client closes (R118)', async () => {
  await app.close()
  expect(messages.at(-1)).toEqual({ myType: 'sdkClose' })
})
