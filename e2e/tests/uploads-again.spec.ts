import { createFolder } from '@clouddisk/contract/files'
import { queryOpenUploads } from '@clouddisk/contract/uploads'
import type { Locator, Page, Request } from '@playwright/test'
import { sha256Of } from '../../server/test/person.ts'
import { sha256OfFile } from '../support/desk.ts'
import { dropFiles } from '../support/drop.ts'
import { heading, list, nameIn, openFolder, row } from '../support/files.ts'
import { hold, isCall, isPart } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'
import {
  expectUploadsDone,
  openTab,
  openTransfers,
  panel,
  question,
  rowButton,
  transfer,
} from '../support/transfers.ts'

const MB = 1024 * 1024

/** A page of a folder's list, not one that only asks who the folder is. */
const isList = (request: Request): boolean =>
  isCall('instance/page')(request) && request.postDataJSON().pageSize !== 1

/** The transfer list made small. */
const small = (page: Page): Locator => page.getByRole('region', { name: '传输列表' })

async function pick(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(path)
}

async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
}

test('after a reload the small list says by itself what waits and for what, and leads on', async ({
  drive,
  api,
  desk,
}) => {
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(drive, isPart, 3)
  await pick(drive, path)
  await parts.arrived
  await reload(drive)
  await parts.release()
  await expect(small(drive)).toContainText('1 个文件已暂停')
  await expect(small(drive)).toContainText('重新选择文件即可续传')
  await expect(panel(drive)).toBeHidden()
  await small(drive).getByRole('button', { name: '选择文件' }).click()
  const chooser = drive.waitForEvent('filechooser')
  await question(drive).getByRole('button', { name: '选择文件' }).click()
  await (await chooser).setFiles(path)
  await expect(row(drive, 'big.bin')).toBeVisible({ timeout: 60_000 })
  await expect(small(drive)).toContainText('传输全部完成')
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('the same file chosen for the same folder goes on where it was', async ({ drive, api, desk }) => {
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(drive, isPart, 3)
  await pick(drive, path)
  await parts.arrived
  await expect
    .poll(async () => (await api.call(queryOpenUploads, {}))[0]?.receivedSize ?? 0)
    .toBeGreaterThan(0)
  const [before] = await api.call(queryOpenUploads, {})
  await reload(drive)
  await parts.release()
  await expect(small(drive)).toContainText('1 个文件已暂停')
  const going = await hold(drive, isPart, 1)
  await pick(drive, path)
  await going.arrived
  await openTransfers(drive)
  await expect(panel(drive).getByRole('row')).toHaveCount(1)
  await expect(transfer(drive, 'big.bin')).not.toContainText(/ 0\.00 \//)
  expect(await api.call(queryOpenUploads, {})).toMatchObject([{ objectKey: before?.objectKey }])
  await going.release()
  await expectUploadsDone(drive)
  const [item, ...others] = await api.list()
  expect(others).toEqual([])
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('the same file is known again where the list of its folder had not come yet', async ({
  drive,
  api,
  desk,
}) => {
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(drive, isPart, 1)
  await pick(drive, path)
  await parts.arrived
  await reload(drive)
  await parts.release()
  await expect(small(drive)).toContainText('1 个文件已暂停')
  const lists = await hold(drive, isList)
  await reload(drive)
  await lists.arrived
  await expect(small(drive)).toContainText('1 个文件已暂停')
  const going = await hold(drive, isPart)
  await pick(drive, path)
  await going.arrived
  await openTransfers(drive)
  await expect(panel(drive).getByRole('row')).toHaveCount(1)
  await going.release()
  await lists.release()
  await expectUploadsDone(drive)
  expect(await api.list()).toHaveLength(1)
})

test('a folder dropped once more goes on, without a question and without a second folder', async ({
  drive,
  api,
  desk,
}) => {
  await desk.file('照片/a.bin', 20 * MB)
  await desk.file('照片/一/b.bin', 20 * MB)
  await desk.emptyFolder('照片/空')
  const parts = await hold(drive, isPart, 2)
  await dropFiles(drive, [desk.at('照片')], list(drive))
  await parts.arrived
  await reload(drive)
  await parts.release()
  await expect(small(drive)).toContainText('2 个文件已暂停')
  await expect(row(drive, '照片')).toBeVisible()
  await dropFiles(drive, [desk.at('照片')], heading(drive))
  await expectUploadsDone(drive)
  expect(await api.tree()).toEqual({ 照片: { 'a.bin': 20 * MB, 一: { 'b.bin': 20 * MB }, 空: {} } })
})

test('where nothing was finished nothing is said to be', { tag: '@core' }, async ({ drive, desk }) => {
  const minimise = async () => {
    await panel(drive).getByRole('button', { name: '最小化' }).click()
    await expect(panel(drive)).toBeHidden()
  }
  // What transfers is fetched at the first sign of a person.
  await drive.mouse.move(300, 300)
  await openTransfers(drive)
  await minimise()
  expect(await small(drive).isVisible()).toBe(false)
  const parts = await hold(drive, isPart, 2)
  await dropFiles(drive, [await desk.file('big.bin', 48 * MB)], list(drive))
  await parts.arrived
  await openTransfers(drive)
  await rowButton(drive, 'big.bin', '删除').click()
  await expect(question(drive)).toContainText('删除上传“big.bin”？')
  await question(drive).getByRole('button', { name: '删除上传' }).click()
  await parts.release()
  await expect(transfer(drive, 'big.bin')).toBeHidden()
  await minimise()
  expect(await small(drive).isVisible()).toBe(false)
})

test('finished transfers: one form of place, downloads as handed over, and names set as they are written', async ({
  drive,
  api,
  desk,
}) => {
  const name = '供应商大会现场执行方案与应急预案以及会后总结第七版.docx'
  await api.call(createFolder, { parentId: '0', instanceName: '合同' })
  await desk.file('照片/一/a.txt', 'a')
  await dropFiles(drive, [desk.at('照片')], list(drive))
  await expect(row(drive, '照片')).toBeVisible()
  await expectUploadsDone(drive)
  await openFolder(drive, '合同')
  await dropFiles(drive, [await desk.file(name, 'b')], list(drive))
  await expect(row(drive, name)).toBeVisible()
  await expectUploadsDone(drive)
  const down = drive.waitForEvent('download')
  await nameIn(drive, name).click()
  await drive.keyboard.press('Control+Shift+s')
  await down
  await openTab(drive, '已完成')
  const records = panel(drive).getByRole('grid', { name: '传输记录' }).getByRole('row')
  const record = (text: string) => records.filter({ hasText: text })
  await panel(drive).getByRole('button', { name: '展开“照片”' }).click()
  await expect(record('上传').filter({ hasText: 'a.txt' })).toContainText('照片 / 一')
  await expect(record('上传').filter({ hasText: 'a.txt' })).not.toContainText('个人文件')
  await expect(record('上传').filter({ hasText: '.docx' })).toContainText('合同')
  await expect(record('下载').filter({ hasText: '.docx' })).toContainText('已交给浏览器')
  await expect(record('上传').filter({ hasText: '.docx' })).not.toContainText('已交给浏览器')
  const spacing = await record('上传')
    .filter({ hasText: '.docx' })
    .getByTitle(name)
    .evaluate((element) => {
      const head = element.firstElementChild?.firstChild
      if (!head) throw new Error('no text')
      const range = document.createRange()
      range.setStart(head, 0)
      range.setEnd(head, 4)
      return range.getBoundingClientRect().width / (4 * Number.parseFloat(getComputedStyle(element).fontSize))
    })
  expect(spacing).toBeCloseTo(1, 2)
})
