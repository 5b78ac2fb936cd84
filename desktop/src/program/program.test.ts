// @module-tag long
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DesktopMessage, DesktopTask } from '@clouddisk/contract/desktop'
import { saveSettings } from '@clouddisk/contract/settings'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Person } from '../../../server/test/person.ts'
import { openWorld, type World } from '../../../server/test/world.ts'
import { DesktopShell } from '../../test/desktop-shell.ts'
import { SessionBus } from '../../test/session-bus.ts'
import { SettingsFile } from '../settings/desktop-settings.ts'
import { sealedFile } from '../sign-in/sealed-file.ts'
import { joinSystem } from '../system/system.ts'
import type { DesktopWindow, WindowOptions } from '../window/window.ts'
import { Program } from './program.ts'

/** The program on a desktop of its own: a real bus with a panel and notifications; windows are noted alone. */

let world: World
let person: Person
let bus: SessionBus
let shell: DesktopShell
let folder: string
let program: Program
let opened: WindowOptions[]
let posted: DesktopMessage[]
let closeWindow: () => void
/** In the dialog of the system. */
let chosen: string

beforeAll(async () => {
  ;[world, bus] = await Promise.all([openWorld(), SessionBus.start()])
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', bus.address)
  person = await world.person()
})
afterAll(async () => {
  await world?.close()
  await bus?.stop()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-program-'))
  opened = []
  posted = []
  shell = new DesktopShell(bus.address)
  await shell.start()
})
afterEach(async () => {
  await program.quit()
  shell.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(confirm: () => Promise<boolean> = async () => true): Promise<void> {
  program = new Program({
    folder,
    language: 'en-US',
    settings: await SettingsFile.open(folder),
    secrets: sealedFile(folder),
    openWindow: async (options) => {
      opened.push(options)
      const { promise, resolve } = Promise.withResolvers<void>()
      closeWindow = resolve
      const nothing = async () => undefined
      const window: DesktopWindow = {
        closed: promise,
        post: (message) => posted.push(message),
        open: nothing,
        evaluate: nothing,
        cookie: async () => null,
        chooseFiles: nothing,
        raise: nothing,
        close: async () => resolve(),
      }
      return window
    },
    system: await joinSystem('en-US'),
    confirm,
    chooseFolder: async () => chosen,
  })
  await program.start(world.baseUrl)
}

const signIn = () => {
  const { userId, userName } = person.user
  return program.app.session.begin({ userId, userName, token: person.token })
}

const taskOf = (file: number): DesktopTask => ({
  ...{ type: 'uploadFile', file, path: [], parentId: '0', position: '', inGroup: false },
})

async function upload(...names: string[]): Promise<void> {
  const paths = names.map((name) => join(folder, name))
  for (const path of paths) await writeFile(path, path)
  const tasks = names.map((_, file) => taskOf(file))
  await program.app.transfers.answers.addTask({ tasks }, async () => paths)
}

/** As the page does, once the person has chosen the folder in the dialog of the system. */
async function createSync(path: string): Promise<{ id: number }> {
  chosen = path
  const { grant } = (await ask('chooseFolder')) as { grant: string }
  const { rootId } = person.user
  return (await ask('createLocalSync', {
    ...{ folder: grant, diskPath: '', diskPathIds: rootId, inGroup: false, syncTime: '03:00' },
  })) as { id: number }
}

const ask = (method: string, input: unknown = {}) =>
  opened.at(-1)?.onCall({ method, input, files: async () => [] }) ?? Promise.reject(new Error('no window'))

it('shows its state and its menu in the panel, also in one that starts later', async () => {
  await start()
  expect(await shell.text()).toBe('Signed out. Open the window to sign in.')
  await signIn()
  await expect.poll(() => shell.text()).toBe('No transfers are running')
  expect(await shell.menu()).toEqual(['Open Clouddisk', '(Pause all)', 'Open the download folder', 'Quit'])
  expect(await shell.property('IconPixmap')).toHaveLength(3)

  await shell.stopPanel()
  await shell.startPanel()
  await expect.poll(() => shell.items.length).toBe(1)
  await shell.activate()
  await expect.poll(() => opened.length).toBe(1)
})

it('stays when its window is closed, as the panel shows it, and ends by the menu', async () => {
  await start()
  await program.open()
  closeWindow()
  await shell.choose('Open Clouddisk')
  await expect.poll(() => opened.length).toBe(2)
  await shell.choose('Quit')
  await program.ended
})

it('ends with its window where it is set to', async () => {
  await start()
  await program.open()
  expect(await ask('queryDesktopSettings')).toMatchObject({ hasTray: true, whenClosed: 'background' })
  expect(await ask('saveDesktopSettings', { whenClosed: 'quit' })).toMatchObject({ whenClosed: 'quit' })
  closeWindow()
  await program.ended
})

it('announces uploads that have ended together, and opens the transfer list at a click', async () => {
  await start()
  await signIn()
  await upload('one.txt', 'two.txt')
  await expect.poll(() => shell.notices.length).toBe(1)
  const [notice] = shell.notices
  expect(notice).toMatchObject({ title: 'Transfers finished', text: 'Files finished: 2.' })
  if (notice) shell.click(notice)
  await expect.poll(() => opened.map(({ url }) => url)).toEqual([`${world.baseUrl}/disk/clientTransList`])
})

it('opens the transfer list at a click that comes together with the number of the notification', async () => {
  shell.clickAtOnce()
  await start()
  await signIn()
  await upload('one.txt')
  await expect.poll(() => opened.map(({ url }) => url)).toEqual([`${world.baseUrl}/disk/clientTransList`])
})

it('announces transfers that have failed beside those that have finished', async () => {
  await start()
  await signIn()
  const { userId } = person.user
  const [name, gone] = ['arrives.txt', join(folder, 'gone.txt')]
  const path = join(folder, name)
  await writeFile(path, path)
  await program.app.transfers.answers.addTask({ tasks: [taskOf(0), taskOf(1)] }, async () => [path, gone])
  await expect
    .poll(() => shell.notices)
    .toMatchObject([
      {
        title: 'Some transfers failed',
        text: 'Failed: 1. Finished: 1. Open the transfer list to try again.',
      },
    ])
  const [notice] = shell.notices
  if (notice) shell.click(notice)
  await expect.poll(() => opened.map(({ url }) => url)).toEqual([`${world.baseUrl}/disk/clientTransList`])
  expect(program.app.session.current?.userId).toBe(userId)
})

it('announces the end of a local sync with its folder, and why one has failed', async () => {
  // As a person has it set; the client reads it after the sign-in.
  await person.call(saveSettings, { localSync: true })
  await start()
  await signIn()
  await program.open()
  const source = join(folder, 'notes & <drafts>')
  await mkdir(source)
  await writeFile(join(source, 'a.txt'), 'a')
  program.app.localSyncs.turn(true)
  const { id } = await createSync(source)
  await ask('runLocalSync', { id })
  await expect
    .poll(() => shell.notices)
    .toMatchObject([
      // The desktop reads the text as markup, the title as it is.
      { title: 'Local sync: notes & <drafts>', text: 'The sync is done. Files uploaded: 1.' },
    ])
  await rm(source, { recursive: true })
  await ask('runLocalSync', { id })
  await expect.poll(() => shell.notices.length).toBe(2)
  expect(shell.notices[1]).toMatchObject({
    title: 'Local sync: notes & <drafts>',
    text: 'File does not exist or path has changed. Check the local folder.',
  })
  const [, failed] = shell.notices
  if (failed) shell.click(failed)
  await expect
    .poll(() => posted.find((one) => one.myType === 'open'))
    .toMatchObject({ path: '/disk/localSyncPage' })
})

it('announces once that the sign-in has expired', async () => {
  await start()
  const other = await world.person()
  const { userId, userName } = other.user
  await program.app.session.begin({ userId, userName, token: other.token })
  await other.fetch('/disk/api/pub/sso/logout')
  await upload('late.txt')
  await expect
    .poll(() => shell.notices)
    .toMatchObject([
      {
        title: 'Your sign-in has expired',
        text: 'Open the window and sign in again, so that transfers go on.',
      },
    ])
  expect(program.app.session.current).toBeNull()
  expect(await shell.text()).toBe('Signed out. Open the window to sign in.')
})

it('says nothing where notifications are off', async () => {
  await start()
  await signIn()
  await program.open()
  await ask('saveDesktopSettings', { notifications: false })
  await upload('three.txt')
  // The list is empty again.
  const isDone = () => posted.some((one) => one.myType === 'listChanged' && one.counts.finished === 1)
  await expect.poll(isDone).toBe(true)
  await ask('saveDesktopSettings', { notifications: true })
  await upload('four.txt')
  await expect.poll(() => shell.notices.map(({ text }) => text)).toEqual(['Files finished: 1.'])
})

it('shows another server of the list in a window of its own, with a session of its own', async () => {
  const other = await openWorld()
  try {
    await start()
    await signIn()
    await program.open()
    await expect(ask('addServer', { address: `${bus.address}` })).rejects.toThrow(
      'isn’t the address of a server',
    )
    await expect(ask('addServer', { address: 'http://127.0.0.1:1' })).rejects.toThrow('can’t be reached')
    expect(await ask('addServer', { address: `${other.baseUrl}/disk/` })).toEqual({ server: other.baseUrl })
    await ask('useServer', { server: other.baseUrl })
    await expect.poll(() => opened.at(-1)?.origin).toBe(other.baseUrl)
    expect(program.app.session.current).toBeNull()
    expect(new Set(opened.map(({ profileFolder }) => profileFolder)).size).toBe(2)
    await expect(ask('removeServer', { server: other.baseUrl })).rejects.toThrow('in use')

    await ask('useServer', { server: world.baseUrl })
    await expect.poll(() => opened.at(-1)?.origin).toBe(world.baseUrl)
    expect(program.app.session.current?.token).toBe(person.token)
    // The browser's own files hold the sign-in too, as a cookie.
    const [, profile = ''] = opened.map(({ profileFolder }) => profileFolder)
    expect(existsSync(profile)).toBe(true)
    await ask('removeServer', { server: other.baseUrl })
    expect(existsSync(profile)).toBe(false)
    expect(await ask('queryDesktopSettings')).toMatchObject({ servers: [world.baseUrl] })
  } finally {
    await program.quit()
    await other.close()
  }
})

it('asks before it ends while a transfer runs, and goes on where the answer is no', async () => {
  const answers = [false, true]
  let asked = 0
  await start(async () => answers[asked++] ?? true)
  await signIn()
  await program.open()
  const path = join(folder, 'large.bin')
  await writeFile(path, Buffer.alloc(64 * 1024 * 1024))
  const task: DesktopTask = {
    ...{ type: 'uploadFile', file: 0, path: [], parentId: '0', position: '', inGroup: false },
  }
  await program.app.transfers.answers.addTask({ tasks: [task] }, async () => [path])
  expect(await ask('quit')).toEqual({ running: 1 })
  await shell.choose('Quit')
  await expect.poll(() => asked).toBe(1)
  expect(program.app.activity()).toMatchObject({ isSignedIn: true })
  await shell.choose('Quit')
  await program.ended
  expect(asked).toBe(2)
})
