import type { Page } from '@playwright/test'
import { sha256Of } from '../../server/test/person.ts'
import { sha256OfFile } from '../support/desk.ts'
import { dropFiles } from '../support/drop.ts'
import { either, list, row } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, speak, test } from '../support/test.ts'
import { openTransfers, question, rowButton, transfer } from '../support/transfers.ts'

/** Signing out ends what uploads send, so it is asked about first. */

const MB = 1024 * 1024

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /的菜单$|account menu$/ }).click()
  await page.getByRole('menuitem', { name: either('退出登录', 'Sign out') }).click()
}

async function signInAgain(page: Page, person: string): Promise<void> {
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await openTransfers(page)
}

test('whoever stays goes on uploading; whoever signs out finds it paused and goes on with it', async ({
  drive,
  api,
  desk,
  person,
}) => {
  const warned: string[] = []
  drive.on('dialog', (dialog) => {
    warned.push(dialog.type())
    void dialog.accept()
  })
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(drive, isPart, 2)
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(path)
  await parts.arrived

  await signOut(drive)
  await expect(question(drive)).toContainText('有 1 个上传正在进行')
  await expect(question(drive)).toContainText('重新登录后可续传')
  await question(drive).getByRole('button', { name: '取消' }).click()
  await expect(question(drive)).toHaveCount(0)
  await openTransfers(drive)
  await expect(rowButton(drive, 'big.bin', '暂停')).toBeVisible()

  await signOut(drive)
  await question(drive).getByRole('button', { name: '退出登录' }).click()
  await expect(drive).toHaveURL(/\/disk\/login/)
  // The browser's own question would be one too many.
  expect(warned).toEqual([])
  await parts.release()
  await signInAgain(drive, person)
  await expect(transfer(drive, 'big.bin')).toContainText('已暂停')

  // What stands still is not asked about.
  await signOut(drive)
  await expect(drive).toHaveURL(/\/disk\/login/)
  await signInAgain(drive, person)
  await transfer(drive, 'big.bin').click()
  await drive.keyboard.press('Enter')
  const again = drive.waitForEvent('filechooser')
  await question(drive).getByRole('button', { name: '选择文件' }).click()
  await (await again).setFiles(path)
  await expect(row(drive, 'big.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('another tab asks as well, for the session is the same', async ({
  drive: page,
  context,
  server,
  desk,
}) => {
  const paths = [await desk.file('a.bin', 32 * MB), await desk.file('b.bin', 32 * MB)]
  const parts = await hold(context, isPart, 1)
  await dropFiles(page, paths, list(page))
  await parts.arrived
  const other = await context.newPage()
  await speak(other, 'en-US')
  await other.goto(`${server.origin}/disk/`)
  await openTransfers(other)
  await expect(transfer(other, 'b.bin')).toBeVisible()
  await signOut(other)
  await expect(question(other)).toContainText('2 uploads in progress')
  await question(other).getByRole('button', { name: 'Cancel' }).click()
  await parts.release()
  await expect(row(page, 'a.bin')).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'b.bin')).toBeVisible({ timeout: 60_000 })
})

test('a tab that was just opened waits for the list before it asks', async ({
  drive: page,
  context,
  server,
  desk,
}) => {
  const path = await desk.file('a.bin', 32 * MB)
  const parts = await hold(context, isPart, 1)
  await dropFiles(page, [path], list(page))
  await parts.arrived
  const other = await context.newPage()
  await speak(other, 'en-US')
  // Its time stands still, so that it does not give up waiting.
  await other.clock.install()
  const queue = await hold(other, (request) => /\/engine-[^/]*\.js$/.test(request.url()))
  await other.goto(`${server.origin}/disk/`)
  await queue.arrived
  await other.getByRole('button', { name: /account menu$/ }).click()
  await expect(other.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await other.clock.pauseAt(await other.evaluate(() => Date.now() + 60_000))
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await queue.release()
  await expect(question(other)).toContainText('1 upload in progress')
  await other.clock.resume()
  await question(other).getByRole('button', { name: 'Cancel' }).click()
  await parts.release()
  await expect(row(page, 'a.bin')).toBeVisible({ timeout: 60_000 })
})
