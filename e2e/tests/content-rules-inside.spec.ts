import { removeDlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { createFolder, moveInstances } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { createShare } from '@clouddisk/contract/shares'
import { type Person, signIn } from '../../server/test/person.ts'
import { button } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { dropFiles } from '../support/drop.ts'
import { either, list, menuOf, nameIn, openFolder } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { test as base, expect, signedIn, signInByCall } from '../support/test.ts'
import { openTransfers, transfer } from '../support/transfers.ts'

/** Content rules inside the company: what people see where a rule blocks. */

/** A rule that blocks everywhere, while a test runs. */
const test = base.extend<{ rule: string }>({
  rule: [
    async ({ server }, use) => {
      const admin = await signIn(server.origin, 'admin', PASSWORD)
      const { ruleId } = await admin.call(saveDlpRule, {
        ...{
          name: '绝密文件',
          kind: 'words',
          terms: ['绝密'],
          level: 'high',
          action: 'block',
          enabled: true,
        },
        places: ['share', 'transfer', 'upload'],
      })
      await use(ruleId)
      await admin.call(removeDlpRule, { ruleId })
    },
    { auto: true },
  ],
})

const TOLD = { name: either('命中安全规则，已被拦截', 'Blocked by a security rule') }

/** Somebody with a shared folder, and a file that may not come into it. */
async function sharer(server: Server, account: string, name: string): Promise<Person> {
  const company = await organisation(server)
  await company.person(account, name)
  await company.person(`${account}_to`, `${name}同事`)
  const api = await signIn(server.origin, account, PASSWORD)
  const { user } = await signIn(server.origin, `${account}_to`, PASSWORD)
  const { instanceId } = await api.call(createFolder, { parentId: '0', instanceName: '共享' })
  const members = [{ principalType: 'user' as const, principalId: user.userId, role: 'viewer' as const }]
  await api.call(createShare, { instanceIds: [instanceId], members })
  await api.upload('0', '底稿.txt', Buffer.from('绝密'))
  return api
}

test('a blocked move says which file meets which rule, and moves nothing (R229, R245)', {
  tag: '@core',
}, async ({ context, server }) => {
  const api = await sharer(server, 'ci_move', '周一')
  const page = await signedIn(context, server, 'ci_move')
  await nameIn(page, '底稿.txt').click()
  await page.keyboard.press('Control+x')
  await openFolder(page, '共享')
  await page.keyboard.press('Control+v')
  const told = page.getByRole('alertdialog', TOLD)
  await expect(told).toContainText('底稿.txt')
  await expect(told).toContainText('绝密文件 · 高敏感')
  await expect(button(told, '知道了')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(told).toBeHidden()
  expect(await api.tree()).toEqual({ 共享: {}, '底稿.txt': 6 })
})

test('a link to a file that is known to be blocked offers internal sharing instead (R245)', async ({
  context,
  server,
}) => {
  const api = await sharer(server, 'ci_link', '周三')
  // What was refused is known from then on.
  const [folder] = await api.list()
  const id = (await api.list()).find(({ instanceName }) => instanceName === '底稿.txt')?.instanceId ?? ''
  await expect(
    api.call(moveInstances, { instances: [id], targeParentId: folder?.instanceId ?? '' }),
  ).rejects.toMatchObject({ name: 'sensitive_content' })
  await signInByCall(context, server, 'ci_link')
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  await page.goto(`${server.origin}/disk/personalFile`)
  await menuOf(page, '底稿.txt')
  await page.getByRole('menuitem', { name: either('外链分享…', 'Share link…') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: either('创建外链', 'Create link') })
    .click()
  const dialog = page.getByRole('dialog', { name: either('文件含有敏感内容', 'Sensitive content') })
  await expect(dialog).toContainText('绝密文件')
  await auditor(page, wardrobe, 'zh-CN').check('what a link meets')
  await dialog.getByRole('button', { name: either('内部共享', 'Share internally') }).click()
  await expect(page.getByRole('dialog', { name: either('内部共享', 'Internal sharing') })).toContainText(
    '底稿.txt',
  )
})

test('an upload into a group that is blocked by its name says so in its row', async ({
  context,
  server,
  desk,
}) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { ruleId } = await admin.call(saveDlpRule, {
    ...{ name: '图纸', kind: 'fileType', terms: ['dwg'], level: 'high', action: 'block', enabled: true },
    places: ['upload'],
  })
  const company = await organisation(server)
  await company.person('ci_upload', '周五')
  const api = await signIn(server.origin, 'ci_upload', PASSWORD)
  const { rootId } = await api.call(createGroup, { groupName: '设计', capacity: 1 })
  const path = await desk.file('总图.dwg', 'abc')
  const page = await signedIn(context, server, 'ci_upload', `groupFile?folder=${rootId}`)
  await dropFiles(page, [path], list(page))
  await openTransfers(page)
  await expect(transfer(page, '总图.dwg')).toContainText('内容命中安全规则，已被拦截')
  expect(await api.tree(rootId)).toEqual({})
  await admin.call(removeDlpRule, { ruleId })
})
