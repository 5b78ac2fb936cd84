import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '@clouddisk/contract/files'
import { helperPorts } from '@clouddisk/contract/local-helper'
import { saveSettings } from '@clouddisk/contract/settings'
import type { Page } from '@playwright/test'
import { type Pages, servePages } from '../../desktop/test/pages.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from '../support/chromium.ts'
import { choose, menuOf, row, toast } from '../support/files.ts'
import { type LocalClient, startLocalClient } from '../support/local-helper.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { startServer } from '../support/server.ts'
import { openSettings, settings } from '../support/settings.ts'
import { test as base, expect, newPerson } from '../support/test.ts'
import { question } from '../support/transfers.ts'

/** Large transfers of the page through the desktop client on the same computer (A§4 "Local plug-in session", A§7). */

const { httpPort, websocketPort } = helperPorts(true)

const test = base.extend<{ client: LocalClient }, object>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the wanted fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ CLOUDDISK_HELPER_TEST_PORTS: '1' })
      await server.acknowledge('admin')
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  client: async ({ server, person }, use) => {
    const client = await startLocalClient(server, person)
    await use(client)
    await client.close()
  },
})

// The client's ports are there once.
test.describe.configure({ mode: 'default' })
test.use({
  launchOptions: {
    executablePath: CHROMIUM,
    args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP evil.test 127.0.0.1'],
  },
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
})

const pick = async (page: Page, paths: readonly string[]) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles([...paths])
}
const answer = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click()
const manyFiles = (desk: { file(name: string, content: string): Promise<string> }) =>
  Promise.all(Array.from({ length: 51 }, (_, n) => desk.file(`many/${n}.txt`, `${n}`)))

test.describe('with the client', () => {
  test('uploads what is chosen in the client’s window, and the list follows (R120, R124, R128, R190, R209)', {
    tag: '@core',
  }, async ({ drive, api, desk, client }) => {
    const report = await desk.file('报告.bin', 3_000_000)
    client.chosen.files = [report, await desk.file('b.txt', 'b')]
    await pick(drive, await manyFiles(desk))
    await expect(question(drive).getByRole('heading')).toHaveText('用网页上传 51 个文件？')
    await expect(question(drive)).toContainText('也可以用桌面客户端上传')
    await answer(drive, '用客户端上传')
    await expect(toast(drive, '已交给客户端，正在上传 2 个文件')).toBeVisible()
    await expect(row(drive, '报告.bin')).toBeVisible()
    await expect(toast(drive, '客户端已上传完成')).toBeVisible()
    const files = await api.list()
    expect(files.map(({ instanceName }) => instanceName).sort()).toEqual(['b.txt', '报告.bin'])
    const { instanceId = '' } = files.find(({ instanceName }) => instanceName === '报告.bin') ?? {}
    expect((await api.download(instanceId)).equals(await readFile(report))).toBe(true)
  })

  test('downloads a folder as a folder (R133, R207, C7)', async ({ drive, api, desk, client }) => {
    const { instanceId } = await api.call(createFolder, { instanceName: '项目' })
    const inner = await api.call(createFolder, { parentId: instanceId, instanceName: '一' })
    await api.upload(instanceId, 'a.txt', Buffer.from('aaa'))
    await api.upload(inner.instanceId, 'b.txt', Buffer.from('bbb'))
    await api.call(saveSettings, { askDownloadPath: true })
    client.chosen.folder = desk.at('downloads')
    await drive.reload()
    await menuOf(drive, '项目')
    await choose(drive, '下载')
    await expect(question(drive).getByRole('button')).toHaveText(['取消', '下载为 ZIP', '用客户端下载'])
    await answer(drive, '用客户端下载')
    await expect(toast(drive, '已交给客户端，正在下载 2 个文件')).toBeVisible()
    await expect
      .poll(async () => (await readdir(desk.at('downloads'), { recursive: true })).sort())
      .toEqual(['项目', '项目/a.txt', '项目/一', '项目/一/b.txt'])
    expect(await readFile(join(desk.at('downloads'), '项目', '一', 'b.txt'), 'utf8')).toBe('bbb')
  })

  test('says what to do where somebody else is signed in to the client, and goes on in the browser', async ({
    drive,
    desk,
    server,
    api,
  }) => {
    const other = await startLocalClient(server, await newPerson(server))
    other.chosen.files = [await desk.file('wrong.txt', 'x')]
    await pick(drive, await manyFiles(desk))
    await answer(drive, '用客户端上传')
    await expect(question(drive).getByRole('heading')).toHaveText('客户端无法接手')
    await expect(question(drive)).toContainText('请在客户端中用相同账号登录')
    expect(other.transfers()).toBe(0)
    await answer(drive, '继续用网页上传')
    await expect.poll(async () => (await api.list()).length).toBe(51)
    await other.close()
  })

  test('comes to nothing if the person cancels in the client', async ({ drive, desk, client, api }) => {
    await pick(drive, await manyFiles(desk))
    await answer(drive, '用客户端上传')
    await expect(toast(drive, '没有选择文件，没有上传。')).toBeVisible()
    expect(client.transfers()).toBe(0)
    expect(await api.list()).toEqual([])
  })
})

test.describe('without a client', () => {
  test.beforeEach(({ problems }) =>
    problems.expect(NO_NETWORK, /scheme does not have a registered handler|user gesture is required/),
  )

  test('the page tries to start it five times, offers it for download and goes on in the browser (R120, R125, R207)', async ({
    drive,
    desk,
    api,
    server,
  }) => {
    const clients = join(server.dataDir, 'clients')
    await mkdir(clients, { recursive: true })
    await writeFile(join(clients, 'clouddisk-1.2.3-win-x64-setup.exe'), 'installer')
    let starts = 0
    await drive.exposeFunction('noteStart', () => {
      starts++
    })
    await drive.evaluate(() => {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof HTMLIFrameElement && node.src === 'clouddisk://')
              (globalThis as unknown as { noteStart(): void }).noteStart()
      }).observe(document.body, { childList: true })
    })
    await pick(drive, await manyFiles(desk))
    const download = drive.waitForEvent('download')
    await question(drive).getByRole('link', { name: '下载桌面客户端' }).click()
    expect((await download).suggestedFilename()).toBe('clouddisk-1.2.3-win-x64-setup.exe')
    await answer(drive, '用客户端上传')
    await expect(drive.getByRole('dialog', { name: '正在连接桌面客户端' })).toBeVisible()
    await expect(question(drive).getByRole('heading')).toHaveText('没有连接到桌面客户端')
    expect(starts).toBe(5)
    await expect(question(drive).getByRole('link', { name: '下载桌面客户端' })).toBeVisible()
    await question(drive).getByRole('button', { name: '重试' }).dispatchEvent('click')
    await expect(drive.getByRole('dialog', { name: '正在连接桌面客户端' })).toBeVisible()
    await expect(question(drive).getByRole('heading')).toHaveText('没有连接到桌面客户端')
    expect(starts).toBe(10)
    // By a script: the browser’s own question whether to open the client takes pointer and keys.
    await question(drive).getByRole('button', { name: '继续用网页上传' }).dispatchEvent('click')
    await expect.poll(async () => (await api.list()).length).toBe(51)
  })

  test('waiting can be cancelled', async ({ drive, desk, api }) => {
    await pick(drive, await manyFiles(desk))
    await answer(drive, '用客户端上传')
    const dialog = drive.getByRole('dialog', { name: '正在连接桌面客户端' })
    await dialog.getByRole('button', { name: '取消', exact: true }).dispatchEvent('click')
    await expect(dialog).toBeHidden()
    await expect(question(drive)).toBeHidden()
    expect(await api.list()).toEqual([])
  })
})

test.describe('on other systems', () => {
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36' })

  test('the client is offered once the person has said so (R190, R81)', async ({ drive, desk }) => {
    await pick(drive, await manyFiles(desk))
    await expect(question(drive).getByRole('button')).toHaveText(['取消', '继续用网页上传'])
    await answer(drive, '取消')
    await openSettings(drive, '传输')
    await settings(drive).getByRole('switch', { name: '提供桌面客户端传输' }).click()
    await drive.keyboard.press('Escape')
    await pick(drive, await manyFiles(desk))
    await expect(question(drive).getByRole('button')).toHaveText(['取消', '继续用网页上传', '用客户端上传'])
  })
})

test('only the page of people who are signed in may reach the client (R190)', async ({ server }) => {
  const policy = async (path: string) =>
    (await fetch(server.origin + path)).headers.get('content-security-policy') ?? ''
  const own = await policy('/disk/')
  expect(own).toContain(`ws://127.0.0.1:${websocketPort}`)
  expect(own).toMatch(/frame-src [^;]*clouddisk:/)
  expect(await policy('/disk/filedownload?linkPath=x')).not.toContain('127.0.0.1:1')
})

test.describe('pages of others learn nothing, not even that a client is there:', () => {
  test.beforeEach(({ problems }) =>
    problems.expect(
      NO_NETWORK,
      /CORS policy|WebSocket connection|ERR_|Failed to load resource|Refused|Unsafe/,
    ),
  )

  /** All that a page can see of what it asks. Runs in the page. */
  const probe = async ([http, socket]: readonly [string, string]) => {
    const within = <T>(work: Promise<T>) =>
      Promise.race([work, new Promise<string>((done) => setTimeout(() => done('nothing'), 3000))])
    const asked = (url: string, init?: RequestInit) =>
      within(
        fetch(url, init).then(
          async (one) => `${one.type} ${one.status} ${await one.text()}`,
          (error) => `${error.name} ${error.message}`,
        ),
      )
    const loaded = (tag: 'img' | 'script' | 'iframe', url: string) =>
      within(
        new Promise<string>((done) => {
          const element = document.createElement(tag)
          element.onload = () => {
            let inside = ''
            try {
              inside = String((element as HTMLIFrameElement).contentDocument?.body.innerText)
            } catch {
              inside = 'closed'
            }
            done(`load ${tag === 'iframe' ? inside : ''}`)
          }
          element.onerror = () => done('error')
          element.src = url
          document.body.append(element)
        }),
      )
    const opened = () =>
      within(
        new Promise<string>((done) => {
          const one = new WebSocket(socket)
          one.onopen = () => {
            one.send(JSON.stringify({ operation: 'login', ip: '127.0.0.1', port: '1', language: 'zh-CN' }))
          }
          one.onmessage = ({ data }) => done(`message ${data}`)
          one.onclose = ({ code, wasClean, reason }) => done(`close ${code} ${wasClean} ${reason}`)
        }),
      )
    return {
      cors: await asked(http),
      opaque: await asked(http, { mode: 'no-cors' }),
      preflight: await asked(http, { headers: { 'x-other': '1' } }),
      image: await loaded('img', http),
      script: await loaded('script', http),
      frame: await loaded('iframe', http),
      socket: await opened(),
    }
  }
  const ADDRESSES = [
    `http://127.0.0.1:${httpPort}/checkClouddiskPluginOnline`,
    `ws://127.0.0.1:${websocketPort}/ClouddiskPluginWeb`,
  ] as const
  const REBOUND = ADDRESSES.map((one) => one.replace('127.0.0.1', 'evil.test')) as [string, string]

  let evil: Pages
  test.beforeEach(async () => {
    evil = await servePages((path) =>
      path === '/redirect' ? ADDRESSES[0] : '<!doctype html><title>evil</title><body>evil</body>',
    )
  })
  test.afterEach(() => evil.close())

  /** The probe's results without and with a client. */
  async function compare(
    page: Page,
    start: () => Promise<LocalClient>,
    see: () => Promise<unknown>,
  ): Promise<void> {
    const without = await see()
    const client = await start()
    try {
      const seen = await see()
      expect(seen).toEqual(without)
      expect(JSON.stringify(seen)).not.toMatch(/"code|resultCode/)
      expect(client.transfers()).toBe(0)
    } finally {
      await client.close()
    }
    await page.close()
  }

  for (const [what, host, addresses] of [
    ['another port of the same host', '127.0.0.1', ADDRESSES],
    ['another host', 'evil.test', ADDRESSES],
    ['a name that leads to this computer (DNS rebinding)', 'evil.test', REBOUND],
  ] as const)
    test(`${what}, by requests, pictures, scripts, frames and WebSockets`, async ({
      page,
      server,
      person,
    }) => {
      await page.goto(evil.origin.replace('127.0.0.1', host))
      await compare(
        page,
        () => startLocalClient(server, person),
        () => page.evaluate(probe, addresses),
      )
    })

  test('a redirect, and a frame without an origin', async ({ page, server, person }) => {
    await page.goto(evil.origin)
    const see = async () => {
      const redirected = await page.evaluate(probe, [`${evil.origin}/redirect`, ADDRESSES[1]] as const)
      const sandboxed = await page.evaluate(
        ([http = '', socket = '', code = '']) =>
          new Promise<unknown>((done) => {
            const frame = document.createElement('iframe')
            frame.sandbox.add('allow-scripts')
            addEventListener('message', ({ data }) => done(data), { once: true })
            const addresses = JSON.stringify([http, socket])
            frame.srcdoc = `<body><script>(${code})(${addresses}).then((seen) => parent.postMessage(seen, '*'))</script>`
            document.body.append(frame)
          }),
        [...ADDRESSES, probe.toString()],
      )
      return { redirected, sandboxed }
    }
    await compare(page, () => startLocalClient(server, person), see)
  })

  test('a window that is led to the client’s address by a foreign name', async ({ page, server, person }) => {
    const client = await startLocalClient(server, person)
    for (const address of [ADDRESSES[0], REBOUND[0]])
      await expect(page.goto(address)).rejects.toThrow(/ERR_EMPTY_RESPONSE/)
    await client.close()
  })

  test('while the server’s own page is answered', async ({ drive, client }) => {
    const seen = await drive.evaluate(async (address) => {
      const answer = await fetch(address)
      return answer.text()
    }, ADDRESSES[0])
    expect(seen).toBe('{"code":0}')
    expect(client.transfers()).toBe(0)
  })
})
