import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Display } from '../../test/display.ts'
import { type Pages, servePages } from '../../test/pages.ts'
import { openChromiumWindow } from './chromium-window.ts'
import { findBrowser } from './find-browser.ts'
import type { DesktopWindow, PageCall } from './window.ts'

/** A real window on an X server of its own. Pages report what they did by requests to their server. */

let display: Display
let folder: string
let drive: Pages
let foreign: Pages
let window: DesktopWindow
const calls: Omit<PageCall, 'files'>[] = []
const opened: string[] = []

/** Tries to call the bridge in every way that a document has, then requests /attacked. An attempt that throws has failed, as it should. */
const attack = (to: string) => `<script>
  const tries = Object.getOwnPropertyNames(window).filter((name) => name.startsWith('clouddisk'))
  for (const name of tries) {
    try { window[name](JSON.stringify({ id: 1, method: 'authorization', input: {} })) } catch {}
  }
  try { clouddiskHost.authorization({}) } catch {}
  try { parent.clouddiskHost.authorization({}) } catch {}
  try { opener.clouddiskHost.authorization({}) } catch {}
  const note = new Image()
  note.onerror = () => close()
  note.src = '${to}/attacked?' + tries.length
</script>`

const attacked: string[] = []
const note = (path: string) => {
  if (path.startsWith('/attacked')) attacked.push(path)
  return ''
}

beforeAll(async () => {
  display = await Display.start()
  vi.stubEnv('DISPLAY', display.name)
  // A client that is started by a service has no locale.
  for (const name of ['LANG', 'LC_ALL', 'LC_CTYPE']) vi.stubEnv(name, undefined)
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-window-'))
  foreign = await servePages((path, { headers }) => {
    if (path.startsWith('/attacked')) return note(path)
    if (path === '/back') return `http://${headers.host}/evil`
    return attack(`http://${headers.host}`)
  })
  const sandbox = { 'content-security-policy': 'sandbox allow-scripts allow-popups' }
  const driveHeaders = (path: string): Record<string, string> => (path === '/alone' ? sandbox : {})
  const drivePages = (path: string, { headers }: { headers: { host?: string | undefined } }) => {
    if (path.startsWith('/attacked')) return note(path)
    if (path === '/leave') return `${foreign.origin}/back`
    if (path === '/frames')
      return `<iframe src="${foreign.origin}/framed"></iframe><iframe sandbox="allow-scripts" src="/preview"></iframe>`
    if (path === '/preview' || path === '/alone') return attack(`http://${headers.host}`)
    return `<title>Drive</title><input type="file" id="files" multiple>`
  }
  drive = await servePages(drivePages, driveHeaders)
  const browser = await findBrowser()
  if (!browser) throw new Error('no browser')
  window = await openChromiumWindow(browser, {
    origin: drive.origin,
    url: `${drive.origin}/start`,
    profileFolder: join(folder, 'browser'),
    language: 'en-US',
    product: 'Clouddisk/1.0.0',
    facts: { version: '1.0.0', language: 'en-US' },
    onCall: async ({ files, ...call }) => {
      calls.push(call)
      if (call.method === 'addTask') return files()
      if (call.method === 'runLocalSync') throw new Error('it has run')
      return call.input
    },
    openExternal: (url) => opened.push(url),
  })
})
afterAll(async () => {
  await window?.close()
  await Promise.all([drive.close(), foreign.close(), display.stop()])
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a script in the page, as its own would. */
const inPage = (script: string) => window.evaluate(script)

describe('the bridge between the page and the client (R118, R119)', () => {
  it('is there before the page’s scripts, says what the client is, and answers', async () => {
    // The window is there before its page has been read.
    await expect.poll(() => inPage('document.title')).toBe('Drive')
    expect(await inPage('[clouddiskHost.version, clouddiskHost.language, document.title]')).toEqual([
      '1.0.0',
      'en-US',
      'Drive',
    ])
    expect(await inPage('clouddiskHost.openExternal({ url: "https://example.com" })')).toEqual({
      url: 'https://example.com',
    })
    await expect(inPage('clouddiskHost.runLocalSync({ id: 1 })')).rejects.toThrow('it has run')
  })

  it('tells the path of a chosen file, and none of one that the page made', async () => {
    const path = join(folder, '文件 a.txt')
    await writeFile(path, 'content')
    await window.chooseFiles('#files', [path])
    const script = `clouddiskHost.addTask({}, [...document.querySelector('#files').files, new File(['x'], 'passwd'), 'no file'])`
    expect(await inPage(script)).toEqual([path, '', ''])
  })

  it('carries messages to the page', async () => {
    await inPage('void (globalThis.heard = new Promise((done) => clouddiskHost.onMessage(done)))')
    window.post({ myType: 'sdkClose' })
    expect(await inPage('heard')).toEqual({ myType: 'sdkClose' })
  })

  it('opens other origins outside of the window (R46)', async () => {
    await inPage(`void window.open('${foreign.origin}/help', '_blank', 'noopener')`)
    await inPage(`void window.open('${foreign.origin}/help', '_blank')`)
    await expect.poll(() => opened).toEqual([`${foreign.origin}/help`, `${foreign.origin}/help`])
    opened.length = 0
    attacked.length = 0
  })
})

describe('no other page reaches the client', () => {
  const silent = async (how: () => Promise<unknown>, attacks: number) => {
    await window.open(`${drive.origin}/start`)
    calls.length = 0
    attacked.length = 0
    await how()
    await expect.poll(() => attacked.length).toBe(attacks)
    expect(calls).toEqual([])
  }

  it('in a frame, of a foreign origin or as a preview of what somebody uploaded', () =>
    silent(() => window.open(`${drive.origin}/frames`), 2))
  it('that the window was led to by a redirect', () => silent(() => window.open(`${drive.origin}/leave`), 1))
  it('as a preview that the window shows alone, at an address of the server', () =>
    silent(() => window.open(`${drive.origin}/alone`), 1))
  it('in a window that it has opened', () =>
    silent(() => inPage(`void window.open('/preview', '_blank', 'noopener')`), 1))
})

it('offers to keep no password', async () => {
  const preferences = join(folder, 'browser', 'Default', 'Preferences')
  expect(JSON.parse(await readFile(preferences, 'utf8'))).toMatchObject({
    credentials_enable_service: false,
    profile: { password_manager_enabled: false },
  })
})

it('tells that its window was closed', async () => {
  let closed = false
  void window.closed.then(() => {
    closed = true
  })
  await window.open(`${drive.origin}/start`)
  const env = { ...process.env, DISPLAY: display.name }
  await promisify(execFile)('xdotool', ['search', '--name', '^Drive$', 'windowfocus', 'key', 'ctrl+w'], {
    env,
  })
  await expect.poll(() => closed).toBe(true)
})
