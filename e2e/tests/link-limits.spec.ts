import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { signIn } from '../../server/test/person.ts'
import { faultsOf } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { folderRow, link, newFolder, visit } from '../support/link-visit.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, speak, test } from '../support/test.ts'

/** Limits of what a network uses of external links: where they are set, and what visitors see of them. */

for (const [language, words] of [
  [
    'zh-CN',
    {
      form: '外链访问限制',
      visits: '每个网络每小时访问',
      save: '保存',
      saved: '已保存',
      range: '请输入 1–1000000 的整数',
      full: /你所在的网络访问外链已达上限。请在 \d{4}-\d\d-\d\d \d\d:\d\d 后再试/,
    },
  ],
  [
    'en-US',
    {
      form: 'Limits for external links',
      visits: 'Visits from a network, per hour',
      save: 'Save',
      saved: 'Saved',
      range: 'Enter a whole number from 1 to 1000000',
      full: /Your network has reached its limit for links. Try again after \d{4}-\d\d-\d\d \d\d:\d\d/,
    },
  ],
] as const)
  test(`are set by an administrator, and visitors see until when (${language})`, { tag: '@core' }, async ({
    context,
    server,
    api,
    browser,
    problems,
  }) => {
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    const top = await newFolder(api, '0', '媒体资料包')
    await newFolder(api, top, '产品高清图')
    const made = await link(api, [top])
    const page = await signedIn(context, server, 'admin', 'admin/overview')
    await speak(page, language)
    await page.goto(`${server.origin}/disk/admin/config`)
    const form = page.getByRole('form', { name: words.form })
    const visits = form.getByRole('textbox', { name: words.visits })
    await expect(visits).toHaveValue('')
    await visits.fill('many')
    await form.getByRole('button', { name: words.save }).click()
    await expect(form).toContainText(words.range)
    await visits.fill('1')
    await page.keyboard.press('Enter')
    await expect(toast(page, words.saved)).toBeVisible()
    await page.reload()
    await expect(visits).toHaveValue('1')

    try {
      const visitor = async () => {
        const visiting = await (await anotherBrowser(browser, problems)).newPage()
        await speak(visiting, language)
        await visit(visiting, server, made)
        return visiting
      }
      // The other language used the one visit of this network up, if it came before.
      problems.expect(/429/)
      const first = await visitor()
      await expect(folderRow(first, '产品高清图').or(first.getByText(words.full))).toBeVisible()
      const second = await visitor()
      await expect(second.getByText(words.full)).toBeVisible()
      expect(await faultsOf(second)).toEqual([])
    } finally {
      await visits.fill('')
      await form.getByRole('button', { name: words.save }).click()
      await expect(toast(page, words.saved).first()).toBeVisible()
      await admin.call(saveInstanceSettings, { linkVisitsPerHour: 0 })
    }
    await page.reload()
    await expect(visits).toHaveValue('')
  })
