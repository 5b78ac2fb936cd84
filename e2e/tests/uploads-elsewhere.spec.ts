import { readFile, stat } from 'node:fs/promises'
import {
  type OpenUpload,
  queryOpenUploads,
  recycleObject,
  type UploadCheck,
} from '@clouddisk/contract/uploads'
import type { Page, Request } from '@playwright/test'
import { type Person, sha256Of } from '../../server/test/person.ts'
import { initiate, openUpload, putAll, putPart, save } from '../../server/test/transfer.ts'
import { auditor } from '../support/axe.ts'
import { sha256OfFile } from '../support/desk.ts'
import { row, toast } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { longQuiet } from '../support/long-quiet.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { expect, test } from '../support/test.ts'
import { expectUploadsDone, openTransfers, panel, question, transfer } from '../support/transfers.ts'

/** Uploads that stopped on another device. */

const MB = 1024 * 1024
const SIZE = 20 * MB
const PARTS = 3

/** As another device leaves it: some parts there, and nobody who sends the others. */
async function leave(person: Person, path: string, name: string, { parts = 2, older = 0 } = {}) {
  const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)])
  const lastModified = Math.trunc(mtimeMs) - older
  const session = await openUpload(person, { parentId: '0', name, bytes, hashes: 'after', lastModified })
  const uploadId = await initiate(person, session)
  for (let part = 1; part <= parts; part++) await putPart(person, session, uploadId, part, bytes)
  return session.objectKey
}

async function later(page: Page): Promise<void> {
  await longQuiet(page)
  await page.reload()
  await expect(page.getByText('文件夹是空的')).toBeVisible()
}

const isSentPart = (request: Request) => isPart(request) && request.method() === 'PUT'

test('they are told of once, go on with the same files, or are let go of', async ({
  drive,
  api,
  desk,
  context,
}) => {
  const [same, changed, gone] = [
    await desk.file('接着传.bin', SIZE),
    await desk.file('改过的.bin', SIZE),
    await desk.file('不要了.bin', SIZE),
  ]
  const key = await leave(api, same, '接着传.bin')
  await leave(api, changed, '改过的.bin', { older: 5000 })
  await leave(api, gone, '不要了.bin', { parts: 1 })
  await drive.mouse.move(200, 200)
  await openTransfers(drive)

  await later(drive)
  await drive.mouse.click(700, 700)
  await expect(toast(drive, '其他浏览器里有 3 个上传未完成')).toBeVisible()
  await drive.getByRole('region', { name: '通知' }).getByRole('button', { name: '查看' }).click()
  const list = drive.getByRole('dialog', { name: '其他浏览器里有 3 个上传未完成' })
  await expect(list.getByRole('listitem').filter({ hasText: '接着传.bin' })).toContainText('16.00 / 20.00 MB')
  await expect(list.getByRole('button', { name: '选择文件续传' })).toBeFocused()
  // The message went with its button: focus goes to the list's, which leads back here.
  await drive.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(drive.getByRole('button', { name: '其他浏览器里有 3 个未完成' })).toBeFocused()
  await drive.keyboard.press('Enter')
  await panel(drive).getByRole('button', { name: '查看' }).click()
  await expect(list).toBeVisible()
  const wardrobe = await context.newPage()
  await wardrobe.goto(new URL('/disk/error/404', drive.url()).href)
  await drive.bringToFront()
  await auditor(drive, wardrobe, 'zh-CN').check('uploads left elsewhere')
  await wardrobe.close()
  await list.getByRole('button', { name: '放弃 · 不要了.bin' }).click()
  await question(drive).getByRole('button', { name: '放弃' }).click()
  await expect(toast(drive, '已放弃 1 个上传，释放 20.00 MB')).toBeVisible()
  await expect(drive.getByRole('dialog', { name: '其他浏览器里有 2 个上传未完成' })).toBeVisible()

  const sent: string[] = []
  drive.on('request', (request) => void (isSentPart(request) && sent.push(request.url())))
  const choose = async (...paths: string[]) => {
    const chooser = drive.waitForEvent('filechooser')
    await drive.getByRole('dialog').getByRole('button', { name: '选择文件续传' }).click()
    await (await chooser).setFiles(paths)
  }
  await choose(gone)
  await expect(drive.getByRole('dialog').getByRole('alert')).toHaveText(
    '“不要了.bin”不在其中：名称、大小和修改时间都要一致。',
  )
  await choose(same, changed)
  await expect(question(drive)).toContainText('“改过的.bin”的修改时间不同')
  await question(drive).getByRole('button', { name: '从头上传' }).click()
  await expectUploadsDone(drive)
  for (const [name, path] of [
    ['接着传.bin', same],
    ['改过的.bin', changed],
  ] as const) {
    await expect(row(drive, name)).toBeVisible()
    const found = (await api.list()).find(({ instanceName }) => instanceName === name)
    expect(sha256Of(await api.download(found?.instanceId ?? ''))).toBe(await sha256OfFile(path))
  }
  const went = sent.filter((url) => url.includes(key))
  expect(went).toHaveLength(1)
  expect(sent).toHaveLength(1 + PARTS)
  expect(await api.call(queryOpenUploads, {})).toEqual([])

  await openTransfers(drive)
  await expect(panel(drive).getByText('其他浏览器里有')).toHaveCount(0)

  await leave(api, gone, '又一个.bin', { parts: 1 })
  const told = toast(drive, '其他浏览器里有 1 个上传未完成')
  await drive.reload()
  await expect(row(drive, '接着传.bin')).toBeVisible()
  await openTransfers(drive)
  // It stays as long as the pointer is on it.
  await told.hover()
  await panel(drive).getByRole('button', { name: '查看' }).press('Enter')
  await expect(drive.getByRole('dialog', { name: '其他浏览器里有 1 个上传未完成' })).toContainText('个人文件')
  await expect(told).toHaveCount(0)
  await drive.reload()
  await openTransfers(drive)
  await expect(panel(drive).getByRole('heading', { name: '其他浏览器里有 1 个上传未完成' })).toBeVisible()
  await expect(drive.getByRole('button', { name: '其他浏览器里有 1 个未完成' })).toBeVisible()
  await expect(told).toHaveCount(0)
})

test('the same file chosen for the same folder goes on by itself', async ({ drive, api, desk }) => {
  const path = await desk.file('大文件.bin', SIZE)
  const key = await leave(api, path, '大文件.bin')
  await later(drive)
  const sent: string[] = []
  drive.on('request', (request) => void (isSentPart(request) && sent.push(request.url())))
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(path)
  await expect(row(drive, '大文件.bin')).toBeVisible({ timeout: 60_000 })
  await expectUploadsDone(drive)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain(key)
  const [item, ...others] = await api.list()
  expect(others).toEqual([])
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
  await openTransfers(drive)
  await expect(transfer(drive, '大文件.bin')).toHaveCount(0)
})

test('what went on elsewhere while it was asked about is not said to be discarded', { tag: '@core' }, async ({
  drive,
  api,
  desk,
}) => {
  const objectKey = await leave(api, await desk.file('还在传.bin', SIZE), '还在传.bin')
  await later(drive)
  await openTransfers(drive)
  await panel(drive).getByRole('button', { name: '查看' }).click()
  await drive.getByRole('button', { name: '放弃 · 还在传.bin' }).click()
  await expect(question(drive)).toContainText('释放 20.00 MB')
  const [session] = await api.call(queryOpenUploads, {})
  await api.call(recycleObject, { objectKey, bucketName: session?.bucketName ?? '' })
  await question(drive).getByRole('button', { name: '放弃' }).click()
  await expect(toast(drive, '1 个未放弃')).toBeVisible()
  await expect(drive.getByRole('dialog', { name: '其他浏览器里有' })).toHaveCount(0)
})

test('what stops elsewhere is known once the page is looked at again', async ({ drive, api, desk }) => {
  await longQuiet(drive)
  const asked = drive.waitForResponse(/queryOpenUploads/)
  await drive.mouse.move(200, 200)
  await asked
  const left = drive.getByRole('button', { name: '其他浏览器里有 1 个未完成' })
  await leave(api, await desk.file('停在别处.bin', SIZE), '停在别处.bin')
  await expect(left).toHaveCount(0)
  await drive.clock.setSystemTime(Date.now() + 2 * 60_000)
  await drive.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(left).toBeVisible()
})

test('one that another device has finished meanwhile is there once, and its folder has nothing else', async ({
  drive,
  api,
  desk,
  context,
  problems,
}) => {
  // A part that comes after the other device finished is refused: its upload is gone.
  problems.expect(NO_NETWORK, /status of 404 .*partNumber=/)
  const path = await desk.file('两处.bin', SIZE)
  const parts = await hold(drive, isSentPart, 1)
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(path)
  await parts.arrived
  const [session] = await api.call(queryOpenUploads, {})
  const bytes = await readFile(path)
  const upload = { parentId: '0', name: '两处.bin', bytes }
  const check = { ...(session as OpenUpload), uploadflag: '3' } as unknown as UploadCheck
  await putAll(api, check, bytes)
  await save(api, upload, check)
  await context.setOffline(true)
  await parts.release()
  await context.setOffline(false)
  await expectUploadsDone(drive)
  await expect(row(drive, '两处.bin')).toBeVisible()
  expect(await api.tree()).toEqual({ '两处.bin': SIZE })
})
