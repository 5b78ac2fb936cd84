import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOMES_AT_ONCE } from '@clouddisk/contract/admin-storage'
import { codeOf } from '@clouddisk/contract/errors'
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
  // A fault unfolds what it is in, which stays open behind the hand that mends it, and closes when told to.
  const wrongRegion = {
    step: 'reach',
    stepText: '连接存储桶',
    outcome: 'wrong',
    reason: 'region',
    says: '不在',
  }
  await page.route(
    '**/disk/api/admin/storage/bucket/create*',
    (route) =>
      route.fulfill({
        json: { errcode: 0, errmsg: 'ok', data: { bucket: null, findings: [wrongRegion] } },
      }),
    { times: 1 },
  )
  await fill('私有密钥', place.secretKey)
  const region = dialog.getByRole('textbox', { name: '区域' })
  await expect(region).toBeHidden()
  await button(dialog, '检查并添加').click()
  await expect(region).toBeVisible()
  const fold = button(dialog, '高级设置')
  await fold.click()
  await expect(region).toBeHidden()
  await fold.click()
  await region.pressSequentially('eu')
  await expect(region).toHaveValue('eu')
  await expect(region).toBeFocused()
  await region.fill('')
  await expect(dialog.getByLabel('容量')).toHaveAccessibleDescription('GB 留空则不限')
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
  // It takes nothing new, and so becomes nobody's home again.
  await expect(toast(page, '的归属').last()).toBeVisible()
  await expect(page.getByRole('region', { name: '通知' }).getByRole('button', { name: '撤销' })).toHaveCount(
    0,
  )
  await page.getByRole('tab', { name: '存储桶' }).click()
  await choose('停用')
  await button(page.getByRole('alertdialog'), '停用').click()
  await expect(toast(page, '没有停用')).toContainText('1 个不再需要的对象，一天内会自动清除')
  expect(await person.download((await person.list())[0]?.instanceId ?? '')).toEqual(Buffer.from('hello'))
})

const answered = (data: object) => ({ json: { errcode: 0, errmsg: 'ok', data } })

test('buckets that are away are told of first, and looked into from there', async ({ context, server }) => {
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
  const foreign = { ...away, bucketName: 'drive-copy', whyNot: 'foreign', used: 0, objects: 0, homes: 0 }
  const lost = { ...away, bucketName: 'drive-lost', source: 'unknown', driver: 'unknown', answers: null }
  await page.route('**/disk/api/admin/storage/buckets*', async (route) => {
    const answer = await (await route.fetch()).json()
    const { list } = answer.data
    const more = [away, foreign, lost].map((one) => ({ ...list[0], ...one }))
    await route.fulfill({ json: { ...answer, data: { ...answer.data, list: [...list, ...more] } } })
  })
  let move: object | null = null
  await page.route('**/disk/api/admin/storage/move*', (route) => route.fulfill(answered({ move })))
  const step = { step: 'reach', stepText: '连接存储桶' }
  const wrong = {
    outcome: 'wrong',
    reason: 'silent',
    says: '连不上 http://127.0.0.1:9：这个端口上没有服务。',
  }
  const fine = { outcome: 'fine', reason: null, says: null }
  await page.route('**/disk/api/admin/storage/bucket/check*', (route) =>
    route.fulfill(answered({ findings: [{ ...step, ...(away.answers ? fine : wrong) }] })),
  )
  await page.goto(`${server.origin}/disk/admin/clouds`)
  const notices = main(page).getByRole('region', { name: '需要处理' })
  await expect(notices).toContainText('连不上 drive-away：3.00 TB 内容可能打不开，2 个归属受影响。')
  await expect(notices).toContainText(
    'drive-lost 已不在配置中：3.00 TB 内容打不开，2 个归属的新内容存入默认存储桶。请重新配置它。',
  )
  await expect(notices).toContainText('drive-copy 属于另一套安装。')
  for (const [at, name, chip] of [
    [0, 'drive-lost', '没有配置'],
    [1, 'drive-away', '连不上'],
    [2, 'drive-copy', '属于另一套安装'],
  ] as const) {
    const one = page.getByRole('grid').locator(`[data-index="${at}"]`)
    await expect(one).toContainText(name)
    await expect(one).toContainText(chip)
  }
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
  await button(notices, '检查：drive-away').click()
  const check = page.getByRole('dialog', { name: '检查“drive-away”' })
  await expect(check).toContainText('这个端口上没有服务')
  // What a check found is seen behind it too.
  away.answers = true
  const going = { moveId: '01a20635-f5b4-71fb-ac1f-be2971e7f410', bytesPerSecond: null, failed: 0 }
  const counts = { objects: 3, bytes: 3000, leftObjects: 9, leftBytes: 9000 }
  const begun = { beginTime: new Date(Date.now() - 600_000).toISOString(), endTime: null }
  const running = { ...going, ...counts, ...begun, from: 'drive-away', to: 'drive-copy', state: 'running' }
  move = running
  await button(check, '再检查一次').click()
  await expect(check).toContainText('可以正常读写')
  await page.keyboard.press('Escape')
  await expect(notices).not.toContainText('drive-away')
  // How far a move is changes all the time and is told by nobody; what became of it is.
  const card = main(page).getByRole('region', { name: '迁移内容' })
  await expect(card).toContainText('25%')
  await expect(card.getByRole('status')).toHaveText('')
  move = { ...running, state: 'stopped', endTime: new Date().toISOString() }
  await expect(card.getByRole('status')).toContainText('已迁移')
  const goOn = button(card, '接着迁移')
  await expect(goOn).toHaveAttribute('aria-disabled', 'true')
  await expect(goOn).toHaveAccessibleDescription('drive-copy：属于另一套安装')
})

test('homes are set for as many as one call takes, and put back bucket by bucket', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(/status of 409/)
  const page = await signedIn(context, server, 'admin', 'admin')
  const buckets = ['drive-a', 'drive-b']
  await page.route('**/disk/api/admin/storage/buckets*', async (route) => {
    const answer = await (await route.fetch()).json()
    const { list } = answer.data
    const more = buckets.map((bucketName) => ({ ...list[0], bucketName, isDefault: false, source: 'added' }))
    await route.fulfill({ json: { ...answer, data: { ...answer.data, list: [...list, ...more] } } })
  })
  const AT_ONCE = HOMES_AT_ONCE / 2
  const people = Array.from({ length: HOMES_AT_ONCE + 1 }, (_, n) => ({
    principalType: 'user',
    principalId: `01a20635-f52d-76ee-8888-${String(n).padStart(12, '0')}`,
    name: `人员 ${n}`,
    account: null,
    departmentPath: [],
    bucketName: buckets[n] ?? null,
  }))
  await page.route('**/disk/api/admin/storage/home/page*', (route) => {
    const { keyword = '0' } = route.request().postDataJSON()
    const list = people.slice(Number(keyword), Number(keyword) + AT_ONCE)
    return route.fulfill(answered({ list, total: people.length, pageNo: 1, pageSize: AT_ONCE }))
  })
  const asked: (string | undefined)[] = []
  await page.route('**/disk/api/admin/storage/home/set*', (route) => {
    const { bucketName } = route.request().postDataJSON()
    asked.push(bucketName)
    // In the meantime the first one takes nothing more.
    const refused = asked.length > 1 && bucketName === 'drive-a'
    return route.fulfill(
      refused
        ? { status: 409, json: { errcode: codeOf('bucket_closed'), errmsg: '它是只读的', data: null } }
        : answered({ changed: 1 }),
    )
  })
  await page.goto(`${server.origin}/disk/admin/clouds?tab=homes`)
  await button(main(page), '指定归属').first().click()
  const dialog = page.getByRole('dialog')
  const found = async (first: number) => {
    await dialog.getByRole('searchbox').fill(String(first))
    await expect(dialog.getByRole('listitem').first()).toContainText(`人员 ${first}`)
  }
  for (let first = 0; first < HOMES_AT_ONCE; first += AT_ONCE) {
    await found(first)
    await dialog.getByRole('list').evaluate(async (those) => {
      for (const box of those.querySelectorAll('input')) {
        box.click()
        await Promise.resolve()
      }
    })
  }
  await expect(dialog).toContainText('已选 500 个，一次最多这么多')
  await expect(dialog.getByRole('checkbox').first()).toBeEnabled()
  await found(HOMES_AT_ONCE)
  await expect(dialog.getByRole('checkbox').first()).toBeDisabled()
  await chooseBucket(page, 'drive-b')
  await button(dialog, '指定归属').click()
  await expect(toast(page, '已为 500 个指定归属')).toBeVisible()
  await page.getByRole('region', { name: '通知' }).getByRole('button', { name: '撤销' }).click()
  await expect(toast(page, '没有恢复')).toContainText('人员 0')
  expect(asked).toEqual(['drive-b', 'drive-a', 'drive-b', undefined])
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
