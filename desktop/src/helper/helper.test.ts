// @module-tag long
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect as connectTo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolder } from '@clouddisk/contract/files'
import {
  createHelperToken,
  HELPER_MESSAGE_MAX,
  HELPER_TOKEN_SECONDS,
  type HelperPorts,
  type HelperPurpose,
} from '@clouddisk/contract/local-helper'
import { saveSettings } from '@clouddisk/contract/settings'
import { SECOND } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../server/test/person.ts'
import { openWorld, type World } from '../../../server/test/world.ts'
import { freePorts, startHeadlessApp } from '../../test/headless-app.ts'
import { PageSocket } from '../../test/page-socket.ts'
import type { App } from '../app.ts'

/** The local helper over real HTTP and WebSockets, with the real server and the client's own transfers. */

let world: World
let page: Person
let folder: string
let ports: HelperPorts
let app: App
let files: string[] | null
let chosenFolder: string | null
let beforeChosen: () => Promise<void>
let target: string
const log: string[] = []
const open: PageSocket[] = []

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  page = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-helper-'))
  target = (await page.call(createFolder, { instanceName: 'target' })).instanceId
  files = null
  chosenFolder = null
  beforeChosen = async () => undefined
  log.length = 0
  ports = await freePorts()
  app = await start()
  await signInClient(page)
})
afterEach(async () => {
  for (const one of open.splice(0)) one.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (silentMs?: number) =>
  startHeadlessApp(folder, page.baseUrl, {
    helper: { ports, log: (line) => log.push(line), silentMs },
    chooseFiles: async () => {
      await beforeChosen()
      return files
    },
    chooseFolder: async () => chosenFolder,
  })

/** A session of its own, as the client has one. */
async function signInClient(person: Person): Promise<void> {
  const { token, user } = await world.again(person)
  await app.session.begin({ userId: user.userId, userName: user.userName, token })
}

const server = () => new URL(page.baseUrl)
const place = () => ({ ip: server().hostname, port: server().port })
const connect = async (origin = server().origin) => {
  const one = await PageSocket.open(ports.websocketPort, { origin })
  open.push(one)
  return one
}
const loggedIn = async () => {
  const one = await connect()
  expect(await one.ask({ operation: 'login', ...place(), language: 'zh-CN' })).toEqual({
    operation: 'login',
    resultCode: '0',
  })
  return one
}
const tokenOf = async (person: Person, purpose: HelperPurpose) =>
  (await person.call(createHelperToken, { purpose })).token
const uploadOf = (token: string, more: object = {}) => ({
  operation: 'upload',
  instanceType: '0',
  linkPath: '',
  fileType: 'file',
  fileParentId: target,
  ...place(),
  token,
  linkCode: '',
  shareUrl: '',
  ...more,
})
const downloadOf = (token: string, ...data: object[]) => ({ operation: 'download', token, data })
const itemOf = ({ instanceId }: { instanceId: string }, fileName: string, filePath = '') => ({
  ...{ instanceId, fileName, filePath, fileSize: 3, userName: page.user.userName },
  ...{ linkPath: '', linkCode: '' },
})
const put = async (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, 'source', name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, bytes)
  return path
}

describe('the check (R208)', () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${ports.httpPort}${path}`, {
      ...init,
      headers: { origin: server().origin, ...init.headers },
    })

  it.each(['/checkClouddiskPluginOnline', '/checkClouddiskPlugin'])('answers code 0 at %s', async (path) => {
    const answer = await ask(path)
    expect(await answer.json()).toEqual({ code: 0 })
    expect(answer.headers.get('access-control-allow-origin')).toBe(server().origin)
    const asked = await ask(path, {
      method: 'OPTIONS',
      headers: { 'access-control-request-private-network': 'true' },
    })
    expect(asked.headers.get('access-control-allow-private-network')).toBe('true')
  })

  it('goes on without the helper where a port is in use, and says so (R210)', async () => {
    await app.close()
    const other = createServer()
    other.listen(ports.websocketPort, '127.0.0.1')
    await once(other, 'listening')
    app = await start()
    await expect(ask('/checkClouddiskPlugin')).rejects.toThrow()
    expect(log.join()).toContain('EADDRINUSE')
    expect(app.transfers.counts()).toMatchObject({ upload: 0 })
    other.close()
  })
})

describe('a page uploads (R209)', () => {
  it('what the person chooses, keeps both where the name is taken, and says when all is there', async () => {
    const bytes = randomBytes(300_000)
    await page.upload(target, '报告.bin', Buffer.from('other'))
    files = [await put('报告.bin', bytes), await put('b.txt', 'b'), await put('empty.txt', '')]
    const socket = await loggedIn()
    expect(await socket.ask(uploadOf(await tokenOf(page, 'upload')))).toEqual({
      operation: 'upload',
      resultCode: '0',
      count: 2,
      errmsg: expect.stringContaining('1 个文件没有上传'),
    })
    let last = await socket.reply()
    while (!last.allFinish) {
      expect(last).toEqual({ operation: 'upload', resultCode: '1', parentId: target, allFinish: false })
      last = await socket.reply()
    }
    expect(last).toEqual({
      operation: 'upload',
      resultCode: '1',
      parentId: target,
      allFinish: true,
      count: 0,
    })
    const list = await page.list(target)
    const names = list.map(({ instanceName }) => instanceName).sort()
    expect(names).toEqual(['b.txt', '报告 (1).bin', '报告.bin'])
    const kept = list.find(({ instanceName }) => instanceName === '报告 (1).bin')
    expect((await page.download(kept?.instanceId ?? '')).equals(bytes)).toBe(true)
  })

  it('a folder with all that is in it, empty folders too', async () => {
    await put('项目/a.txt', 'a')
    await put('项目/一/b.txt', 'bb')
    await mkdir(join(folder, 'source', '项目', '空'))
    chosenFolder = join(folder, 'source', '项目')
    const socket = await loggedIn()
    expect(await socket.ask(uploadOf(await tokenOf(page, 'upload'), { fileType: 'folder' }))).toMatchObject({
      resultCode: '0',
      count: 2,
    })
    await expect.poll(() => page.tree(target)).toEqual({ 项目: { 'a.txt': 1, 一: { 'b.txt': 2 }, 空: {} } })
  })

  it('nothing if the person cancels, or chooses more than 2,000 files (R123)', async () => {
    const socket = await loggedIn()
    expect(await socket.ask(uploadOf(await tokenOf(page, 'upload')))).toMatchObject({
      resultCode: '6',
      errmsg: '没有选择文件，没有上传。',
    })
    const many = join(folder, 'many')
    await mkdir(many)
    for (let n = 0; n <= 2000; n++) await writeFile(join(many, `${n}`), 'x')
    chosenFolder = many
    expect(await socket.ask(uploadOf(await tokenOf(page, 'upload'), { fileType: 'folder' }))).toMatchObject({
      resultCode: '7',
      errmsg: expect.stringContaining('最多 2000 个文件'),
    })
    expect(app.transfers.counts().upload).toBe(0)
  })

  it('nothing into a folder that the person may not upload to', async () => {
    files = [await put('a.txt', 'a')]
    const other = await world.person()
    const { instanceId } = await other.call(createFolder, { instanceName: 'not yours' })
    const socket = await loggedIn()
    const answer = await socket.ask(uploadOf(await tokenOf(page, 'upload'), { fileParentId: instanceId }))
    expect(answer).toMatchObject({ resultCode: '7', errmsg: expect.any(String) })
    expect(app.transfers.counts().upload).toBe(0)
  })
})

describe('a page downloads (R209)', () => {
  const saved = async (into: string) => (await readdir(into, { recursive: true })).sort()

  it('to the folder that the person chooses where they want to be asked, once for all messages', async () => {
    await page.call(saveSettings, { askDownloadPath: true })
    const [a, b] = [
      await page.upload(target, 'a.txt', Buffer.from('aaa')),
      await page.upload(target, 'b.txt', Buffer.from('bbb')),
    ]
    chosenFolder = join(folder, 'downloads')
    const socket = await loggedIn()
    const download = async (...data: object[]) =>
      socket.ask(downloadOf(await tokenOf(page, 'download'), ...data))
    expect(await download(itemOf(a, 'a.txt'))).toEqual({ operation: 'download', resultCode: '0', count: 1 })
    const first = chosenFolder
    chosenFolder = join(folder, 'elsewhere')
    expect(await download(itemOf(b, 'b.txt', '项目/../一'))).toMatchObject({ resultCode: '0' })
    await expect.poll(() => saved(first)).toContain('a.txt')
    await expect.poll(() => saved(join(first, '项目'))).toEqual(['_', '_/一', '_/一/b.txt'])
    expect((await readFile(join(first, '项目', '_', '一', 'b.txt'))).toString()).toBe('bbb')
  })
})

describe('what is no request of a page on which the client’s user is signed in is refused:', () => {
  const refusedUpload = async (token: string, more: object = {}) => {
    files = [await put('a.txt', 'a')]
    const socket = await loggedIn()
    const answer = await socket.ask(uploadOf(token, more))
    expect(app.transfers.counts().upload).toBe(0)
    expect(await page.list(target)).toEqual([])
    return { socket, answer }
  }
  const REFUSED = { operation: 'upload', resultCode: '5', errmsg: expect.stringContaining('没有接受此请求') }

  it.each([
    ['made up', async () => 'made-up'],
    ['empty, as of a program of another user on this computer', async () => ''],
    ['for a download', () => tokenOf(page, 'download')],
    ['of somebody else', async () => tokenOf(await world.person(), 'upload')],
    [
      'more than a minute old',
      async () => {
        const token = await tokenOf(page, 'upload')
        world.advance(HELPER_TOKEN_SECONDS * SECOND)
        return token
      },
    ],
  ])('a token that is %s', async (_, make) => {
    const { socket, answer } = await refusedUpload(await make())
    expect(answer).toEqual(REFUSED)
    await socket.closed
  })

  it('a token that has been used', async () => {
    const token = await tokenOf(page, 'upload')
    const socket = await loggedIn()
    expect(await socket.ask(uploadOf(token))).toMatchObject({ resultCode: '6' })
    expect((await refusedUpload(token)).answer).toEqual(REFUSED)
  })

  it('a client without a signed-in user, and says to sign in', async () => {
    await app.session.end()
    const { answer } = await refusedUpload(await tokenOf(page, 'upload'))
    expect(answer).toMatchObject({ resultCode: '4', errmsg: expect.stringContaining('请先在客户端中登录') })
  })

  it('a sign-out while the person was choosing', async () => {
    files = [await put('a.txt', 'a')]
    const token = await tokenOf(page, 'upload')
    const socket = await loggedIn()
    const asked = Promise.withResolvers<void>()
    const chosen = Promise.withResolvers<void>()
    beforeChosen = async () => {
      asked.resolve()
      await chosen.promise
    }
    socket.send(uploadOf(token))
    await asked.promise
    expect(await socket.ask(uploadOf(await tokenOf(page, 'upload')))).toMatchObject({
      resultCode: '7',
      errmsg: expect.stringContaining('正在等待你选择文件'),
    })
    await app.session.end()
    chosen.resolve()
    expect(await socket.reply()).toMatchObject({ resultCode: '4' })
    expect(app.transfers.counts().upload).toBe(0)
  })

  it('a link’s visitor, another server, an unknown message, and one before the login', async () => {
    const token = await tokenOf(page, 'upload')
    expect((await refusedUpload(token, { linkPath: 'x' })).answer).toMatchObject({ resultCode: '2' })
    expect((await refusedUpload(token, { port: '1' })).answer).toMatchObject({ resultCode: '3' })
    const socket = await connect()
    expect(await socket.ask(uploadOf(token))).toMatchObject({ operation: 'upload', resultCode: '2' })
    for (const message of ['{', '[]', 'null', '{"operation":"open"}'])
      expect(await socket.ask(message)).toMatchObject({ operation: '', resultCode: '2' })
    expect(
      await socket.ask({ operation: 'login', ip: 'drive.example.com', port: '443', language: 'en-US' }),
    ).toMatchObject({ resultCode: '3', errmsg: expect.stringContaining('another server') })
  })

  it('a message above 1 MiB', async () => {
    const socket = await connect()
    socket.send(`"${'x'.repeat(HELPER_MESSAGE_MAX)}"`)
    await socket.closed
  })
})

describe('a page of another origin learns nothing:', () => {
  const own = () => server().origin
  const host = (port: number) => `127.0.0.1:${port}`
  const CASES: readonly [string, () => Record<string, string>][] = [
    ['a foreign origin', () => ({ origin: 'https://evil.example' })],
    ['another port of the server', () => ({ origin: 'http://127.0.0.1:1' })],
    ['an origin that begins alike', () => ({ origin: `${own()}.evil.example` })],
    ['a sandboxed frame, or a redirect', () => ({ origin: 'null' })],
    ['no origin', () => ({})],
    ['a name that leads here (DNS rebinding)', () => ({ origin: own(), host: 'evil.example' })],
  ]

  /** What comes back for a request, to the last byte. */
  async function bytesOf(port: number, path: string, headers: Record<string, string>): Promise<string> {
    const socket = connectTo(port, '127.0.0.1')
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.on('error', () => undefined)
    const closed = new Promise((done) => socket.once('close', done))
    const lines = Object.entries({ host: host(port), ...headers }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await closed
    return text
  }
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }

  it.each(CASES)('%s', async (_, headers) => {
    for (const signedIn of [true, false]) {
      if (!signedIn) await app.session.end()
      for (const path of ['/checkClouddiskPluginOnline', '/checkClouddiskPlugin', '/'])
        expect(await bytesOf(ports.httpPort, path, headers())).toBe('')
      expect(await bytesOf(ports.websocketPort, '/ClouddiskPluginWeb', { ...upgrade, ...headers() })).toBe('')
      expect(await bytesOf(ports.websocketPort, '/ClouddiskPluginWeb', headers())).toBe('')
    }
  })

  it('while its own page is served, with the same request', async () => {
    expect(
      await bytesOf(ports.httpPort, '/checkClouddiskPlugin', { origin: own(), connection: 'close' }),
    ).toContain('{"code":0}')
    await expect(connect()).resolves.toBeDefined()
  })
})

describe('connections', () => {
  it('live by heartbeats, and end when a page is silent (R250)', async () => {
    await app.close()
    app = await start(300)
    const [lively, silent] = [await loggedIn(), await loggedIn()]
    let isSilentClosed = false
    void silent.closed.then(() => {
      isSilentClosed = true
    })
    while (!isSilentClosed)
      expect(await lively.ask({ operation: 'heartBeat' })).toEqual({
        operation: 'heartBeat',
        resultCode: '0',
      })
  })

  it('are twenty at most', async () => {
    for (let n = 0; n < 20; n++) await connect()
    await expect(connect()).rejects.toThrow()
  })
})
