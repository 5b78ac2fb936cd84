import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import type { Page } from '@playwright/test'
import { choose, list, menuOf, nameIn, openFolder, row, toast } from '../support/files.ts'
import { expect, test } from '../support/test.ts'
import { openTab, panel, question, transfer } from '../support/transfers.ts'

const run = promisify(execFile)

/** Starts a download and answers its name and where it was saved. */
async function downloaded(
  page: Page,
  begin: () => Promise<unknown>,
): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), begin()])
  return { name: download.suggestedFilename(), path: await download.path() }
}

test('a file comes back byte for byte, under its own name', { tag: '@core' }, async ({
  drive,
  api,
  desk,
}) => {
  const path = await desk.file('x', 3_000_000)
  const name = '年度 报告（终稿） 100% #1.docx'
  await api.upload('0', name, await readFile(path))
  await menuOf(drive, name)
  const saved = await downloaded(drive, () => choose(drive, '下载'))
  expect(saved.name).toBe(name)
  expect((await readFile(saved.path)).equals(await readFile(path))).toBe(true)
  await openTab(drive, '已完成')
  await expect(panel(drive).getByRole('grid', { name: '传输记录' })).toContainText('下载')
})

test('a folder comes as a ZIP that unzip and Python open, equal byte for byte', async ({
  drive,
  api,
  desk,
}) => {
  const tree = await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: '项目资料',
    children: [{ instanceName: '一', children: [{ instanceName: '二' }] }, { instanceName: '空' }],
  })
  const one = tree.children?.[0]
  const files: Record<string, Buffer> = {
    '项目资料/读我.txt': Buffer.from('你好'),
    '项目资料/一/表 格.xlsx': Buffer.alloc(200_000, 'xlsx'),
    '项目资料/一/二/深.bin': await readFile(await desk.file('deep', 1_500_000)),
  }
  const parents = [tree.instanceId, one?.instanceId, one?.children?.[0]?.instanceId]
  for (const [index, [name, bytes]] of Object.entries(files).entries())
    await api.upload(parents[index] ?? '', name.split('/').at(-1) ?? '', bytes)

  await menuOf(drive, '项目资料')
  await choose(drive, '下载')
  await expect(question(drive).getByRole('heading')).toHaveText('下载为 ZIP')
  await expect(question(drive)).toContainText('网页不能直接下载文件夹')
  const zip = await downloaded(drive, () =>
    question(drive).getByRole('button', { name: '下载为 ZIP' }).click(),
  )
  expect(zip.name).toBe('项目资料.zip')

  await mkdir(desk.at('unzip'))
  await run('unzip', ['-q', zip.path, '-d', desk.at('unzip')])
  await run('python3', ['-m', 'zipfile', '-e', zip.path, desk.at('python')])
  const test_ = await run('python3', ['-m', 'zipfile', '-t', zip.path])
  expect(test_.stdout).toContain('Done testing')
  for (const folder of ['unzip', 'python']) {
    for (const [name, bytes] of Object.entries(files))
      expect((await readFile(join(desk.at(folder), name))).equals(bytes), `${folder}: ${name}`).toBe(true)
    expect(await readdir(join(desk.at(folder), '项目资料/空'))).toEqual([])
  }
})

test('several files come one after the other; with a folder among them all as one ZIP', async ({
  drive,
  api,
}) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await api.upload('0', 'b.txt', Buffer.from('b'))
  await expect(row(drive, 'b.txt')).toBeVisible()
  await nameIn(drive, 'a.txt').click()
  await nameIn(drive, 'b.txt').click({ modifiers: ['Shift'] })
  const seen: string[] = []
  drive.on('download', (download) => seen.push(download.suggestedFilename()))
  await drive.getByRole('toolbar', { name: '对所选项目的操作' }).getByRole('button', { name: '下载' }).click()
  await expect.poll(() => seen.toSorted()).toEqual(['a.txt', 'b.txt'])
  await openTab(drive, '下载')
  await expect(transfer(drive, 'a.txt')).toContainText('已开始')

  const folder = await api.call(createFolder, { parentId: '0', instanceName: '夹' })
  await api.upload(folder.instanceId, 'in.txt', Buffer.from('in'))
  await expect(row(drive, '夹')).toBeVisible()
  await list(drive).focus()
  await drive.keyboard.press('Control+a')
  await drive.keyboard.press('Control+Shift+s')
  const zip = await downloaded(drive, () =>
    question(drive).getByRole('button', { name: '下载为 ZIP' }).click(),
  )
  const { stdout } = await run('unzip', ['-Z1', zip.path])
  expect(stdout.trim().split('\n').toSorted()).toEqual(['a.txt', 'b.txt', '夹/', '夹/in.txt'].toSorted())
})

test('a file that is gone meanwhile is said to have failed, and can be tried again', async ({
  drive,
  api,
}) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '夹' })
  await api.upload(folder.instanceId, 'a.txt', Buffer.from('a'))
  await openFolder(drive, '夹')
  await expect(row(drive, 'a.txt')).toBeVisible()
  await drive.route('**/disk/api/instance/getDownloadUrl*', (route) =>
    route.fulfill({ json: { errcode: 90000, errmsg: '文件不存在。', data: null, traceId: 't' } }),
  )
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Control+Shift+s')
  await openTab(drive, '下载')
  await expect(transfer(drive, 'a.txt')).toContainText('失败')
  await expect(transfer(drive, 'a.txt')).toContainText('文件不存在。')
  await drive.unroute('**/disk/api/instance/getDownloadUrl*')
  const saved = await downloaded(drive, () => panel(drive).getByRole('button', { name: '全部重试' }).click())
  expect(await readFile(saved.path, 'utf8')).toBe('a')
})

test('a file whose bytes are not what came is said to be damaged, in the server’s words', async ({
  drive,
  api,
  server,
  problems,
}) => {
  problems.expect(/status of 404/)
  const bytes = randomBytes(50_000)
  await api.upload('0', '照片.jpg', bytes)
  const stored = join(server.dataDir, 'objects', 'stored')
  for (const each of await readdir(stored, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name)
    if (each.isFile() && bytes.equals(await readFile(path))) await writeFile(path, randomBytes(50_000))
  }
  await menuOf(drive, '照片.jpg')
  await choose(drive, '下载')
  await expect(toast(drive, '此版本已损坏')).toBeVisible()
})
