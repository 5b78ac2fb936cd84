import type { Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { dropFiles } from '../support/drop.ts'
import { list, main, row } from '../support/files.ts'
import { hold, isCall, isPart } from '../support/hold.ts'
import { expect, newPerson, signedIn, test } from '../support/test.ts'
import { openTab, openTransfers, panel, rowButton, transfer, transferButton } from '../support/transfers.ts'

/** What the transfer list, its button and its bar tell. */

const MB = 1024 * 1024
const bar = (page: Page) => page.getByRole('region', { name: '传输列表' })

test('the bar names the file, says how fast, then that it is saved; and no row lies under it', async ({
  drive,
  api,
  desk,
}) => {
  await drive.setViewportSize({ width: 1280, height: 600 })
  for (let n = 10; n < 30; n++) await api.upload('0', `z${n}.txt`, Buffer.from('x'))
  await expect(row(drive, 'z10.txt')).toBeVisible()
  const parts = await hold(drive, isPart, 2)
  const saves = await hold(drive.context(), isCall('instance/upload'))
  await dropFiles(drive, [await desk.file('合同扫描.bin', 40 * MB)], list(drive))
  await parts.arrived
  await expect(bar(drive)).toContainText('合同扫描.bin')
  await expect(bar(drive)).toContainText(/KB\/s|MB\/s|正在上传/)
  await expect(bar(drive)).toContainText('%')
  await list(drive).focus()
  await drive.keyboard.press('End')
  await expect(row(drive, 'z29.txt')).toBeVisible()
  const last = await row(drive, 'z29.txt').boundingBox()
  const over = await bar(drive).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
  await main(drive).getByRole('button', { name: /^刷新/ }).click({ trial: true })
  await parts.release()
  await saves.arrived
  await expect(bar(drive)).toContainText('正在保存')
  await expect(bar(drive)).not.toContainText('%')
  await saves.release()
  await expect(bar(drive)).toContainText('传输全部完成')
})

test('a failed upload counts as failed, not as uploading', { tag: '@core' }, async ({
  context,
  server,
  desk,
  problems,
}) => {
  problems.expect(/507|400|409|413/)
  const page = await signedIn(context, server, await newPerson(server, { capacity: 1 * MB }))
  await dropFiles(page, [await desk.file('large.bin', 9 * MB)], list(page))
  await openTransfers(page)
  await expect(transfer(page, 'large.bin')).toContainText('[002]')
  await expect(transferButton(page)).toHaveAccessibleName(/0 个上传.*1 个失败/)
})

test('all can be resumed while something runs', async ({ drive, desk }) => {
  const parts = await hold(drive, isPart, 1)
  const paths = [await desk.file('1.bin', 20 * MB), await desk.file('2.bin', 20 * MB)]
  await dropFiles(drive, paths, list(drive))
  await parts.arrived
  await openTransfers(drive)
  await rowButton(drive, '1.bin', '暂停').click()
  await expect(transfer(drive, '1.bin')).toContainText('已暂停')
  await expect(panel(drive).getByRole('button', { name: '全部暂停' })).toBeVisible()
  await panel(drive).getByRole('button', { name: '全部继续' }).click()
  await expect(transfer(drive, '1.bin')).not.toContainText('已暂停')
  await parts.release()
  for (const name of ['1.bin', '2.bin']) await expect(row(drive, name)).toBeVisible({ timeout: 60_000 })
})

test('pause, resume and info stand in every tab, and a folder upload is one finished line', async ({
  drive,
  desk,
}) => {
  for (const name of ['一.txt', '二.txt', '图/三.txt']) await desk.file(`项目/${name}`, 'x')
  await dropFiles(drive, [desk.at('项目'), await desk.file('单独.txt', 'x')], list(drive))
  await expect(row(drive, '单独.txt')).toBeVisible()
  const toolbar = panel(drive).getByRole('toolbar')
  for (const tab of ['上传', '下载', '已完成'] as const) {
    await openTab(drive, tab)
    for (const name of ['暂停', '继续', '详情'])
      await expect(toolbar.getByRole('button', { name, exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
  }
  const lines = panel(drive).getByRole('grid').getByRole('row')
  await expect(lines.filter({ hasText: '项目' })).toContainText('3 个文件')
  await expect(lines.filter({ hasText: '一.txt' })).toHaveCount(0)
  await lines.filter({ hasText: '3 个文件' }).getByRole('button', { name: '展开“项目”' }).click()
  for (const name of ['一.txt', '二.txt', '三.txt'])
    await expect(lines.filter({ hasText: name })).toBeVisible()
  const wardrobe = await drive.context().newPage()
  await wardrobe.goto(drive.url())
  await auditor(drive, wardrobe, 'zh-CN').check('finished', '[data-page-panel]')
  await lines.filter({ hasText: '单独.txt' }).click()
  await toolbar.getByRole('button', { name: '详情', exact: true }).click()
  await expect(panel(drive)).toContainText('完成时间')
  await panel(drive).getByRole('button', { name: '返回列表' }).click()
  await expect(lines.filter({ hasText: '单独.txt' })).toBeVisible()
})
