import type { Page } from '@playwright/test'
import { nameIn, row, toast } from '../support/files.ts'
import { expect, signInByCall, speak, test } from '../support/test.ts'
import { question } from '../support/transfers.ts'

/** What deleting asks and says, and where the focus is afterwards. */

const skipLink = (page: Page) => page.locator('a[href="#main"]')

test('in English it says what can be restored, and undoing restores (R40, R141)', { tag: '@core' }, async ({
  context,
  server,
  person,
  api,
}) => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await api.upload('0', name, Buffer.from(name))
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await speak(page, 'en-US')
  await page.goto(`${server.origin}/disk/`)
  await nameIn(page, 'a.txt').click()
  await page.keyboard.press('Delete')
  await expect(question(page)).toContainText('You can restore it within 30 days.')
  await page.keyboard.press('Enter')
  await expect(row(page, 'a.txt')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(toast(page, 'Restored a.txt')).toBeVisible()

  await expect(row(page, 'a.txt')).toBeVisible()
  await nameIn(page, 'a.txt').click()
  await nameIn(page, 'b.txt').click({ modifiers: ['Control'] })
  await page.keyboard.press('Delete')
  await expect(question(page)).toContainText('You can restore them within 30 days.')
  await page.keyboard.press('Enter')
  await expect(row(page, 'b.txt')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(toast(page, 'Restored 2 items')).toBeVisible()
})

test('after a deletion and its undo the properties show no other file (R40)', async ({ drive, api }) => {
  for (const name of ['a.txt', 'b.txt']) await api.upload('0', name, Buffer.from(name))
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Alt+Enter')
  const details = drive.getByRole('complementary', { name: '属性' })
  await expect(details.getByRole('heading', { name: 'a.txt' })).toBeVisible()
  await drive.keyboard.press('Delete')
  await expect(question(drive)).toBeVisible()
  await drive.keyboard.press('Enter')
  await expect(row(drive, 'a.txt')).toHaveCount(0)
  await drive.keyboard.press('Control+z')
  await expect(row(drive, 'a.txt')).toBeVisible()
  await expect(details.getByRole('heading', { name: '属性' })).toBeVisible()
  await expect(details.getByRole('heading', { name: 'b.txt' })).toHaveCount(0)
})

test('asked where nothing has the focus, it leaves the link to the content hidden', async ({
  drive,
  api,
}) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await nameIn(drive, 'a.txt').click()
  for (const answer of ['click', 'key'] as const) {
    await drive.evaluate(() => (document.activeElement as HTMLElement).blur())
    await drive.keyboard.press('Delete')
    const cancel = question(drive).getByRole('button', { name: '取消' })
    await expect(cancel).toBeVisible()
    if (answer === 'click') await cancel.click()
    else await drive.keyboard.press('Escape')
    await expect(question(drive)).toBeHidden()
    await expect(skipLink(drive)).not.toBeFocused()
    await expect(skipLink(drive)).not.toBeInViewport()
  }
  // By the keyboard it is the first thing there is.
  await drive.reload()
  await expect(row(drive, 'a.txt')).toBeVisible()
  await drive.keyboard.press('Tab')
  await expect(skipLink(drive)).toBeFocused()
  await expect(skipLink(drive)).toBeInViewport({ ratio: 1 })
})
