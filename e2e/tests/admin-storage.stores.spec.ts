import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { S3Place } from '../../server/src/objects/s3/client.ts'
import { signIn } from '../../server/test/person.ts'
import { newBucket } from '../../server/test/stores/bucket.ts'
import { startCeph } from '../../server/test/stores/ceph.ts'
import { freePort } from '../../server/test/stores/reach.ts'
import { button, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { either, heading, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, signedIn, signInByCall, test, type Words } from '../support/test.ts'

/** Where content lies, as administrators set it up: with a real store behind it. */

const START_MS = 180_000

const row = (page: Page, text: string) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: text }).first()

let place: S3Place
let stop: () => Promise<void>
test.beforeAll(async () => {
  test.setTimeout(START_MS)
  const store = startCeph(await mkdtemp(join(tmpdir(), 'clouddisk-ceph-')), await freePort())
  stop = () => store.stop()
  place = await newBucket(store.reach)
})
test.afterAll(() => stop())

test('a bucket is tried, added, given to somebody, emptied and retired', async ({ context, server }) => {
  const account = await newPerson(server)
  const page = await signedIn(context, server, 'admin', 'admin/clouds')
  await expect(heading(page)).toHaveText('存储管理')
  await expect(row(page, 'clouddisk')).toContainText('默认')
  await button(main(page), '添加存储桶').click()
  const dialog = page.getByRole('dialog')
  const fill = (label: string, value: string) => dialog.getByLabel(label).first().fill(value)
  await button(dialog, '检查并添加').click()
  await expect(dialog.getByRole('alert')).toContainText('有 4 项需要修改')
  await expect(dialog.getByLabel('存储桶名称')).toBeFocused()
  await fill('存储桶名称', place.bucket)
  await fill('服务地址', place.endpoint)
  await fill('访问密钥', place.accessKey)
  await fill('协议加密密钥', 'wrong')
  await fill('容量', '2')
  await button(dialog, '检查并添加').click()
  await expect(dialog.getByRole('alert')).toContainText('拒绝了这组密钥')
  await fill('协议加密密钥', place.secretKey)
  await button(dialog, '检查并添加').click()
  await expect(toast(page, `已添加“${place.bucket}”`)).toBeVisible()
  await expect(row(page, place.bucket)).toContainText('2 GB')

  await page.getByRole('tab', { name: '归属' }).click()
  await button(main(page), '指定归属').first().click()
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: place.bucket }).click()
  await dialog.getByRole('searchbox').fill(account)
  await dialog.getByRole('listitem').filter({ hasText: account }).getByRole('checkbox').click()
  await button(dialog, '确定').click()
  await expect(toast(page, '已为 1 个指定归属')).toBeVisible()
  await expect(row(page, account)).toContainText(place.bucket)
  const person = await signIn(server.origin, account, PASSWORD)
  await person.upload('0', '归档.txt', Buffer.from('hello'))

  await page.getByRole('tab', { name: '存储桶' }).click()
  const choose = async (name: string) => {
    await row(page, place.bucket).click({ button: 'right' })
    await page.getByRole('menuitem', { name }).click()
  }
  await page.reload()
  await expect(row(page, place.bucket)).toContainText('1 个对象')
  await choose('设为只读')
  await button(page.getByRole('alertdialog'), '设为只读').click()
  await expect(row(page, place.bucket)).toContainText('只读')
  await choose('迁出内容')
  await button(dialog, '开始迁移').click()
  await expect(main(page).getByRole('region', { name: '迁移内容' })).toContainText('迁移完成')
  await choose('停用')
  await button(page.getByRole('alertdialog'), '停用').click()
  await expect(toast(page, '没有停用')).toContainText('还有')
  expect(await person.download((await person.list())[0]?.instanceId ?? '')).toEqual(Buffer.from('hello'))
})

test.describe('axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(200_000)

  test('finds nothing in lists, forms and questions', async ({ context, server }) => {
    await signInByCall(context, server, 'admin')
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const { check } = auditor(page, wardrobe, language)
      const press = (zh: string, en: string) =>
        page
          .getByRole('button', { name: either(zh, en) })
          .last()
          .click()
      const away = async () => {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await page.goto(`${server.origin}/disk/admin/clouds`)
      await expect(row(page, 'clouddisk')).toBeVisible()
      await check('buckets')
      await press('添加存储桶', 'Add bucket')
      await press('检查并添加', 'Check and add')
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await check('a bucket that cannot be added')
      await away()
      await row(page, 'clouddisk').click({ button: 'right' })
      await page.getByRole('menuitem', { name: either('检查', 'Check') }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await check('a bucket that is tried')
      await away()
      await page.getByRole('tab').nth(1).click()
      await check('homes')
      await press('指定归属', 'Set a home')
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
      await check('somebody’s home')
      await away()
    }
  })
})
