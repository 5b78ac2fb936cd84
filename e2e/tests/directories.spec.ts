import { queryDirectories, removeDirectory, saveDirectory } from '@clouddisk/contract/directories'
import { queryDirectoryRun, startDirectoryRun } from '@clouddisk/contract/directory-runs'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, company, person, Slapd, unit } from '../../server/test/slapd.ts'
import { auditor } from '../support/axe.ts'
import { main, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** The integration platform: a directory is set up, tried, synced and signed in with. */

let slapd: Slapd
const staff = unit('研发中心')
test.beforeAll(async () => {
  slapd = await Slapd.start([
    staff,
    ...company({ divisions: 2, departmentsEach: 2, people: 30 }),
    person('zhang_wei', staff.dn, { cn: 'zhang_wei', displayName: '张伟' }),
  ])
})
test.afterAll(() => slapd.stop())
test.afterEach(async ({ server }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(queryDirectories, {})
  for (const { directoryId } of list) await admin.call(removeDirectory, { directoryId, people: 'freeze' })
})

const dialog = (page: Page) => page.getByRole('dialog').last()

test('an administrator sets up a directory, tries it, syncs it, and people sign in with it (R95, R26, R38, R54, R225, R231)', async ({
  browser,
  context,
  server,
  problems,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/platforms')
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/`)
  const { check } = auditor(page, wardrobe, 'zh-CN')
  await page.bringToFront()
  await expect(main(page)).toContainText('还没有目录')
  await check('no directories')

  await page.getByRole('button', { name: '添加目录' }).click()
  await dialog(page).getByRole('button', { name: '测试连接' }).click()
  await expect(dialog(page).getByRole('textbox', { name: /^ID/ })).toBeFocused()
  await dialog(page).getByRole('textbox', { name: /^ID/ }).fill('corp')
  await dialog(page).getByRole('textbox', { name: /^名称/ }).first().fill('公司目录')
  await dialog(page)
    .getByRole('textbox', { name: /^LDAP 地址/ })
    .fill(slapd.url)
  await dialog(page)
    .getByRole('textbox', { name: /^Base DN/ })
    .fill(BASE)
  await dialog(page)
    .getByRole('textbox', { name: /^绑定用户/ })
    .fill(ADMIN_DN)
  await dialog(page).getByLabel(/^密码/).first().fill('wrong')
  await dialog(page).getByRole('button', { name: '测试连接' }).click()
  await expect(page.getByText(/证书不可信/).first()).toBeVisible()
  await dialog(page)
    .getByRole('textbox', { name: /^CA 证书/ })
    .fill(slapd.ca)
  await dialog(page).getByRole('button', { name: '测试连接' }).click()
  await expect(page.getByText(/用户或密码错误/).first()).toBeVisible()
  await dialog(page).getByLabel(/^密码/).first().fill(ADMIN_PASSWORD)
  await dialog(page).getByRole('button', { name: '测试连接' }).click()
  await expect(dialog(page)).toContainText('连接成功：7 个部门')
  await expect(dialog(page).getByRole('table').getByRole('row')).toHaveCount(11)
  await check('a directory that was tried')
  await dialog(page).getByRole('button', { name: '添加', exact: true }).click()
  await expect(toast(page, '已保存“公司目录”')).toBeVisible()
  await expect(main(page)).toContainText('未同步')
  await check('a directory')

  const openMenu = async (entry: string) => {
    await main(page).getByText('公司目录').click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await openMenu('试运行')
  await expect(dialog(page)).toContainText('新增 31 人', { timeout: 30_000 })
  await expect(dialog(page)).toContainText('将会发生的变化')
  await check('a dry run')
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()
  await openMenu('立即同步')
  await expect(dialog(page)).toContainText('新增 31 人 · 新增 7 个部门', { timeout: 30_000 })
  await dialog(page).getByRole('button', { name: '返回同步记录' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  await check('runs')
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()

  // Whoever comes from it is told apart, and what it says is not changed here.
  await page.goto(`${server.origin}/disk/admin/users?q=zhang_wei`)
  await expect(main(page)).toContainText('域账号')
  await main(page).getByText('zhang_wei').first().dblclick()
  await expect(page.getByRole('dialog')).toContainText('来自目录“公司目录”')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: '姓名' })).toBeDisabled()
  await check('a person of a directory')

  const other = await anotherBrowser(browser, problems)
  const guest = await other.newPage()
  await guest.goto(`${server.origin}/disk/login`)
  await guest.getByRole('switch', { name: '使用域账号' }).click()
  await guest.getByLabel('账号', { exact: true }).fill('zhang_wei')
  await guest.getByLabel('密码', { exact: true }).fill('Pw-zhang_wei')
  await guest.getByRole('button', { name: '登录', exact: true }).click()
  await expect(guest).toHaveURL(/personalFile/)

  const third = await anotherBrowser(browser, problems)
  const ad = await third.newPage()
  const cupboard = await third.newPage()
  await cupboard.goto(`${server.origin}/disk/login`)
  await ad.goto(`${server.origin}/disk/ADlogin`)
  await expect(ad.getByText('使用域账号继续')).toBeVisible()
  await auditor(ad, cupboard, 'zh-CN').check('ADlogin')
  await ad.bringToFront()
  await ad.getByLabel('账号', { exact: true }).fill('zhang_wei')
  await ad.getByLabel('密码', { exact: true }).fill('nothing')
  await ad.getByRole('button', { name: '登录', exact: true }).click()
  await expect(ad.getByText(/账号或密码错误/)).toBeVisible()
  await expect(ad).toHaveURL(/ADlogin/)
  await ad.getByLabel('密码', { exact: true }).fill('Pw-zhang_wei')
  await ad.getByRole('button', { name: '登录', exact: true }).click()
  await expect(ad).toHaveURL(/personalFile/)
  await ad.goto(`${server.origin}/disk/adlogin/`)
  await expect(ad.getByText('你已登录：zhang_wei')).toBeVisible()
  await expect(ad).toHaveURL(/\/ADlogin$/)

  await server.acknowledge('zhang_wei')
  await ad.goto(`${server.origin}/disk/recycleBin`)
  const signOut = ad.waitForRequest(/\/api\/pub\/sso\/logout\?/)
  await ad.getByRole('banner').getByRole('button').last().click()
  await ad.getByRole('menuitem', { name: '退出登录' }).click()
  const sent = new URL((await signOut).url()).searchParams
  expect([sent.get('service'), sent.get('fromAD')]).toEqual([`${server.origin}/disk/recycleBin`, '1'])
})

test('a directory needs an ID, a name, an address, a base, a user and a password (R95, R157)', {
  tag: '@core',
}, async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin/platforms')
  await page.getByRole('button', { name: '添加目录' }).click()
  await dialog(page).getByRole('button', { name: '添加', exact: true }).click()
  const field = (name: RegExp) => dialog(page).getByRole('textbox', { name }).first()
  const needed = [/^ID/, /^名称/, /^LDAP 地址/, /^Base DN/, /^绑定用户/].map(field)
  for (const one of [...needed, dialog(page).getByLabel(/^密码/).first()])
    await expect(one).toHaveAttribute('aria-invalid', 'true')
  await expect(field(/^ID/)).toBeFocused()
  // A business library may be named.
  await expect(field(/^业务库/)).not.toHaveAttribute('aria-invalid', 'true')
  await field(/^LDAP 地址/).fill('https://ldap.example.com')
  await expect(field(/^LDAP 地址/)).toHaveAttribute('aria-invalid', 'true')
})

test('many who would leave wait for an administrator', async ({ context, server }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const common = { code: 'guarded', name: '受保护', protocol: 'ldap' as const, password: ADMIN_PASSWORD }
  const settings = { url: slapd.url, tls: 'none' as const, base: BASE, user: ADMIN_DN, takeOver: true }
  const { directoryId } = await admin.call(saveDirectory, { ...common, settings })
  const run = async () => {
    const { runId } = await admin.call(startDirectoryRun, { directoryId, kind: 'full' })
    await expect
      .poll(async () => (await admin.call(queryDirectoryRun, { runId })).state, { timeout: 30_000 })
      .toMatch(/done|waiting/)
  }
  await run()
  const base = `ou=div0,${BASE}`
  await admin.call(saveDirectory, { ...common, directoryId, settings: { base } })
  await run()
  const page = await signedIn(context, server, 'admin', 'admin/platforms')
  await expect(main(page)).toContainText('等待确认')
  await main(page).getByText('受保护').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '同步记录' }).click()
  await dialog(page).getByRole('listitem').first().getByRole('button').click()
  await expect(dialog(page)).toContainText(/\d+ 人将被冻结/)
  await dialog(page).getByRole('button', { name: '确认并同步' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认并同步' }).click()
  const lastRun = async () => (await admin.call(queryDirectories, {})).list[0]?.lastRun
  await expect.poll(async () => (await lastRun())?.state, { timeout: 30_000 }).toBe('done')
  await expect(dialog(page)).toContainText(`离开 ${(await lastRun())?.counts.left} 人`)
  await expect(dialog(page).getByRole('button', { name: '确认并同步' })).toHaveCount(0)
})
