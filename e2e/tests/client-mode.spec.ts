import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '@clouddisk/contract/files'
import { querySettings, saveSettings } from '@clouddisk/contract/settings'
import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { dropFiles } from '../support/drop.ts'
import { hostCalls, record, tell, withHost } from '../support/fake-host.ts'
import { heading, main, row, toast } from '../support/files.ts'
import { link, bar as linkBar, box as linkRow, newFolder, visit } from '../support/link-visit.ts'
import { pickFiles } from '../support/picker.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD } from '../support/server.ts'
import { settings } from '../support/settings.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** The page in the desktop client (A§1): its session, its frame, and what it hands over. */

const foot = (page: Page) => page.getByRole('region', { name: '空间与设置' })
const transfersEntry = (page: Page) => page.getByRole('link', { name: /传输列表/ })

/** Authorization of each call of the page. */
function authorizations(page: Page): (string | undefined)[] {
  const sent: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/disk/api/') && request.resourceType() === 'fetch')
      sent.push(request.headers().authorization)
  })
  return sent
}

test('has no header: the title is at the left, free space and settings are below the menu (R1, R5, R34)', {
  tag: '@core',
}, async ({ context, server, person }) => {
  await withHost(context)
  const page = await signedIn(context, server, person)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation').first()).toContainText('企业云盘')
  await expect(foot(page)).toContainText('个人可用空间')
  await expect(foot(page)).toContainText(/GB/)
  expect(await faultsOf(page)).toEqual([])
  await foot(page).getByRole('button', { name: '设置', exact: true }).click()
  await page.getByRole('menuitem', { name: '设置', exact: true }).click()
  await expect(settings(page).getByText('下载位置')).toBeVisible()
  // Of the browser's downloads alone.
  await expect(settings(page).getByText('下载多个文件')).toHaveCount(0)
})

test('in a narrow window there is no header either, and the settings are in reach (R5, R34)', async ({
  context,
  server,
  person,
}) => {
  await withHost(context)
  const page = await signedIn(context, server, person)
  await page.setViewportSize({ width: 600, height: 800 })
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(foot(page).getByRole('link', { name: /^个人可用空间 [\d.]+ GB, 群组可用空间/ })).toHaveText(
    /^[\d.]+ GB$/,
  )
  expect(await faultsOf(page)).toEqual([])
  await foot(page).getByRole('button', { name: '设置', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: '客户端设置' })).toBeVisible()
})

test('the administration has no header there either (R5, R34)', async ({ context, server }) => {
  await withHost(context)
  const page = await signedIn(context, server, 'admin', 'admin/users')
  for (const width of [1440, 700]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(foot(page)).toContainText('GB')
    await expect(foot(page).getByRole('button', { name: '搜索' })).toHaveCount(0)
    expect(await faultsOf(page)).toEqual([])
  }
  await foot(page).getByRole('button', { name: '设置', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: '客户端设置' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '返回云盘' }).click()
  await expect(page).toHaveURL(/\/disk\/personalFile/)
})

test('the client’s own settings are changed, servers are added and removed (R5)', async ({
  context,
  server,
  person,
}) => {
  await withHost(context)
  const page = await signedIn(context, server, person)
  await foot(page).getByRole('button', { name: '设置', exact: true }).click()
  await page.getByRole('menuitem', { name: '客户端设置' }).click()
  const dialog = page.getByRole('dialog', { name: '客户端设置' })
  await dialog.getByRole('switch', { name: '登录电脑时启动' }).click()
  await expect(dialog.getByRole('switch', { name: '登录电脑时启动' })).toBeChecked()
  await dialog.getByRole('combobox', { name: '关闭窗口时' }).click()
  await page.getByRole('option', { name: '退出' }).click()
  await expect
    .poll(async () => (await hostCalls(page, 'saveDesktopSettings')).map(({ input }) => input))
    .toEqual([{ autostart: true }, { whenClosed: 'quit' }])

  await dialog.getByLabel('服务器地址').fill('nowhere')
  await dialog.getByRole('button', { name: '添加' }).click()
  await expect(dialog).toContainText('nowhere 上没有 Clouddisk')
  await dialog.getByLabel('服务器地址').fill('https://disk.example.org')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '移除 https://drive.example.com' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: '切换到 https://disk.example.org' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '切换' }).click()
  await expect
    .poll(() => hostCalls(page, 'useServer'))
    .toMatchObject([{ input: { server: 'https://disk.example.org' } }])
})

test('quitting asks while transfers run', async ({ context, server, person }) => {
  await withHost(context, { records: [record({ status: 'running' })] })
  const page = await signedIn(context, server, person)
  await foot(page).getByRole('button', { name: '设置', exact: true }).click()
  await page.getByRole('menuitem', { name: '退出客户端' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('还有 1 个传输未完成')
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await expect
    .poll(async () => (await hostCalls(page, 'quit')).map(({ input }) => input))
    .toEqual([{}, { force: true }])
})

test('a newer client at the server is said once a version, and is downloaded in the browser (R207)', async ({
  context,
  server,
  person,
}) => {
  const clients = join(server.dataDir, 'clients')
  const provide = (version: string) => writeFile(join(clients, `clouddisk_${version}_amd64.deb`), version)
  await mkdir(clients, { recursive: true })
  await provide('1.2.0')
  try {
    await withHost(context)
    const page = await signedIn(context, server, person)
    const notice = page.getByRole('complementary', { name: '客户端更新' })
    await expect(notice).toContainText('新版本 1.2.0')
    expect(await faultsOf(page)).toEqual([])
    await notice.getByRole('button', { name: '下载' }).click()
    const [call] = await hostCalls(page, 'openExternal')
    expect(call?.input).toEqual({ url: expect.stringContaining('clouddisk_1.2.0_amd64.deb') })
    const { url } = call ? (call.input as { url: string }) : { url: '' }
    expect(await (await fetch(url)).text()).toBe('1.2.0')
    await notice.getByRole('button', { name: '不再提示此版本' }).click()
    await page.reload()
    await expect(foot(page)).toContainText('个人可用空间')
    await expect(notice).toHaveCount(0)
    await provide('1.10.0')
    await page.reload()
    await expect(notice).toContainText('新版本 1.10.0')
  } finally {
    await rm(clients, { recursive: true })
  }
})

test('in a browser there is a header, and neither transfer list nor local sync (R6, R28)', async ({
  drive,
  server,
}) => {
  await expect(drive.getByRole('banner')).toBeVisible()
  await expect(drive.getByRole('link', { name: /传输列表|本地同步/ })).toHaveCount(0)
  await drive.goto(`${server.origin}/disk/clientTransList`)
  await expect(drive).toHaveURL(/\/disk\/personalFile$/)
})

test('a sign-in on the page becomes the client’s, and calls carry its token (R191)', async ({
  page,
  server,
  person,
  api,
}) => {
  await withHost(page, { token: api.token })
  const sent = authorizations(page)
  await page.goto(`${server.origin}/disk/recycleBin`)
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()
  expect(sent.filter((value) => value !== undefined)).not.toContain('Bearer null')
  const [call] = await hostCalls(page, 'signedIn')
  expect(call?.input).toEqual({ userId: api.user.userId, userName: person })
  sent.length = 0
  await page.getByRole('link', { name: '个人文件' }).click()
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  expect(new Set(sent)).toEqual(new Set([`Bearer ${api.token}`]))
})

test('a session that the client has kept needs no sign-in; signing out ends it there too', async ({
  context,
  server,
  person,
  api,
}) => {
  await withHost(context, { token: api.token, signedIn: true })
  const page = await signedIn(context, server, person)
  expect(await hostCalls(page, 'signedIn')).toEqual([])
  const signedOut = page.waitForRequest((request) => request.url().includes('/pub/sso/logout'))
  await foot(page)
    .getByRole('button', { name: /的菜单/ })
    .click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await signedOut
  await expect(page).toHaveURL(/\/disk\/login/)
  await expect(page.getByLabel('账号')).toBeVisible()
})

test('a session that has ended leads to the sign-in, though the client has it still', async ({
  page,
  server,
  person,
  api,
}) => {
  await withHost(page, { token: api.token, kept: 'x'.repeat(43) })
  await page.goto(`${server.origin}/disk/recycleBin`)
  await expect(page).toHaveURL(/\/disk\/login\?service=/)
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('账号')).toHaveCount(0)
  await expect.poll(() => hostCalls(page, 'signedIn')).toHaveLength(1)
})

test('the client says that the session has ended, and the sign-in leads back (C9)', async ({
  context,
  server,
  person,
  api,
}) => {
  await withHost(context, { token: api.token, signedIn: true })
  const page = await signedIn(context, server, person, 'recycleBin')
  await expect(page.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()
  await tell(page, { myType: 'signInExpired' })
  await expect(page.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()
  await page.context().clearCookies()
  await api.fetch('/disk/api/pub/sso/logout', { redirect: 'manual' })
  await tell(page, { myType: 'signInExpired' })
  await expect(page).toHaveURL(/\/disk\/login\?service=%2Fdisk%2FrecycleBin/)
})

test('files and folders are handed to the client, without a question about it (R33)', async ({
  context,
  server,
  person,
  api,
  desk,
}) => {
  const { instanceId } = await api.call(createFolder, { parentId: '0', instanceName: '合同' })
  await withHost(context)
  const page = await signedIn(context, server, person, `personalFile?folder=${instanceId}`)
  const files = await Promise.all(Array.from({ length: 51 }, (_, n) => desk.file(`${n}.txt`, `file ${n}`)))
  await pickFiles(page, files, async () => {
    await main(page).getByRole('button', { name: '上传', exact: true }).click()
  })
  await expect(toast(page, '51 个文件已加入上传列表')).toBeVisible()
  const [call] = await hostCalls(page, 'addTask')
  expect(call?.files).toHaveLength(51)
  expect(call?.input).toMatchObject({
    tasks: expect.arrayContaining([
      { type: 'uploadFile', file: 0, path: [], parentId: instanceId, position: '合同', inGroup: false },
    ]),
  })
  await expect(transfersEntry(page)).toContainText('51')
  await toast(page, '51 个文件已加入上传列表').hover()
  await page.getByRole('button', { name: '查看' }).click()
  await expect(page).toHaveURL(/\/disk\/clientTransList$/)
  await expect(main(page).getByRole('grid').getByText('10.txt')).toBeVisible()
})

test('a dropped folder comes with its tree; a name that is taken is asked about first', async ({
  context,
  server,
  person,
  api,
  desk,
}) => {
  await api.upload('0', 'a.txt', Buffer.from('old'))
  await withHost(context)
  const page = await signedIn(context, server, person)
  await expect(row(page, 'a.txt')).toBeVisible()
  await desk.file('项目/一/b.txt', 'b')
  await desk.emptyFolder('项目/空')
  const paths = [await desk.file('a.txt', 'new'), desk.at('项目')]
  await dropFiles(page, paths, heading(page))
  const dialog = page.getByRole('dialog', { name: /里已有同名项/ })
  await dialog.getByRole('radio', { name: /存为新版本/ }).click()
  await dialog.getByRole('button', { name: '继续' }).click()
  await expect.poll(() => hostCalls(page, 'addTask')).toHaveLength(1)
  const sent = (await hostCalls(page, 'addTask')).flatMap(({ input, files }) => {
    const { tasks } = input as { tasks: { file: number; path: string[]; conflict?: string }[] }
    return tasks.map(({ file, path, conflict }) => [...path, files[file], conflict])
  })
  expect(sent).toEqual(
    expect.arrayContaining([
      ['a.txt', 'newVersion'],
      ['项目', '一', 'b.txt', undefined],
    ]),
  )
  expect(await api.tree()).toMatchObject({ 项目: { 空: {} } })
})

test('downloads are handed over too, into the folder that is chosen where that is asked (R45)', async ({
  context,
  server,
  person,
  api,
}) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await api.call(createFolder, { parentId: '0', instanceName: '合同' })
  await withHost(context, { folder: '/home/lin/Downloads' })
  const page = await signedIn(context, server, person)
  await row(page, '合同').click()
  await page.keyboard.press('Control+Shift+S')
  await expect.poll(() => hostCalls(page, 'addTask')).toHaveLength(1)
  expect((await hostCalls(page, 'addTask'))[0]?.input).toMatchObject({
    tasks: [{ type: 'downloadFile', classifierId: 'Folder', fileName: '合同' }],
  })
  expect(await hostCalls(page, 'chooseFolder')).toEqual([])
  await api.call(saveSettings, { askDownloadPath: true })
  await expect
    .poll(async () => (await hostCalls(page, 'applySettings')).at(-1)?.input)
    .toMatchObject({
      askDownloadPath: true,
    })
  await row(page, 'a.txt').click()
  await page.keyboard.press('Control+Shift+S')
  await expect.poll(() => hostCalls(page, 'addTask')).toHaveLength(2)
  expect((await hostCalls(page, 'addTask'))[1]?.input).toMatchObject({
    tasks: [{ type: 'downloadFile', classifierId: 'File', fileName: 'a.txt', fileSize: 1 }],
    folder: 'grant',
  })
})

test('the folder shows a file that the client has uploaded', async ({
  context,
  server,
  person,
  api,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  await withHost(context)
  const page = await signedIn(context, server, person)
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/changes/**', (route) => route.abort())
  await api.upload('0', 'neu.txt', Buffer.from('a'))
  await tell(page, { myType: 'jobFinish', id: 'task', isFinish: true, msg: null })
  await expect(row(page, 'neu.txt')).toBeVisible()
})

test('the red number is capped, and hidden where the settings say so (R33)', async ({
  context,
  server,
  person,
  api,
}) => {
  const records = Array.from({ length: 100 }, () => record({ status: 'pause' }))
  await withHost(context, { records })
  const page = await signedIn(context, server, person)
  await expect(transfersEntry(page)).toContainText('99+')
  await api.call(saveSettings, { showRedCount: false })
  await expect(transfersEntry(page)).not.toContainText('99')
  expect(await api.call(querySettings, {})).toMatchObject({ showRedCount: false })
})

test('a sound is played once all transfers have ended, if it is wanted (R45, R115)', async ({
  context,
  server,
  person,
  api,
}) => {
  await context.addInitScript(() => {
    const Real = AudioContext
    Object.assign(window, { sounds: 0 })
    window.AudioContext = class extends Real {
      constructor() {
        super()
        Object.assign(window, { sounds: (window as unknown as { sounds: number }).sounds + 1 })
      }
    }
  })
  const failed = record({ status: 'error', errmsg: 'x' })
  const [first, second] = [record({ status: 'running' }), record({ status: 'waiting' })]
  await withHost(context, { records: [failed, first, second] })
  const page = await signedIn(context, server, person)
  const sounds = () => page.evaluate(() => (window as unknown as { sounds: number }).sounds)
  await expect(transfersEntry(page)).toContainText('3')
  const counts = { download: 0, downloading: 0, waiting: 0, localSync: 0 }
  const end = (left: { upload: number; uploading: number; pending: number; finished: number }) =>
    tell(page, { myType: 'listChanged', counts: { ...counts, ...left } })
  await end({ upload: 2, uploading: 1, pending: 1, finished: 1 })
  await expect(transfersEntry(page)).toContainText('2')
  expect(await sounds()).toBe(0)
  // The failed one has ended too.
  await end({ upload: 1, uploading: 0, pending: 0, finished: 2 })
  await expect(transfersEntry(page)).toContainText('1')
  expect(await sounds()).toBe(1)

  // Paused by the person.
  await end({ upload: 2, uploading: 1, pending: 1, finished: 2 })
  await end({ upload: 2, uploading: 0, pending: 0, finished: 2 })
  expect(await sounds()).toBe(1)

  await api.call(saveSettings, { vioceTip: false })
  await expect
    .poll(async () => (await hostCalls(page, 'applySettings')).at(-1)?.input)
    .toMatchObject({ vioceTip: false })
  await end({ upload: 2, uploading: 1, pending: 1, finished: 2 })
  await end({ upload: 1, uploading: 0, pending: 0, finished: 3 })
  expect(await sounds()).toBe(1)
})

test('that a rule stops files is told once in twelve hours (R118, R250)', async ({
  context,
  server,
  person,
}) => {
  await withHost(context)
  const page = await signedIn(context, server, person)
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  const at = Date.now()
  const stop = async (fileName: string, hours: number) => {
    await page.clock.setFixedTime(at + hours * 3_600_000)
    await tell(page, { myType: 'dlpInfo', id: fileName, fileName, errmsg: '命中规则。' })
  }
  await stop('a.txt', 0)
  await expect(toast(page, '“a.txt”已被拦截：命中规则。')).toBeVisible()
  await stop('b.txt', 11.99)
  await stop('c.txt', 12)
  await expect(toast(page, /“c.txt”已被拦截/)).toBeVisible()
  await expect(toast(page, /“b.txt”/)).toHaveCount(0)
})

test('on the page of a link a download opens in a new window (R206)', async ({
  context,
  page,
  server,
  api,
}) => {
  const top = await newFolder(api, '0', '媒体资料包')
  await api.upload(top, 'a.txt', Buffer.from('a'))
  await withHost(page)
  await visit(page, server, await link(api, [top]))
  const opened = context.waitForEvent('page')
  await linkRow(page, 'a.txt').click()
  await linkBar(page).getByRole('button', { name: '下载' }).click()
  await opened
  await expect(page.locator('iframe[hidden]')).toHaveCount(0)
})

test('help, agreement, policy and settings open in the system’s browser (R46)', async ({
  context,
  server,
  person,
}) => {
  await withHost(context)
  const page = await signedIn(context, server, person)
  for (const name of ['帮助文档', '用户协议', '隐私政策', '在浏览器中打开设置']) {
    await foot(page).getByRole('button', { name: '设置', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const opened = (await hostCalls(page, 'openExternal')).map(({ input }) => (input as { url: string }).url)
  expect(opened).toEqual([
    `${server.origin}/disk/help`,
    expect.stringContaining('/disk/userServiceAgreement'),
    expect.stringContaining('/disk/privacyPolicy'),
    `${server.origin}/disk/#settings`,
  ])
  expect(context.pages()).toHaveLength(1)
})

test('the agreement and the policy open there from the sign-in and from a link too (R46)', async ({
  context,
  page,
  server,
  api,
}) => {
  await withHost(page)
  const openBoth = async () => {
    for (const name of ['用户协议', '隐私政策']) await page.getByRole('link', { name }).click()
    const opened = (await hostCalls(page, 'openExternal')).map(({ input }) => (input as { url: string }).url)
    expect(opened).toEqual([
      expect.stringContaining(`${server.origin}/disk/userServiceAgreement`),
      expect.stringContaining(`${server.origin}/disk/privacyPolicy`),
    ])
    expect(context.pages()).toHaveLength(1)
  }
  await page.goto(`${server.origin}/disk/login`)
  await openBoth()
  await visit(page, server, await link(api, [await newFolder(api, '0', '媒体资料包')]))
  await openBoth()
})
