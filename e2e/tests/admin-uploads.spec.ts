import { randomBytes } from 'node:crypto'
import { type Person, signIn } from '../../server/test/person.ts'
import { openUpload } from '../../server/test/transfer.ts'
import { button, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { either, heading, row, toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { expect, signedIn, signInByCall, test, type Words } from '../support/test.ts'

/** Unfinished uploads of everybody, as administrators work with them. */

const begin = (who: Person, name: string, size = 1000) =>
  openUpload(who, { parentId: '0', name, bytes: randomBytes(size), hashes: 'after' })

async function somebody(server: Server, account: string, name: string): Promise<Person> {
  const company = await organisation(server)
  await company.person(account, name)
  return signIn(server.origin, account, PASSWORD)
}

test('what is under way is found by its person, and ended by one or by several', { tag: '@core' }, async ({
  context,
  server,
}) => {
  const sun = await somebody(server, 'up_sun', '孙宁')
  const lu = await somebody(server, 'up_lu_1', '陆遥')
  for (const name of ['影像一.mov', '影像二.mov', '影像三.mov']) await begin(sun, name)
  await begin(lu, '别人的.mov')
  const page = await signedIn(context, server, 'admin', 'admin/uploads')
  await expect(heading(page)).toHaveText('未完成的上传')
  await expect(row(page, '影像一.mov')).toContainText('个人文件')
  await expect(row(page, '影像一.mov')).toContainText('up_sun')
  await expect(row(page, '影像一.mov')).toContainText('上传中')
  await expect(main(page).getByText('每人最多同时有 4,000 个未完成的上传')).toBeVisible()
  await row(page, '影像一.mov').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '只看“孙宁”的上传' }).click()
  await expect(row(page, '别人的.mov')).toHaveCount(0)
  await expect(page).toHaveURL(/q=up_sun/)

  await row(page, '影像三.mov').click()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('取消“影像三.mov”的上传？')
  await button(question, '保留').click()
  await expect(row(page, '影像三.mov')).toBeVisible()

  await page.keyboard.press('Escape')
  for (const name of ['影像一.mov', '影像二.mov'])
    await row(page, name).getByRole('checkbox').click({ force: true })
  const bar = page.getByRole('toolbar', { name: '对所选上传的操作' })
  await expect(bar).toContainText('已选 2 项 · 释放 1.95 KB')
  await button(bar, '取消 2 个上传').click()
  await expect(question).toContainText('取消 2 个上传？')
  await button(question, '取消 2 个上传').click()
  await expect(toast(page, '已取消 2 个上传')).toBeVisible()
  await expect(row(page, '影像一.mov')).toHaveCount(0)
  await expect(row(page, '影像三.mov')).toBeVisible()
  await main(page).getByRole('searchbox').fill('nobody-like-this')
  await expect(main(page).getByText('没有符合条件的上传')).toBeVisible()
  await button(main(page), '清除筛选').click()
  await expect(row(page, '别人的.mov')).toBeVisible()
})

test('what nobody can tell is not told as silence', async ({ context, server }) => {
  const person = await somebody(server, 'up_away', '外存')
  for (const name of ['不详.mov', '没来.mov', '来过.mov', '慢的.mov', '未到.mov', '在传.mov'])
    await begin(person, name)
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const page = await signedIn(context, server, 'admin', 'admin')
  await page.route('**/disk/api/admin/upload/page*', async (route) => {
    const answer = await (await route.fetch()).json()
    const came = [
      { receivedSize: null, receiveTime: null, expireTime: hours(1.6 * 24), quietSeconds: 18_000 },
      { receivedSize: 0, receiveTime: null, quietSeconds: 18_000 },
      { receivedSize: 500, receiveTime: hours(-2), quietSeconds: 7200 },
      { receivedSize: 500, receiveTime: hours(-0.05), quietSeconds: 180 },
      { receivedSize: 0, receiveTime: null, quietSeconds: 180 },
      { receivedSize: 500, receiveTime: hours(-0.05), quietSeconds: 20 },
    ]
    const list = answer.data.list.map((one: object, n: number) => ({
      ...one,
      createTime: hours(-5),
      ...came[came.length - 1 - n],
    }))
    await route.fulfill({ json: { ...answer, data: { ...answer.data, list } } })
  })
  await page.goto(`${server.origin}/disk/admin/uploads?q=up_away`)
  await expect(row(page, '没来.mov')).toContainText('起中断')
  await expect(row(page, '来过.mov')).toContainText('起中断')
  await expect(row(page, '慢的.mov')).toContainText('最近接收：')
  await expect(row(page, '未到.mov')).toContainText('尚未接收内容')
  // By the server's clock.
  await expect(row(page, '在传.mov')).toContainText('上传中')
  for (const name of ['慢的.mov', '未到.mov']) await expect(row(page, name)).not.toContainText('上传中')
  const unknown = row(page, '不详.mov')
  await expect(unknown).toContainText('未知 / 1000 B')
  await expect(unknown).toContainText('进度未知')
  await expect(unknown).not.toContainText('中断')
  await expect(unknown.getByRole('progressbar')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('row').filter({ hasText: '不详.mov' })).toContainText('剩 1 天')
})

test('what ran when it was read last runs on, though a list of several pages is not read again', async ({
  context,
  server,
}) => {
  const person = await somebody(server, 'up_pages', '多页')
  for (const name of ['第一.mov', '第二.mov']) await begin(person, name)
  const page = await signedIn(context, server, 'admin', 'admin')
  await page.clock.install()
  await page.route('**/disk/api/admin/upload/page*', async (route) => {
    await route.continue({ postData: { ...route.request().postDataJSON(), pageSize: 1 } })
  })
  await page.goto(`${server.origin}/disk/admin/uploads?q=up_pages`)
  const names = ['第一.mov', '第二.mov']
  for (const name of names) await expect(row(page, name)).toContainText('上传中')
  await page.clock.fastForward('20:00')
  await page.clock.runFor(11_000)
  for (const name of names) await expect(row(page, name)).toContainText('上传中')
})

test('who may only read it ends none', async ({ context, server }) => {
  const person = await somebody(server, 'up_reader', '看看')
  await begin(person, '只读.mov')
  const company = await organisation(server)
  await company.person('up_auditor', '审计', { roles: ['auditor'] })
  const page = await signedIn(context, server, 'up_auditor', 'admin/uploads?q=up_read')
  const only = page.getByRole('row').filter({ hasText: '只读.mov' })
  await expect(only).toBeVisible()
  await expect(only.getByRole('checkbox')).toHaveCount(0)
  await only.click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([/只看“看看”的上传/])
})

test.describe('axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(200_000)

  test('finds nothing, with rows, chosen ones, a question, none and a fault', async ({
    context,
    server,
    problems,
  }) => {
    problems.expect(/status of 500/)
    const person = await somebody(server, 'up_axe', '满员')
    await begin(person, 'Axe 一.mov')
    await begin(person, 'Axe 二.mov')
    await signInByCall(context, server, 'admin')
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const { check } = auditor(page, wardrobe, language)
      const item = (text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text })
      await page.goto(`${server.origin}/disk/admin/uploads?q=up_axe`)
      await expect(item('Axe 一.mov')).toBeVisible()
      await check('uploads of everybody')
      await item('Axe 一.mov').getByRole('checkbox').click({ force: true })
      await check('uploads chosen', '[role=toolbar]')
      await page
        .getByRole('toolbar')
        .last()
        .getByRole('button', { name: either('取消上传', 'Cancel upload') })
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await check('whether they are to be ended')
      await page.keyboard.press('Escape')
      await page.goto(`${server.origin}/disk/admin/uploads?q=nobody-like-this`)
      await expect(main(page).getByRole('heading', { level: 2 }).last()).toBeVisible()
      await check('none found')
      await page.route('**/disk/api/admin/upload/page**', (route) =>
        route.fulfill({ status: 500, json: { errcode: 99001, errmsg: 'x', data: null } }),
      )
      await page.reload()
      await expect(main(page).getByRole('alert').first()).toBeVisible()
      await check('uploads that cannot be read')
      await page.unroute('**/disk/api/admin/upload/page**')
    }
  })
})
