import { readFile } from 'node:fs/promises'
import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import type { Page } from '@playwright/test'
import { dayAhead } from '../../server/test/day-ahead.ts'
import { signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, signedIn, test } from '../support/test.ts'

/** The audit log, sessions and the overview, as administrators see them. */

const logs = (page: Page) => page.getByRole('grid', { name: /^(日志|Log entries)$/ })
const rowOf = (page: Page, text: string) => logs(page).getByRole('row').filter({ hasText: text })
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('what people do is in the log, can be narrowed, looked into and checked', { tag: '@core' }, async ({
  context,
  server,
  api,
  person,
}) => {
  // Others on the same server have files of their own.
  const [budget, contract] = [`预算 ${person}`, `合同 ${person}.pdf`]
  await api.call(createFolder, { instanceName: budget })
  await api.upload('0', contract, Buffer.from('pdf'))
  const page = await signedIn(context, server, 'admin', 'admin/logs')
  await expect(page.getByRole('heading', { name: '日志审计' })).toBeVisible()
  await expect(page.getByText('只读', { exact: true })).toBeVisible()
  await expect(rowOf(page, budget)).toContainText('新建文件夹')

  await page.getByRole('searchbox', { name: '人员、对象或 IP' }).fill(contract)
  await expect(rowOf(page, budget)).toHaveCount(0)
  await expect(rowOf(page, contract)).toContainText('上传')
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('button', { name: '重置' }).click()
  await choose(page, '行为', '登录')
  await expect(rowOf(page, contract)).toHaveCount(0)
  await expect(rowOf(page, person).first()).toContainText('登录')
  await page.getByRole('searchbox', { name: '人员、对象或 IP' }).fill(person)
  await choose(page, '结果', '被拒绝')
  await expect(page.getByText('没有符合条件的日志')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()

  await rowOf(page, contract).dblclick()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('已校验：与写入时一致')).toBeVisible()
  await expect(drawer.getByText('saveUpload', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await page.getByRole('button', { name: '校验' }).click()
  await expect(page.getByText('日志完整')).toBeVisible()
  await page.getByRole('button', { name: '知道了' }).click()

  // As after the instance key was replaced.
  await page.route('**/admin/log/verify**', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, data: { ...json.data, unchecked: 7 } } })
  })
  await page.getByRole('button', { name: '校验' }).click()
  await expect(page.getByText('另有 7 条写于更换实例密钥之前，无法校验。')).toBeVisible()
  await page.getByRole('button', { name: '知道了' }).click()
})

test('days are typed or chosen, and views come back', async ({ context, server, api }) => {
  await api.call(createFolder, { instanceName: '今天的' })
  const page = await signedIn(context, server, 'admin', 'admin/logs')
  await page.getByRole('button', { name: /起$/ }).click()
  await page.getByLabel('从', { exact: true }).fill('2020-01-01')
  await page.getByLabel('到', { exact: true }).fill('2020-13-01')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('请按 2027-06-30 的格式填写。')).toBeVisible()
  await page.getByLabel('到', { exact: true }).fill('2020-01-31')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有符合条件的日志')).toBeVisible()
  await expect(page.getByRole('button', { name: '2020-01-01 至 01-31' })).toBeVisible()

  await page.getByRole('button', { name: '保存为视图' }).click()
  await page.getByLabel('视图名称').fill('很久以前')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '重置' }).click()
  await expect(rowOf(page, '今天的')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '保存为视图' }).click()
  await page.getByRole('button', { name: '很久以前', exact: true }).click()
  await expect(page.getByText('没有符合条件的日志')).toBeVisible()
})

test('a view that is saved before the others could be read takes none of them away', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  const page = await signedIn(context, server, 'admin', 'admin/logs')
  const save = async (name: string) => {
    await page.getByRole('button', { name: '保存为视图' }).click()
    await page.getByLabel('视图名称').fill(name)
    await page.keyboard.press('Enter')
  }
  await save('第一个')
  await expect(page.getByText('已保存视图“第一个”')).toBeVisible()
  // From here on what is kept cannot be read.
  await page.route('**/disk/api/user/querySettings*', (route) => route.abort())
  await page.reload()
  await save('第二个')
  await expect(toast(page, /视图保存失败/)).toBeVisible()
  await expect(page.getByLabel('视图名称')).toHaveValue('第二个')
  await page.getByLabel('视图名称').fill(' ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入视图名称。')).toBeVisible()
  await page.unroute('**/disk/api/user/querySettings*')
  await page.getByLabel('视图名称').fill('第二个')
  await page.keyboard.press('Enter')
  await expect(page.getByText('已保存视图“第二个”')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '保存为视图' }).click()
  for (const name of ['第一个', '第二个'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
})

test('what one export cannot hold is said before, and exported in the background', async ({
  context,
  server,
  api,
  problems,
}) => {
  test.setTimeout(180_000)
  for (let folder = 0; folder < 11; folder++) {
    const children = Array.from({ length: 950 }, (_, i) => ({ instanceName: `${folder}-${i}` }))
    await api.call(batchCreateFolder, { parentId: '0', instanceName: `大目录 ${folder}`, children })
  }
  const page = await signedIn(context, server, 'admin', 'admin/logs')
  await choose(page, '行为', '新建文件夹')
  await expect(page.getByText(/一次最多导出 10,000 条/)).toBeVisible()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV（UTF-8）' }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(10_001)

  await page.getByRole('button', { name: '后台导出全部' }).click()
  const exports = page.getByRole('list', { name: '后台导出' })
  await expect(exports.getByRole('button', { name: '下载' })).toBeVisible({ timeout: 60_000 })
  const whole = page.waitForEvent('download')
  await exports.getByRole('button', { name: '下载' }).click()
  expect((await whole).suggestedFilename()).toMatch(/^audit-log-\d+\.xlsx$/)
  // Nothing of it is kept in the page: the browser writes it as it comes.
  expect((await whole).url()).toMatch(/^http/)
  const bytes = await readFile(await (await whole).path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  // What cannot be had any more is told in the page's words, and nothing is saved.
  problems.expect(/status of 404/)
  await page.route('**/disk/api/admin/log/export/job/*', (route) =>
    route.fulfill({ status: 404, json: { errcode: 90000, errmsg: '导出已不在。', data: {} } }),
  )
  await exports.getByRole('button', { name: '下载' }).click()
  await expect(toast(page, /导出已不在。/)).toBeVisible()
  await page.unroute('**/disk/api/admin/log/export/job/*')
  await page.getByRole('button', { name: '缩小范围' }).click()
  await expect(page.getByRole('searchbox', { name: '人员、对象或 IP' })).toBeFocused()
})

test('sessions are seen and ended', async ({ context, server }) => {
  const name = await newPerson(server)
  const other = await signIn(server.origin, name, PASSWORD)
  const page = await signedIn(context, server, 'admin', 'admin/sessions')
  await page.getByRole('searchbox', { name: '姓名或账号' }).fill(name)
  const row = page.getByRole('grid', { name: '会话' }).getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '结束该用户全部会话' }).click()
  await page.getByRole('button', { name: '结束该用户全部会话' }).click()
  await expect(page.getByText('已结束 1 个会话')).toBeVisible()
  await expect(page.getByText('没有会话')).toBeVisible()
  // The list is narrowed no more, and neither does the field say so.
  await page.getByRole('link', { name: '会话管理' }).click()
  await expect(page.getByRole('searchbox', { name: '姓名或账号' })).toHaveValue('')
  const mine = page.getByRole('grid', { name: '会话' }).getByRole('row').filter({ hasText: '当前' })
  await mine.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '结束会话' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('你将立即退出登录')
  await page.keyboard.press('Escape')
  await expect(other.call(createFolder, { instanceName: 'x' })).rejects.toMatchObject({
    name: 'not_signed_in',
  })
})

test('the overview shows figures, and charts as tables too', async ({ context, server, api }) => {
  await dayAhead()
  await api.upload('0', 'a.bin', Buffer.alloc(4096, 'a'))
  const page = await signedIn(context, server, 'admin', 'admin/overview')
  await expect(page.getByRole('region', { name: '用户' })).toContainText('今日登录')
  await expect(page.getByRole('region', { name: '健康' })).toContainText('存储正常')
  const chart = page.getByRole('region', { name: '每日传输', exact: true }).first()
  await chart.getByText('以表格查看').click()
  const today = chart.getByRole('row').last()
  await expect(today).toContainText(new Date().toISOString().slice(0, 10))
  await expect(today).not.toContainText(/\d{4}-\d\d-\d\d00$/)
  await choose(page, '时间范围', '最近 7 天')
  await expect(chart.getByRole('row')).toHaveCount(8)
})

for (const language of ['zh-CN', 'en-US'] as const) {
  test(`axe finds nothing in the log, sessions, the overview and the settings in ${language}`, async ({
    context,
    server,
    api,
  }) => {
    test.setTimeout(120_000)
    await api.call(createFolder, { instanceName: `看一眼 ${language}` })
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((value) => localStorage.setItem('clouddisk.language', value), language)
    const page = await signedIn(context, server, 'admin', 'admin/logs')
    const axe = auditor(page, wardrobe, language)
    await expect(rowOf(page, `看一眼 ${language}`)).toBeVisible()
    await axe.check('log')
    await rowOf(page, `看一眼 ${language}`).dblclick()
    await expect(page.getByRole('dialog')).toContainText(/已校验|Verified/)
    await axe.check('entry')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^(保存为视图|Save view)$/ }).click()
    await axe.check('views')
    await page.goto(`${server.origin}/disk/admin/sessions`)
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    await axe.check('sessions')
    await page.goto(`${server.origin}/disk/admin/overview`)
    await expect(page.locator('.recharts-surface').first()).toBeVisible()
    await axe.check('overview')
    await page.goto(`${server.origin}/disk/admin/config`)
    await expect(page.getByRole('radio').first()).toBeVisible()
    await axe.check('settings')
  })
}
