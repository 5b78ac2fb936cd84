import { createFolder } from '@clouddisk/contract/files'
import { addMembers, createGroup } from '@clouddisk/contract/groups'
import { createShare } from '@clouddisk/contract/shares'
import { auditor } from '../support/axe.ts'
import { type Company, companyOf, unique } from '../support/colleagues.ts'
import { heading, main, menuOf, row } from '../support/files.ts'
import { test as base, expect, signInByCall, type Words } from '../support/test.ts'

/** Sharing, the lists of shares, permissions and their reasons, as axe sees them in both languages. */

const test = base.extend<{ company: Company }>({
  company: async ({ server, browser, problems }, use) => {
    await use(await companyOf(server, browser, problems))
  },
})
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(300_000)

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']

test('axe finds nothing where people share', async ({ context, server, person, api, company }) => {
  const brandName = unique('品牌组')
  const brand = await company.department(brandName)
  await company.moveTo(api, brand)
  const wu = await company.colleague('吴涵', brand)
  const zhang = await company.colleague('张敏敏', brand)
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  const given = await zhang.api.call(createFolder, { parentId: '0', instanceName: '媒体采访' })
  const user = (principalId: string) => ({ principalType: 'user' as const, principalId })
  const expireTime = new Date(Date.now() + 3 * 24 * 3600_000).toISOString()
  await zhang.api.call(createShare, {
    instanceIds: [given.instanceId],
    members: [{ ...user(api.user.userId), role: 'editor' }],
    expireTime,
  })
  await api.call(createShare, {
    instanceIds: [folder.instanceId],
    members: [{ ...user(wu.id), role: 'viewer' }],
  })
  const group = await api.call(createGroup, { groupName: unique('素材库'), capacity: 1 })
  await api.call(addMembers, { groupId: group.groupId, members: [{ ...user(wu.id), role: 'editor' }] })
  await api.call(createFolder, { parentId: group.rootId, instanceName: '合同' })

  await signInByCall(context, server, person)
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  for (const language of LANGUAGES) {
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const say = (zh: string, en: string) => (language === 'zh-CN' ? zh : en)
    const { check } = auditor(page, wardrobe, language)
    const go = async (path: string) => {
      await page.goto(`${server.origin}/disk/${path}`)
      await expect(heading(page)).toBeVisible()
    }

    await go('fileShare')
    await main(page).getByRole('tab').last().click()
    await expect(row(page, '媒体采访')).toBeVisible()
    await check(`received, ${language}`)
    await main(page).getByRole('tab').first().click()
    await row(page, '资料').getByRole('checkbox').click({ force: true })
    await check(`published, one chosen, ${language}`)

    await go('personalFile')
    await menuOf(page, '资料')
    await page.getByRole('menuitem', { name: say('内部共享…', 'Share…') }).click()
    const dialog = page.getByRole('dialog', { name: say('内部共享', 'Internal sharing') })
    await expect(dialog.getByRole('treeitem').first()).toBeVisible()
    await expect(dialog.getByText('吴涵')).toBeVisible()
    await check(`share dialog, who has it, ${language}`)
    await dialog.getByRole('searchbox').fill(brandName)
    await dialog.getByRole('option').first().click()
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await check(`share dialog, a department chosen, ${language}`)
    await dialog.getByRole('combobox').first().click()
    await expect(page.getByRole('option', { name: say('可管理', 'Can manage') })).toBeVisible()
    await check(`share dialog, roles, ${language}`)

    await go(`groupFile?folder=${group.rootId}`)
    await menuOf(page, '合同')
    await page.getByRole('menuitem', { name: say('权限…', 'Permissions…'), exact: true }).click()
    await expect(page.getByRole('dialog').getByText('吴涵')).toBeVisible()
    await check(`permissions, ${language}`)
    await go(`groupFile?folder=${group.rootId}`)
    await menuOf(page, '合同')
    await page.getByRole('menuitem', { name: say('我的权限…', 'My permissions…') }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await check(`reasons, ${language}`)
    await go(`groupFile?folder=${group.rootId}`)
    await row(page, '合同').click()
    await page.keyboard.press('Alt+Enter')
    await expect(page.getByRole('complementary').getByText('吴涵')).toBeVisible()
    await check(`details, ${language}`)
    await page.keyboard.press('Alt+Enter')
  }
})
