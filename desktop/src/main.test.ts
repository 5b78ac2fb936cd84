// @module-tag long
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from '../../server/test/world.ts'
import { Display } from '../test/display.ts'

const run = promisify(execFile)

const WINDOW = 'Sign in|Clouddisk'

let world: World
let display: Display
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  ;[world, display] = await Promise.all([openWorld(), Display.start()])
})
afterAll(() => Promise.all([world?.close(), display?.stop()]))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-main-'))
  env = { ...process.env, DISPLAY: display.name, CLOUDDISK_DESKTOP_DATA: folder, LANG: 'en_GB.UTF-8' }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (...args: string[]) =>
  spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url)), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const windows = async (): Promise<number> => {
  const { stdout } = await run('xdotool', ['search', '--onlyvisible', '--name', WINDOW], { env }).catch(
    () => ({ stdout: '' }),
  )
  return stdout.split('\n').filter(Boolean).length
}
const windowsAre = (count: number) => expect.poll(windows, { interval: 200, timeout: 60_000 }).toBe(count)
const closeWindow = () =>
  run('xdotool', ['search', '--name', WINDOW, 'windowfocus', 'key', 'ctrl+w'], { env }).catch(() => undefined)
const closeAll = () =>
  expect
    .poll(
      async () => {
        await closeWindow()
        return windows()
      },
      { interval: 500, timeout: 60_000 },
    )
    .toBe(0)

test('the client ends when its window is closed, and starts again', async () => {
  // The server is remembered.
  for (const args of [['--server', world.baseUrl], []]) {
    const client = start(...args)
    const ended = once(client, 'exit')
    await windowsAre(1)
    await closeAll()
    expect(await ended).toEqual([0, null])
  }
})

test('the client stays without its window where it is set to, and starting it again opens the window anew', async () => {
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({ servers: [world.baseUrl], whenClosed: 'background' }),
  )
  const client = start('--background')
  const ended = once(client, 'exit')
  await expect.poll(() => existsSync(join(folder, 'instance.sock'))).toBe(true)
  expect(await once(start('--background'), 'exit')).toEqual([0, null])
  expect(await windows()).toBe(0)
  for (const args of [[], ['clouddisk://myCollect']]) {
    expect(await once(start(...args), 'exit')).toEqual([0, null])
    await windowsAre(1)
    await closeAll()
    expect(client.exitCode).toBe(null)
  }
  client.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a start from a menu says in a dialog that there is no browser', async () => {
  const programs = join(folder, 'programs')
  await mkdir(programs)
  const { stdout: zenity } = await run('which', ['zenity'])
  await symlink(zenity.trim(), join(programs, 'zenity'))
  const from = { ...env, PATH: programs, CLOUDDISK_BROWSER: '' }
  const client = spawn(
    process.execPath,
    [fileURLToPath(new URL('main.ts', import.meta.url)), '--server', world.baseUrl],
    { env: from, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(client, 'exit')
  const said = text(client.stderr)
  const search = () => run('xdotool', ['search', '--onlyvisible', '--name', '^Clouddisk$'], { env })
  await expect
    .poll(
      () =>
        search().then(
          ({ stdout }) => stdout.trim(),
          () => '',
        ),
      { interval: 200 },
    )
    .not.toBe('')
  await run(
    'xdotool',
    ['search', '--onlyvisible', '--name', '^Clouddisk$', 'windowfocus', '--sync', 'key', 'Return'],
    { env },
  )
  expect(await ended).toEqual([1, null])
  expect(await said).toContain('No Chromium, Chrome or Edge was found')
})

/** A start that ends by itself, and what it said. */
async function failedStart(args: string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const client = spawn(
    process.execPath,
    [fileURLToPath(new URL('main.ts', import.meta.url)), '--background', ...args],
    { env: { ...env, ...more }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said = text(client.stderr)
  expect(await once(client, 'exit')).toEqual([1, null])
  return said
}

test('a browser that is named and cannot be run is named', async () => {
  const CLOUDDISK_BROWSER = join(folder, 'no-browser')
  expect(await failedStart(['--server', world.baseUrl], { CLOUDDISK_BROWSER })).toContain(
    `${CLOUDDISK_BROWSER}, which CLOUDDISK_BROWSER names, can’t be run`,
  )
})

test('a server that is named for the first time is looked for, and a wrong one is not remembered', async () => {
  const LANG = 'zh_CN.UTF-8'
  expect(await failedStart(['--server', 'ftp://drive'], { LANG })).toContain('ftp://drive 不是服务器地址')
  expect(await failedStart(['--server', 'http://127.0.0.1:9'])).toContain('can’t be reached')
  // Without a program for dialogs the next start says how to name one.
  expect(await failedStart([], { PATH: join(folder, 'none') })).toContain('Install zenity or kdialog')
})

test('the first start asks for the server until one answers, and goes on with it', async () => {
  const xdotool = (...args: string[]) => run('xdotool', args, { env }).then(({ stdout }) => stdout.trim())
  /** The program that shows the question; '' while there is none. */
  const question = () =>
    xdotool('search', '--onlyvisible', '--name', '^Clouddisk$', 'getwindowpid').catch(() => '')
  const answer = async (text: string) => {
    await xdotool('search', '--onlyvisible', '--name', '^Clouddisk$', 'windowfocus', '--sync')
    await xdotool('key', 'ctrl+a')
    await xdotool('type', '--delay', '20', text)
    await xdotool('key', 'Return')
  }
  const client = start()
  const ended = once(client, 'exit')
  try {
    await expect.poll(question, { interval: 200 }).not.toBe('')
    const first = await question()
    await answer('http://127.0.0.1:9')
    // Once more, with the cause.
    await expect.poll(question, { interval: 200 }).not.toMatch(new RegExp(`^(${first})?$`))
    await answer(world.baseUrl)
    const signIn = () => xdotool('search', '--onlyvisible', '--name', 'Sign in').catch(() => '')
    await expect.poll(signIn, { interval: 300 }).not.toBe('')
  } finally {
    client.kill('SIGTERM')
    await ended
  }
})
