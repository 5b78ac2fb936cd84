import { createFolder, removeInstances } from '@clouddisk/contract/files'
import type { Page, Request } from '@playwright/test'
import { docx } from '../../server/test/make-docx.ts'
import { png } from '../../server/test/pictures.ts'
import { list, nameIn, row } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** Thumbnails over the icons of lists, tiles and details. */

const thumbnail = (page: Page, name: string) => row(page, name).locator('img[data-thumbnail]')

const widthOf = (page: Page, name: string) =>
  thumbnail(page, name).evaluate((img: HTMLImageElement) => img.naturalWidth)

test('pictures show themselves in the list, in tiles and in the details; the rest keeps its icon', {
  tag: '@core',
}, async ({ drive, api }) => {
  await api.upload('0', 'wide.png', png(640, 320, [30, 120, 200]))
  await api.upload('0', 'broken.png', Buffer.from('no picture'))
  await api.upload('0', 'words.txt', Buffer.from('words'))
  await expect(thumbnail(drive, 'wide.png')).toBeVisible()
  expect(await widthOf(drive, 'wide.png')).toBe(256)
  const icon = await row(drive, 'wide.png').locator('svg[aria-hidden]').first().boundingBox()
  expect(await thumbnail(drive, 'wide.png').boundingBox()).toEqual(icon)
  await drive.getByRole('radio', { name: '网格' }).click()
  await expect(thumbnail(drive, 'wide.png')).toBeVisible()
  await row(drive, 'wide.png').click()
  await drive.getByRole('button', { name: '属性' }).first().click()
  await expect(drive.getByRole('complementary', { name: '属性' }).locator('img')).toBeVisible()
  for (const name of ['broken.png', 'words.txt']) await expect(thumbnail(drive, name)).toHaveCount(0)
})

test('only what is in view is asked for, a few at a time, and given up when it is scrolled away', async ({
  drive,
  api,
}) => {
  const { instanceId: folder } = await api.call(createFolder, { parentId: '0', instanceName: 'photos' })
  for (let at = 0; at < 60; at++)
    await api.upload(folder, `p${String(at).padStart(2, '0')}.png`, png(40 + at, 40, [at, 120, 200]))
  const asked: Request[] = []
  const gate = Promise.withResolvers<void>()
  await drive.route('**/instance/thumbnail?*', async (route, request) => {
    asked.push(request)
    await gate.promise
    await route.continue().catch(() => undefined)
  })
  await nameIn(drive, 'photos').dblclick()
  await expect.poll(() => asked.length).toBe(3)
  const [first] = asked
  const givenUp = drive.waitForEvent('requestfailed', (request) => request === first)
  await list(drive).evaluate((grid) => grid.scrollTo(0, grid.scrollHeight))
  await expect(row(drive, 'p59.png')).toBeVisible()
  await givenUp
  // Three more requests, for the rows that came into view.
  await expect.poll(() => asked.length).toBe(6)
  gate.resolve()
  await expect(thumbnail(drive, 'p59.png')).toBeVisible()
  const ids = asked.map((request) => new URL(request.url()).searchParams.get('instanceId'))
  expect(new Set(ids).size).toBeLessThan(60)
})

test('deleted pictures show themselves in the recycle bin', async ({ drive, api }) => {
  const { instanceId } = await api.upload('0', 'gone.png', png(300, 200, [30, 120, 200]))
  await api.call(removeInstances, { instanceIds: [instanceId] })
  await drive.goto(new URL('/disk/recycleBin', drive.url()).href)
  await expect(thumbnail(drive, 'gone.png')).toBeVisible()
})

test.describe('on a screen of double density', () => {
  test.use({ deviceScaleFactor: 2 })

  test('tiles have the larger picture, rows the small one', async ({ drive, api }) => {
    await api.upload('0', 'wide.png', png(640, 320, [30, 120, 200]))
    await expect(thumbnail(drive, 'wide.png')).toBeVisible()
    expect(await widthOf(drive, 'wide.png')).toBe(256)
    await drive.getByRole('radio', { name: '网格' }).click()
    await expect.poll(() => widthOf(drive, 'wide.png')).toBe(640)
  })
})

test('an Office file shows its first page in its tile, and its icon in its row', async ({ drive, api }) => {
  test.setTimeout(200_000)
  await api.upload('0', '方案.docx', docx(['重庆银行季度报告']))
  await drive.getByRole('radio', { name: '网格' }).click()
  await expect(thumbnail(drive, '方案.docx')).toBeVisible({ timeout: 180_000 })
  await drive.getByRole('radio', { name: '列表' }).click()
  await expect(row(drive, '方案.docx')).toBeVisible()
  await expect(thumbnail(drive, '方案.docx')).toHaveCount(0)
})
