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

/** In the dialog's one list of buckets. */
async function chooseBucket(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.getByRole('option', { name }).click()
}

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
  await fill('私有密钥', 'wrong')
  await fill('容量', '2')
  await button(dialog, '检查并添加').click()
  await expect(dialog.getByRole('alert')).toContainText('拒绝了这组密钥')
  await fill('私有密钥', place.secretKey)
  await button(dialog, '检查并添加').click()
  await expect(toast(page, `已添加“${place.bucket}”`)).toBeVisible()
  await expect(row(page, place.bucket)).toContainText('2 GB')

  await page.getByRole('tab', { name: '归属' }).click()
  await button(main(page), '指定归属').first().click()
  // Nothing is chosen for anybody: the button waits, and says what for.
  const set = button(dialog, '指定归属')
  await expect(dialog.getByText('先选择人员、群组或部门')).toBeVisible()
  await dialog.getByRole('searchbox').fill(account)
  await dialog.getByRole('listitem').filter({ hasText: account }).getByRole('checkbox').click()
  await expect(dialog.getByText('再选择存储桶')).toBeVisible()
  await expect(set).toHaveAttribute('aria-disabled', 'true')
  await chooseBucket(page, place.bucket)
  await set.click()
  await expect(toast(page, '已为 1 个指定归属')).toBeVisible()
  await expect(row(page, account)).toContainText(place.bucket)
  await row(page, account).dblclick()
  await expect(dialog.getByText('还没有更改')).toBeVisible()
  await expect(set).toHaveAttribute('aria-disabled', 'true')
  await chooseBucket(page, '不指定')
  await button(dialog, '取消归属').click()
  await expect(row(page, account)).toHaveCount(0)
  await expect(toast(page, '的归属')).toBeVisible()
  // The latest one is the first.
  await page.getByRole('region', { name: '通知' }).getByRole('button', { name: '撤销' }).first().click()
  await expect(row(page, account)).toContainText(place.bucket)
  const person = await signIn(server.origin, account, PASSWORD)
  await person.upload('0', '归档.txt', Buffer.from('hello'))

  await page.getByRole('tab', { name: '存储桶' }).click()
  const entry = async (name: string) => {
    await row(page, place.bucket).click({ button: 'right' })
    return page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  }
  const choose = async (name: string) => (await entry(name)).click()
  const blocked = async (name: string, why: string) => {
    const found = await entry(name)
    await expect(found).toContainText(why)
    await expect(found).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await page.reload()
  await expect(row(page, place.bucket)).toContainText('1 个对象')
  await choose('设为只读')
  await button(page.getByRole('alertdialog'), '设为只读').click()
  await expect(row(page, place.bucket)).toContainText('只读')
  await choose('迁出内容')
  await button(dialog, '开始迁移').click()
  await expect(main(page).getByRole('region', { name: '迁移内容' })).toContainText('迁移完成')
  await blocked('停用', '先迁出内容和归属')
  await page.getByRole('tab', { name: '归属' }).click()
  await row(page, account).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '取消归属' }).click()
  await expect(row(page, account)).toHaveCount(0)
  await page.getByRole('tab', { name: '存储桶' }).click()
  await choose('停用')
  await button(page.getByRole('alertdialog'), '停用').click()
  await expect(toast(page, '没有停用')).toContainText('1 个不再需要的对象，一天内会自动清除')
  expect(await person.download((await person.list())[0]?.instanceId ?? '')).toEqual(Buffer.from('hello'))
})

test('a bucket that is away is told of first, and looked into from there', async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin')
  const away = {
    bucketName: 'drive-away',
    source: 'added',
    driver: 's3',
    answers: false,
    isDefault: false,
    used: 3 * 1024 ** 4,
    objects: 12,
    homes: 2,
  }
  await page.route('**/disk/api/admin/storage/buckets*', async (route) => {
    const answer = await (await route.fetch()).json()
    const { list } = answer.data
    await route.fulfill({
      json: { ...answer, data: { ...answer.data, list: [...list, { ...list[0], ...away }] } },
    })
  })
  const finding = {
    step: 'reach',
    stepText: '连接存储桶',
    outcome: 'wrong',
    reason: 'silent',
    says: '连不上 http://127.0.0.1:9：这个端口上没有服务。',
  }
  await page.route('**/disk/api/admin/storage/bucket/check*', (route) =>
    route.fulfill({ json: { errcode: 0, errmsg: 'ok', data: { findings: [finding] } } }),
  )
  await page.goto(`${server.origin}/disk/admin/clouds`)
  const notices = main(page).getByRole('region', { name: '需要处理' })
  await expect(notices).toContainText('连不上 drive-away：3.00 TB 内容可能打不开，2 个归属受影响。')
  await expect(page.getByRole('grid').locator('[data-index="0"]')).toContainText('drive-away')
  // What bears an index is a row: beside the rows there is nothing to have a menu.
  await expect(page.getByRole('tabpanel')).not.toHaveAttribute('data-index')
  await row(page, 'drive-away').click({ button: 'right' })
  for (const [name, why] of [
    ['设为默认', '连不上'],
    ['迁出内容', '连不上'],
    ['停用', '先迁出内容和归属'],
  ] as const) {
    const entry = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
    await expect(entry).toHaveAttribute('aria-disabled', 'true')
    await expect(entry).toContainText(why)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await button(notices, '检查: drive-away').click()
  await expect(page.getByRole('dialog', { name: '检查“drive-away”' })).toContainText('这个端口上没有服务')
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
      await press('指定归属', 'Set home')
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
      await check('somebody’s home')
      await away()
    }
  })
})
