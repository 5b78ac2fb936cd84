import type { Page } from '@playwright/test'
import { dropFiles } from '../support/drop.ts'
import { list, row } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'
import { openTransfers, panel, question, transfer } from '../support/transfers.ts'

/** A selection of more files than the list takes goes up in portions; here a server that takes ten at a time. */

async function takeTen(page: Page): Promise<void> {
  await page.route('**/disk/api/pub/config*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { limits: object } }
    const limits = { ...answer.data.limits, uploadFilesWeb: 10 }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, limits } } })
  })
  await page.reload()
}

const FOLDERS = { a: 6, b: 7, c: 12 }

const wanted = Object.fromEntries(
  Object.entries(FOLDERS).map(([folder, count]) => [
    folder,
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.txt`, 1])),
  ]),
)

test('25 files where ten are taken go up by themselves, folders whole, never more than ten in the list', async ({
  drive,
  api,
  desk,
}) => {
  await takeTen(drive)
  for (const [folder, count] of Object.entries(FOLDERS))
    for (let n = 0; n < count; n++) await desk.file(`大/${folder}/${n}.txt`, 'x')
  const calls = await hold(drive.context(), isCall('instance/uploadFiles'))
  await dropFiles(drive, [desk.at('大')], list(drive))
  await expect(question(drive)).toContainText('一次最多 10 个文件，已选 25 个')
  await question(drive).getByRole('button', { name: '分批上传' }).click()
  await calls.arrived
  await openTransfers(drive)
  await expect(transfer(drive, '大')).toContainText('6 个文件')
  await expect(panel(drive)).toContainText('还有 19 个文件，前面的传完后自动上传')
  const most = await drive.evaluateHandle(() => {
    const seen = { count: 0 }
    const look = () => {
      const text = document.querySelector('[data-page-panel]')?.textContent ?? ''
      const [, done = 0, all = 0] = /\((\d+)\/(\d+)\)/.exec(text) ?? []
      seen.count = Math.max(seen.count, Number(all) - Number(done))
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return seen
  })
  await calls.release()
  await expect.poll(() => api.tree(), { timeout: 60_000 }).toEqual({ 大: wanted })
  expect(await most.evaluate(({ count }) => count)).toBeLessThanOrEqual(10)
  await expect(panel(drive)).not.toContainText('自动上传')
})

test('files of portions that are not queued yet are counted after a reload, and can be cancelled', {
  tag: '@core',
}, async ({ drive, desk }) => {
  await takeTen(drive)
  for (let n = 0; n < 25; n++) await desk.file(`大/${n}.txt`, 'x')
  const calls = await hold(drive.context(), isCall('instance/uploadFiles'))
  const drop = async () => {
    await dropFiles(drive, [desk.at('大')], list(drive))
    await question(drive).getByRole('button', { name: '分批上传' }).click()
  }
  await drop()
  await calls.arrived
  drive.once('dialog', (dialog) => void dialog.accept())
  await drive.reload()
  await expect(panel(drive)).toContainText('刷新前还有 15 个文件没有开始上传，请重新选择')
  await panel(drive).getByRole('button', { name: '知道了' }).click()
  await expect(panel(drive)).not.toContainText('刷新前')
  await calls.release()
  await expect(row(drive, '大')).toBeVisible()
})

test('a large selection is said to be complete once, after its last portion', async ({
  drive,
  api,
  desk,
}) => {
  await takeTen(drive)
  for (let n = 0; n < 25; n++) await desk.file(`大/${n}.txt`, 'x')
  const times = await drive.evaluateHandle(() => {
    const seen = { count: 0, shown: false }
    const look = () => {
      const shown = document.body.textContent?.includes('传输全部完成') ?? false
      if (shown && !seen.shown) seen.count++
      seen.shown = shown
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return seen
  })
  await dropFiles(drive, [desk.at('大')], list(drive))
  await question(drive).getByRole('button', { name: '分批上传' }).click()
  const all = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}.txt`, 1]))
  await expect.poll(() => api.tree(), { timeout: 60_000 }).toEqual({ 大: all })
  await expect(drive.getByText('传输全部完成')).toBeVisible()
  expect(await times.evaluate(({ count }) => count)).toBe(1)
})
