import { removeDlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { createOrUpdateLink, pageLinkInstances, queryLinkCheck } from '@clouddisk/contract/links'
import { type Person, signIn } from '../../server/test/person.ts'
import { visitorOf } from '../../server/test/visitor.ts'
import { button, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { either, menuOf, row, toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { test as base, expect, signedIn, signInByCall } from '../support/test.ts'

/** Links in which the content check found something: what owners see, and the decision. */

/** A rule that finds the name of a project, while a test runs. */
const test = base.extend<{ admin: Person }>({
  admin: async ({ server }, use) => {
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    const rule = { kind: 'words', level: 'high', enabled: true } as const
    const made = [
      await admin.call(saveDlpRule, { ...rule, name: '项目代号', terms: ['蓝鲸'], action: 'review' }),
      await admin.call(saveDlpRule, { ...rule, name: '绝密文件', terms: ['绝密'], action: 'block' }),
    ]
    await use(admin)
    for (const { ruleId } of made) await admin.call(removeDlpRule, { ruleId })
  },
})

async function ownerOf(server: Server, account: string, name: string): Promise<Person> {
  const company = await organisation(server)
  await company.person(account, name)
  return signIn(server.origin, account, PASSWORD)
}

const linkTo = async (who: Person, name: string, content: string) => {
  const { instanceId } = await who.upload('0', name, Buffer.from(content))
  const made = await who.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
  const review = async () => (await who.call(queryLinkCheck, { shareId: made.shareId })).review
  await expect.poll(review).not.toBe('scanning')
  return made
}

test('a link waits for an administrator, who sees what was found and decides', { tag: '@core' }, async ({
  context,
  server,
  admin: _,
}) => {
  const owner = await ownerOf(server, 'lr_owner', '林一')
  const approved = await linkTo(owner, '方案.txt', '蓝鲸计划')
  await linkTo(owner, '报价.txt', '蓝鲸报价')
  const page = await signedIn(context, server, 'admin', 'admin/links')
  await expect(row(page, '方案.txt')).toContainText('审核中')
  await menuOf(page, '方案.txt')
  await page.getByRole('menuitem', { name: '审核…' }).click()
  const question = page.getByRole('dialog', { name: '审核外链“方案.txt”' })
  await expect(question).toContainText('林一 申请分享，共 1 个文件')
  await expect(question.getByRole('list', { name: '需要注意的文件' })).toContainText('项目代号 · 1 处')
  await expect(question).toContainText('蓝*')
  await button(question, '提交').click()
  await expect(toast(page, '已批准')).toBeVisible()
  await expect(row(page, '方案.txt')).toContainText('有效')
  const visitor = visitorOf(server.origin)
  expect(await visitor.call(pageLinkInstances, { linkPath: approved.linkPath })).toMatchObject({ total: 1 })

  await row(page, '报价.txt').dblclick()
  await button(page.getByRole('dialog'), '审核…').click()
  const other = page.getByRole('dialog', { name: '审核外链“报价.txt”' })
  await other.getByRole('radio', { name: /拒绝/ }).click()
  await button(other, '提交').click()
  await expect(other).toContainText('请输入拒绝原因。')
  await other.getByRole('textbox', { name: '拒绝原因' }).fill('请走合同流程')
  await button(other, '提交').click()
  await expect(row(page, '报价.txt')).toContainText('未通过审核')
  await expect(main(page)).not.toContainText('审核中')
})

test('an owner sees why a link stays closed', async ({ context, server, admin: _ }) => {
  const owner = await ownerOf(server, 'lr_blocked', '林二')
  await linkTo(owner, '底稿.txt', '绝密 蓝鲸')
  const page = await signedIn(context, server, 'lr_blocked', 'mySharing')
  await expect(row(page, '底稿.txt')).toContainText('含有禁止外发的内容')
  await row(page, '底稿.txt').dblclick()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: '需要注意的文件' })).toContainText('绝密文件 · 1 处')
  await expect(dialog).toContainText('有文件含禁止外发的内容。')
})

test('axe finds nothing in links that wait and that are blocked', async ({ context, server, admin: _ }) => {
  const owner = await ownerOf(server, 'lr_axe_own', '林四')
  await linkTo(owner, '等.txt', '蓝鲸')
  await linkTo(owner, '禁.txt', '绝密')
  await signInByCall(context, server, 'lr_axe_own')
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  const { check } = auditor(page, wardrobe, 'zh-CN')
  await page.goto(`${server.origin}/disk/mySharing`)
  for (const name of ['等.txt', '禁.txt']) {
    await row(page, name).dblclick()
    await expect(page.getByRole('dialog').getByRole('list', { name: '需要注意的文件' })).toBeVisible()
    await check(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('axe finds nothing in a review', async ({ context, server, admin: _ }) => {
  const owner = await ownerOf(server, 'lr_axe', '林三')
  await linkTo(owner, '轴.txt', '蓝鲸')
  await signInByCall(context, server, 'admin')
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  const { check } = auditor(page, wardrobe, 'zh-CN')
  await page.goto(`${server.origin}/disk/admin/links`)
  await menuOf(page, '轴.txt')
  await page.getByRole('menuitem', { name: either('审核…', 'Review…') }).click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('list').first()).toBeVisible()
  await check('a review')
  await review.getByRole('radio', { name: /拒绝/ }).click()
  await button(review, '提交').click()
  await expect(review).toContainText('请输入拒绝原因。')
  await check('a refusal without a reason')
})
