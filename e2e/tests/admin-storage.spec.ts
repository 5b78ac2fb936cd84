import { HOMES_AT_ONCE } from '@clouddisk/contract/admin-storage'
import { codeOf } from '@clouddisk/contract/errors'
import { button, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { either, toast } from '../support/files.ts'
import { chooseBucket, row, sweep } from '../support/storage.ts'
import { expect, signedIn, signInByCall, test, type Words } from '../support/test.ts'

/** Where content lies, as administrators see it: stores that are away, homes of many, and axe. */

const answered = (data: object) => ({ json: { errcode: 0, errmsg: 'ok', data } })

test('unreachable buckets are listed first, and open from there', { tag: '@core' }, async ({
  context,
  server,
}) => {
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
    says: '连不上 http://127.0.0.1:9：该端口没有服务。',
  }
  const fine = { outcome: 'fine', reason: null, says: null }
  await page.route('**/disk/api/admin/storage/bucket/check*', (route) =>
    route.fulfill(answered({ findings: [{ ...step, ...(away.answers ? fine : wrong) }] })),
  )
  await page.goto(`${server.origin}/disk/admin/storage`)
  const notices = main(page).getByRole('region', { name: '需要处理' })
  await expect(notices).toContainText('连不上 drive-away：3.00 TB 内容可能无法打开，2 个归属受影响。')
  await expect(notices).toContainText(
    'drive-lost 已不在配置中：3.00 TB 内容无法打开，2 个归属的新内容存入默认存储桶。请重新配置。',
  )
  await expect(notices).toContainText('drive-copy 属于另一套系统。')
  for (const [at, name, chip] of [
    [0, 'drive-lost', '未配置'],
    [1, 'drive-away', '连不上'],
    [2, 'drive-copy', '属于另一套系统'],
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
    ['停用', '请先迁出内容和归属'],
  ] as const) {
    const entry = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
    await expect(entry).toHaveAttribute('aria-disabled', 'true')
    await expect(entry).toContainText(why)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await button(notices, '检查：drive-away').click()
  const check = page.getByRole('dialog', { name: '检查“drive-away”' })
  await expect(check).toContainText('该端口没有服务')
  // What a check found is seen behind it too.
  away.answers = true
  const going = { moveId: '01a20635-f5b4-71fb-ac1f-be2971e7f410', bytesPerSecond: null, failed: 0 }
  const counts = { objects: 3, bytes: 3000, leftObjects: 9, leftBytes: 9000 }
  const begun = { beginTime: new Date(Date.now() - 600_000).toISOString(), endTime: null }
  const running = { ...going, ...counts, ...begun, from: 'drive-away', to: 'drive-copy', state: 'running' }
  move = running
  await button(check, '重新检查').click()
  await expect(check).toContainText('可以正常读写')
  await page.keyboard.press('Escape')
  await expect(notices).not.toContainText('drive-away')
  // How far a move is changes all the time and is told by nobody; what became of it is.
  const card = main(page).getByRole('region', { name: '迁移内容' })
  await expect(card).toContainText('25%')
  await expect(card.getByRole('status')).toHaveText('')
  move = { ...running, state: 'stopped', endTime: new Date().toISOString() }
  await expect(card.getByRole('status')).toContainText('已迁移')
  const goOn = button(card, '继续迁移')
  await expect(goOn).toHaveAttribute('aria-disabled', 'true')
  await expect(goOn).toHaveAccessibleDescription('drive-copy：属于另一套系统')
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
  await page.goto(`${server.origin}/disk/admin/storage?tab=homes`)
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
  await expect(dialog).toContainText('已选 500 个，已达上限')
  await expect(dialog.getByRole('checkbox').first()).toBeEnabled()
  await found(HOMES_AT_ONCE)
  await expect(dialog.getByRole('checkbox').first()).toBeDisabled()
  await chooseBucket(page, 'drive-b')
  await button(dialog, '指定归属').click()
  await expect(toast(page, '已为 500 个指定归属')).toBeVisible()
  await page.getByRole('region', { name: '通知' }).getByRole('button', { name: '撤销' }).click()
  await expect(toast(page, '恢复失败')).toContainText('人员 0')
  expect(asked).toEqual(['drive-b', 'drive-a', 'drive-b', undefined])
})

test('what is left over is told below the buckets, and what sweeping it up came to', async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin')
  await sweep(context, server)
  const nothing = { objects: 0, bytes: 0 }
  const some = { objects: 3, bytes: 2 * 1024 ** 3 }
  const none = { uploads: nothing, content: nothing, moved: nothing, aside: nothing, removed: null }
  let told: { leftovers: object; damaged?: number; missing?: number; unverified?: number } = {
    leftovers: none,
  }
  // What is left over on this server is other tests'; when it was last swept is its own.
  await page.route('**/disk/api/admin/storage/reading*', async (route) => {
    const answer = await (await route.fetch()).json()
    const leftovers = { ...answer.data.leftovers, ...told.leftovers }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...told, leftovers } } })
  })
  await page.goto(`${server.origin}/disk/admin/storage`)
  const line = main(page).getByText('自动清理：')
  await expect(line).toHaveText(/^自动清理：没有需要清理的内容；上次检查 今天 \d\d:\d\d$/)
  const removed = { time: new Date().toISOString(), objects: 12, bytes: 5 * 1024 ** 2 }
  told = {
    leftovers: { ...none, content: some, uploads: some, removed },
    damaged: 2,
    missing: 1,
    unverified: 3,
  }
  await page.reload()
  await expect(line).toHaveText(
    /^自动清理：至多 4\.00 GB 待清理，包括 3 份不再使用的内容、3 个过期的上传；上次清除 12 个对象（5\.00 MB），/,
  )
  const toLookAfter = main(page).getByRole('region', { name: '需要处理' })
  await expect(toLookAfter).toContainText('2 份内容损坏 · 其中 1 份已丢失')
  await expect(toLookAfter).toContainText('3 个大文件上传 6 小时后仍未校验')
})

test('who encrypts what comes is told where a bucket is looked at', async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin')
  const disk = { bucketName: 'drive-disk' }
  const store = { source: 'environment', driver: 's3', isDefault: false }
  const asked = { ...store, encryption: 'AES256' }
  const more = [
    disk,
    { ...disk, bucketName: 'drive-ours', encryptedBy: 'clouddisk' },
    { ...asked, bucketName: 'drive-theirs', encryptedBy: 'store' },
    { ...asked, bucketName: 'drive-plain' },
    { ...asked, bucketName: 'drive-gone', answers: false },
  ]
  await page.route('**/disk/api/admin/storage/buckets*', async (route) => {
    const answer = await (await route.fetch()).json()
    const list = more.map((one) => ({ ...answer.data.list[0], ...one }))
    await route.fulfill({ json: { ...answer, data: { ...answer.data, list } } })
  })
  await page.goto(`${server.origin}/disk/admin/storage`)
  for (const [name, says] of [
    ['drive-disk', '新内容不加密'],
    ['drive-ours', '新内容由本系统加密'],
    ['drive-theirs', '新内容由存储加密（AES256）'],
    ['drive-plain', '新内容未加密：已要求存储使用 AES256 加密，但没有生效'],
    ['drive-gone', '已要求存储使用 AES256 加密，连上后才能确认'],
  ] as const) {
    await row(page, name).dblclick()
    const details = page.getByRole('dialog', { name: `存储桶“${name}”` })
    await expect(details.getByRole('definition').filter({ hasText: '加密' })).toHaveText(says)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  }
})

test.describe('axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(200_000)

  test('finds nothing in lists, forms and questions', async ({ context, server }) => {
    await signInByCall(context, server, 'admin')
    await sweep(context, server)
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
      await page.goto(`${server.origin}/disk/admin/storage`)
      await expect(row(page, 'clouddisk')).toBeVisible()
      await expect(page.getByText(/^(?:自动清理：|Cleanup: )/)).toBeVisible()
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
