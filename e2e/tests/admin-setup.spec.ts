import { createDepartment } from '@clouddisk/contract/admin-departments'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { dismissSetup } from '@clouddisk/contract/dashboard'
import { searchUsers } from '@clouddisk/contract/directory'
import { signIn } from '../../server/test/person.ts'
import { button, main } from '../support/administration.ts'
import { toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, signedIn, speak, test } from '../support/test.ts'

/** What a super administrator sets up, and the settings of the installation. */

test('the checklist ticks itself, leads to where a step is done, and is dismissed', { tag: '@core' }, async ({
  context,
  server,
}) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  await newPerson(server)
  const page = await signedIn(context, server, 'admin', 'admin/overview')
  const card = page.getByRole('region', { name: '开始使用' })
  const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })
  await expect(step('添加用户')).toContainText('（已完成）')
  await expect(step('存储')).toContainText('（已完成）')
  await expect(step('邮件')).toContainText('（未完成）')
  await expect(step('邮件')).toContainText('CLOUDDISK_SMTP_URL')
  await expect(step('备份')).toContainText('docs/operating/README.md › Backup, restore, upgrade')

  if (await step('建立部门').getByText('（未完成）').isVisible()) {
    await button(step('建立部门'), '去设置').click()
    await expect(page).toHaveURL(/\/disk\/admin\/users/)
    await admin.call(createDepartment, { departmentName: `setup_${Date.now()}` })
    await page.goBack()
    await page.reload()
  }
  await expect(step('建立部门')).toContainText('（已完成）')

  await button(card, '关闭清单').click()
  await expect(card).toHaveCount(0)
  await expect(toast(page, '已关闭清单')).toBeVisible()
  await button(page.getByRole('region', { name: '通知' }), '撤销').click()
  await expect(card).toBeVisible()
  await button(card, '关闭清单').click()
  await page.reload()
  await expect(page.getByRole('region', { name: '健康' })).toBeVisible()
  await expect(card).toHaveCount(0)
  await admin.call(dismissSetup, { dismissed: false })
})

for (const [language, texts] of [
  ['zh-CN', { off: '不遮盖', other: '遮盖其他部门', all: '遮盖所有人', save: '保存', saved: '已保存' }],
  ['en-US', { off: 'Off', other: 'Other departments', all: 'Everyone', save: 'Save', saved: 'Saved' }],
] as const)
  test(`names are masked as the setting says (${language})`, async ({ context, server, api }) => {
    const name = await newPerson(server)
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    await admin.call(saveInstanceSettings, { maskNames: 'off' })
    const seen = async () => {
      const { list } = await api.call(searchUsers, { keyword: name })
      return list.map(({ userName }) => userName)
    }
    expect(await seen()).toEqual([name])

    const page = await signedIn(context, server, 'admin', 'admin/overview')
    await speak(page, language)
    await page.goto(`${server.origin}/disk/admin/config`)
    const option = (label: string) => main(page).getByRole('radio', { name: new RegExp(`^${label}`) })
    const named = page.getByRole('radio', { name: new RegExp(`^${texts.off}`) })
    const form = main(page).locator('form').filter({ has: named })
    await expect(option(texts.off)).toBeChecked()
    for (const label of [texts.other, texts.all]) {
      await option(label).click()
      await button(form, texts.save).click()
      await expect(toast(page, texts.saved)).toBeVisible()
      expect(await seen()).toEqual([expect.stringContaining('**')])
      await page.reload()
      await expect(option(label)).toBeChecked()
    }
    await option(texts.off).click()
    await button(form, texts.save).click()
    await expect(toast(page, texts.saved)).toBeVisible()
    expect(await seen()).toEqual([name])
  })
