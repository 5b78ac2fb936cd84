import { createFolder } from '@clouddisk/contract/files'
import type { Locator, Page } from '@playwright/test'
import type { Person } from '../../server/test/person.ts'
import { png } from '../../server/test/pictures.ts'
import { expectChosen, heading } from '../support/files.ts'
import { PHONE, phoneRow } from '../support/phone.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** A preview is an entry of the browser's history of its own: Back closes it, and closing it leaves no dead entry. */

const preview = (page: Page): Locator => page.getByRole('dialog')
const shows = (page: Page, name: string) =>
  expect(preview(page).filter({ has: page.getByTitle(name, { exact: true }) })).toBeVisible()

async function layOut(api: Person): Promise<string> {
  const folder = (await api.call(createFolder, { parentId: '0', instanceName: '照片' })).instanceId
  await api.upload(folder, '1.png', png(64, 40, [30, 120, 200]))
  await api.upload(folder, '2.png', png(40, 64, [200, 80, 40]))
  return folder
}

const AT = [
  ['wide', {}, (item: Locator) => item.dblclick(), (page: Page) => page.keyboard.press('Escape')],
  [
    'at the width of a phone',
    PHONE,
    (item: Locator) => item.tap(),
    (page: Page) => page.getByRole('button', { name: '关闭预览' }).tap(),
  ],
] as const

for (const [width, view, open, close] of AT) {
  test.describe(width, () => {
    test.use(view)

    test('Back closes the preview and nothing else', async ({ drive, api }) => {
      await layOut(api)
      await open(phoneRow(drive, '照片'))
      await expect(phoneRow(drive, '2.png')).toBeVisible()
      const folder = drive.url()
      await open(phoneRow(drive, '1.png'))
      await shows(drive, '1.png')
      await preview(drive).getByRole('button', { name: '下一个' }).click()
      await shows(drive, '2.png')

      await drive.goBack()
      await expect(preview(drive)).toBeHidden()
      expect(drive.url()).toBe(folder)
      await expect(phoneRow(drive, '1.png')).toBeVisible()
      // Forward opens it again, where it was.
      await drive.goForward()
      await shows(drive, '2.png')
      await drive.goBack()
      await expect(preview(drive)).toBeHidden()
      await drive.goBack()
      await expect(phoneRow(drive, '照片')).toBeVisible()
      await expect(preview(drive)).toBeHidden()
    })

    test('after closing it, Back goes to the parent', async ({ drive, api }) => {
      await layOut(api)
      await open(phoneRow(drive, '照片'))
      for (const name of ['1.png', '2.png']) {
        await open(phoneRow(drive, name))
        await shows(drive, name)
        await close(drive)
        await expect(preview(drive)).toBeHidden()
      }
      await expect(phoneRow(drive, '1.png')).toBeVisible()
      await drive.goBack()
      await expect(phoneRow(drive, '照片')).toBeVisible()
      await expect(preview(drive)).toBeHidden()
    })

    test('on the first page of a tab, Back stays in the product', async ({
      context,
      server,
      person,
      api,
    }) => {
      const page = await signedIn(context, server, person, `personalFile?folder=${await layOut(api)}`)
      await open(phoneRow(page, '1.png'))
      await shows(page, '1.png')
      await page.goBack()
      await expect(preview(page)).toBeHidden()
      await expect(phoneRow(page, '1.png')).toBeVisible()
    })
  })
}

test('what lies beneath stays as it was: the choice, and the page one came from', { tag: '@core' }, async ({
  drive,
  api,
}) => {
  const folder = await layOut(api)
  await drive.goto(`${new URL(drive.url()).origin}/disk/personalFile?folder=${folder}`)
  await phoneRow(drive, '2.png').dblclick()
  await shows(drive, '2.png')
  await drive.goBack()
  await expect(preview(drive)).toBeHidden()
  await expectChosen(drive, ['2.png'])
  await drive.keyboard.press('s')
  await drive.getByRole('link', { name: '我的收藏' }).click()
  await phoneRow(drive, '2.png').dblclick()
  await shows(drive, '2.png')
  await drive.goBack()
  await expect(preview(drive)).toBeHidden()
  await expect(heading(drive)).toHaveText('我的收藏')
  await drive.goBack()
  await expect(heading(drive)).toHaveText('照片')
})

test('Escape pressed twice closes the preview once', async ({ drive, api }) => {
  await layOut(api)
  await phoneRow(drive, '照片').dblclick()
  await phoneRow(drive, '1.png').dblclick()
  await shows(drive, '1.png')
  await drive.evaluate(() => {
    for (const _ of [1, 2])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(preview(drive)).toBeHidden()
  await expect(heading(drive)).toHaveText('照片')
})

test('loaded anew with a preview open, the folder is shown and Back leads on from it', async ({
  drive,
  api,
}) => {
  await layOut(api)
  await phoneRow(drive, '照片').dblclick()
  await phoneRow(drive, '1.png').dblclick()
  await shows(drive, '1.png')
  await drive.reload()
  await expect(phoneRow(drive, '1.png')).toBeVisible()
  await expect(preview(drive)).toBeHidden()
  await expect.poll(() => drive.evaluate(() => history.state.over ?? null)).toBe(null)
  await drive.goBack()
  await expect(phoneRow(drive, '照片')).toBeVisible()
})
