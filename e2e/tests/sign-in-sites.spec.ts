import { querySites, removeSite, saveSite } from '@clouddisk/contract/admin-sites'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

/** The sign-in page of a company with sites in several regions. One server stands for both: by its address, and as localhost. */

test('the region of one’s site is chosen, and another one leads to its sign-in page and on from there (R54, R93)', {
  tag: '@core',
}, async ({ page, server, person }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const other = server.origin.replace('127.0.0.1', 'localhost')
  await admin.call(saveSite, { siteName: 'Shanghai', region: 'asiaPacific', address: server.origin })
  await admin.call(saveSite, {
    siteName: 'Austin',
    region: 'northAmerica',
    networks: ['127.0.0.0/8', '::1'],
    address: other,
  })
  try {
    await page.goto(`${server.origin}/disk/login?service=${encodeURIComponent('/disk/recycleBin')}`)
    // Browsers of these tests are at Austin, whose page is elsewhere; nobody is led there unasked.
    await expect(page.getByRole('link', { name: new URL(other).host })).toBeVisible()
    await page.getByRole('button', { name: '高级设置' }).click()
    const region = page.getByRole('combobox', { name: '区域' })
    await expect(region).toContainText('北美')
    await region.click()
    await page.getByRole('option', { name: '亚太' }).click()
    await expect(page.getByRole('link', { name: new URL(other).host })).toHaveCount(0)
    expect(new URL(page.url()).origin).toBe(server.origin)
    await region.click()
    await page.getByRole('option', { name: '北美' }).click()
    await expect(page).toHaveURL((url) => url.origin === other && url.pathname === '/disk/login')
    await page.getByRole('button', { name: '高级设置' }).click()
    await expect(page.getByRole('combobox', { name: '区域' })).toContainText('北美')
    await page.getByLabel('账号').fill(person)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${other}/disk/recycleBin`)
  } finally {
    for (const { siteId } of (await admin.call(querySites, {})).list) await admin.call(removeSite, { siteId })
  }
})
