import { beginLeave } from '@clouddisk/contract/admin-offboarding'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { clearTrash } from '@clouddisk/contract/trash'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { department, dialog, main, openPerson, personRow, tick } from '../support/administration.ts'
import { type Auditor, auditor } from '../support/axe.ts'
import { either, heading } from '../support/files.ts'
import { type Organisation, organisation } from '../support/organisation.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { expect, signInByCall, test, type Words } from '../support/test.ts'

/**
 * The administration's screens and what comes over them, as axe sees them: in Chinese in all looks, in English in one
 * after the other. Log, sessions and overview are looked at in audit.spec.ts.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(400_000)

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
const LAYERS = '[role=menu], [role=alertdialog], [role=dialog]'

interface Visit {
  readonly page: Page
  readonly check: Auditor['check']
  go(path: string): Promise<void>
  press(zh: string, en: string, within?: Locator): Promise<void>
  /** Takes away what is over the page. */
  close(): Promise<void>
}

async function visits(
  context: BrowserContext,
  server: Server,
  walk: (visit: Visit) => Promise<void>,
): Promise<void> {
  await signInByCall(context, server, 'admin')
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  for (const language of LANGUAGES) {
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    await walk({
      page,
      ...auditor(page, wardrobe, language),
      go: async (path) => {
        await page.goto(`${server.origin}/disk/${path}`)
        await expect(heading(page)).toBeVisible()
      },
      press: (zh, en, within) =>
        (within ?? page)
          .getByRole('button', { name: either(zh, en) })
          .last()
          .click(),
      close: async () => {
        await page.keyboard.press('Escape')
        await expect(page.locator(LAYERS)).toHaveCount(0)
      },
    })
  }
}

const discard = (page: Page) =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: either('放弃', 'Discard') })
    .click()

async function house(server: Server): Promise<Organisation & { readonly top: string }> {
  const company = await organisation(server)
  const top = await company.department('Axe')
  const below = await company.department('Axe_below', top)
  await company.person('axe_full', '满员', { departmentId: below, totalCapacity: 0 })
  await company.person('axe_ended', '到期', { departmentId: below, validUntil: '2020-01-01T00:00:00.000Z' })
  await company.person('axe_plain', '普通', { departmentId: top })
  return { ...company, top }
}

test('axe finds nothing where people and roles are administered', async ({ context, server }) => {
  await house(server)
  await visits(context, server, async ({ page, check, go, press, close }) => {
    await go('admin/users?q=axe_')
    await expect(personRow(page, 'axe_full')).toBeVisible()
    await check('people')
    await department(page, 'Axe').click({ button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
    await check('a department’s menu')
    await close()
    await tick(page, 'axe_plain')
    await check('people chosen', '[role=toolbar]')
    await press('更改有效期', 'Change expiration', page.getByRole('toolbar'))
    await press('选择日期', 'Choose a date', dialog(page))
    await expect(page.getByRole('grid').last()).toBeVisible()
    await check('a calendar')
    await page.keyboard.press('Escape')
    await close()
    await openPerson(page, 'axe_full')
    await dialog(page)
      .getByRole('textbox', { name: /^(账号|Account)/ })
      .fill('a-b')
    await press('保存', 'Save', dialog(page))
    await check('a form with faults')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check('whether what was entered may go')
    await discard(page)
    await expect(page.locator(LAYERS)).toHaveCount(0)
    await press('新建部门', 'New department', main(page))
    await expect(dialog(page)).toBeVisible()
    await check('a new department')
    await close()
    await press('批量导入', 'Import', main(page))
    await expect(dialog(page)).toBeVisible()
    await check('importing')
    await close()
    await go('admin/users?q=nobody-like-this')
    await expect(main(page).getByRole('heading', { level: 2 }).last()).toBeVisible()
    await check('nobody found')

    await go('admin/roles')
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await check('roles')
    await page.getByRole('row').nth(4).dblclick()
    await expect(dialog(page).getByRole('table')).toBeVisible()
    await check('a role in detail')
    await close()
    await press('新建角色', 'New role', main(page))
    await dialog(page).getByRole('radio').last().click()
    await expect(dialog(page).getByRole('tree')).toBeVisible()
    await check('a new role with departments')
    await page.keyboard.press('Escape')
    await discard(page)
    await go('admin/quarantine')
    await expect(main(page).getByText(/没有隔离的内容|Nothing in quarantine/)).toBeVisible()
    await check('an empty quarantine')
    await go('admin/content-rules')
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await check('rules of the content check')
    await press('新建规则', 'New rule', main(page))
    await dialog(page).getByRole('textbox').nth(1).fill('x')
    await press('测试', 'Test', dialog(page))
    await expect(dialog(page).getByRole('textbox')).toHaveCount(5)
    await check('a new rule, being tried')
    await page.keyboard.press('Escape')
    await discard(page)
    await go('admin/roles/default')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await check('holders')
    await press('添加成员', 'Add members', main(page))
    await expect(dialog(page).getByRole('checkbox').first()).toBeVisible()
    await check('adding holders')
  })
})

test('axe finds nothing where groups and people who leave are administered', async ({ context, server }) => {
  const company = await organisation(server)
  const owner = await company.person('axe_owner', '群主')
  const gone = await company.person('axe_gone', '走了')
  await company.person('axe_leaves', '要走')
  const theirs = await signIn(server.origin, 'axe_owner', PASSWORD)
  await theirs.call(createGroup, { groupName: 'Axe 群', capacity: 1 })
  await company.admin.call(beginLeave, { userId: gone.userId, toUserId: owner.userId })
  await visits(context, server, async ({ page, check, go, press, close }) => {
    const item = (text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text })
    await go('admin/groups')
    await expect(item('Axe 群')).toBeVisible()
    await check('all groups')
    await press('新建群组', 'New group', main(page))
    await press('新建', 'Create', dialog(page))
    await check('a new group, with faults')
    await close()
    await item('Axe 群').dblclick()
    await expect(dialog(page).getByRole('textbox').first()).toBeVisible()
    await check('a group')
    await close()
    await item('Axe 群').click({ button: 'right' })
    await page.getByRole('menuitem', { name: either('查看成员', 'View members') }).click()
    await expect(dialog(page).getByRole('row').nth(1)).toBeVisible()
    await check('a group’s members')
    await close()
    await item('Axe 群').click({ button: 'right' })
    await check('a group’s menu')
    await page.getByRole('menuitem', { name: either('更换所有者…', 'Change owner…') }).click()
    await expect(dialog(page).getByRole('combobox')).toBeVisible()
    await check('another owner')
    await close()

    await go('admin/leavers')
    await expect(item('axe_gone')).toBeVisible()
    await check('people who leave')
    await item('axe_gone').dblclick()
    await expect(dialog(page).getByRole('definition').nth(4)).toBeVisible()
    await check('one who leaves')
    await close()
    await go('admin/users?q=axe_leaves')
    await personRow(page, 'axe_leaves').click({ button: 'right' })
    await page.getByRole('menuitem', { name: either('办理离职…', 'Offboard…') }).click()
    const freeze = dialog(page).getByRole('button', { name: either('冻结并继续', 'Freeze and continue') })
    // In the second language it is frozen already.
    const frozen = dialog(page).getByRole('definition').first()
    await expect(freeze.or(frozen).first()).toBeVisible()
    if (await freeze.isVisible()) {
      await check('leaving: freezing')
      await freeze.click()
    }
    await expect(frozen).toBeVisible()
    await check('leaving: what is there')
    await press('下一步', 'Next', dialog(page))
    await check('leaving: where it goes')
    await press('下一步', 'Next', dialog(page))
    await check('leaving: all that will happen')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('axe finds nothing where files of others and the second bin are looked at', async ({
  context,
  server,
}) => {
  const company = await organisation(server)
  const owner = await company.person('axe_files', '有文件')
  const theirs = await signIn(server.origin, 'axe_files', PASSWORD)
  await theirs.call(createFolder, { parentId: '0', instanceName: 'Axe 资料' })
  const { instanceId } = await theirs.upload('0', 'Axe 旧.txt', Buffer.from('a'))
  await theirs.call(removeInstances, { instanceIds: [instanceId] })
  await theirs.call(clearTrash, {})
  await visits(context, server, async ({ page, check, go, press, close }) => {
    const item = (text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text })
    await go('admin/files?q=axe_files')
    await expect(item('axe_files')).toBeVisible()
    await check('whose files')
    await main(page)
      .getByRole('tab', { name: either('部门文件', 'Department files') })
      .click()
    await expect(page).toHaveURL(/kind=departments/)
    await check('files of departments')
    await go(`admin/files?person=${owner.userId}`)
    await expect(item('Axe 资料')).toBeVisible()
    await check('somebody’s files')
    await go('admin/recycle?q=Axe')
    await expect(item('Axe 旧.txt')).toBeVisible()
    await check('the second bin')
    await item('Axe 旧.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^(还原给其他人…|Restore to another person)/ }).click()
    await expect(dialog(page).getByRole('combobox')).toBeVisible()
    await press('还原 1 项', 'Restore 1 item', dialog(page))
    await check('to somebody else')
    await close()
  })
})
