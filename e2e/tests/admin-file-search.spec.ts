import { createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import { pageLogs } from '@clouddisk/contract/audit'
import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { signIn } from '../../server/test/person.ts'
import { button, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { either, heading } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Administrators ask for files among those of all people, groups and departments. */

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a file is found among those of all, narrowed, and opened where it lies, by the keyboard too', {
  tag: '@core',
}, async ({ context, server }) => {
  const company = await organisation(server)
  const studio = await company.department('查找部')
  await company.person('find_me', '方圆', { departmentId: studio })
  const owner = await signIn(server.origin, 'find_me', PASSWORD)
  const { instanceId: plans } = await owner.call(createFolder, { parentId: '0', instanceName: '方案' })
  await owner.upload(plans, '海图-预算.xlsx', Buffer.from('money'))
  const group = await owner.call(createGroup, { groupName: '查找群', capacity: 1 })
  const { instanceId: chart } = await owner.call(createFolder, {
    parentId: group.rootId,
    instanceName: '海图-群',
  })
  await owner.upload(chart, '群内.txt', Buffer.from('in it'))
  const shelf = await company.admin.call(createDepartmentGroup, {
    departmentId: studio,
    ownerId: owner.user.userId,
    groupName: '查找部门群',
    capacity: 1,
  })
  await owner.upload(shelf.rootId, '海图-部门.txt', Buffer.from('ours'))
  const { instanceId: old } = await owner.upload('0', '海图-旧.txt', Buffer.from('old'))
  await owner.call(removeInstances, { instanceIds: [old] })

  const page = await signedIn(context, server, 'admin', 'admin/files')
  await button(main(page), '搜索全部文件').click()
  await expect(heading(page)).toHaveText('搜索全部文件')
  const found = page.getByRole('grid', { name: '找到的文件' })
  const item = (name: string) => found.getByRole('row').filter({ hasText: name })
  const keyword = page.getByRole('searchbox', { name: '文件或文件夹的名称' })
  await page.keyboard.press('/')
  await expect(keyword).toBeFocused()
  await page.keyboard.type('海图')
  await expect(main(page).getByText('3 项', { exact: true })).toBeVisible()
  await expect(item('海图-旧')).toHaveCount(0)
  await expect(item('海图-预算')).toContainText('个人文件 / 方案')
  await expect(item('海图-预算')).toContainText('方圆')
  await expect(item('海图-预算')).toContainText('5 B')
  await expect(item('海图-群')).toContainText('查找群')
  await expect(item('海图-部门')).toContainText('查找部门群')

  await main(page).getByRole('combobox', { name: '空间' }).click()
  await page.getByRole('option', { name: '部门文件' }).click()
  await expect(main(page).getByText('1 项', { exact: true })).toBeVisible()
  await expect(item('海图-部门')).toBeVisible()
  await button(main(page), '重置').click()
  await expect(keyword).toHaveValue('')
  await keyword.fill('海图')
  await main(page).getByRole('combobox', { name: /^所属/ }).click()
  await page.getByRole('combobox', { name: '姓名、账号或群组名' }).fill('查找群')
  await page.getByRole('option', { name: /^查找群/ }).click()
  await expect(main(page).getByText('1 项', { exact: true })).toBeVisible()
  await expect(item('海图-群')).toBeVisible()
  await expect
    .poll(async () => {
      const { list } = await company.admin.call(pageLogs, { action: 'admin.searched', pageSize: 20 })
      return list.map(({ detail }) => [detail?.keyword, detail?.ownerId])
    })
    .toContainEqual(['海图', group.groupId])

  // A folder is opened, a file's folder in the tree of whoever has it; Back finds what was asked.
  await keyword.focus()
  await page.keyboard.press('Enter')
  await expect(found).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('海图-群')
  await expect(page.getByRole('row').filter({ hasText: '群内.txt' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`space=${group.groupId}`))
  await page.goBack()
  await expect(keyword).toHaveValue('海图')
  await expect(item('海图-群')).toBeVisible()
  await item('海图-群').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '打开所在文件夹' }).click()
  await expect(heading(page)).toHaveText('查找群')
  await page.goBack()
  await button(main(page), '重置').click()
  await keyword.fill('海图-预算')
  await expect(main(page).getByText('1 项', { exact: true })).toBeVisible()
  await item('海图-预算').dblclick()
  await expect(heading(page)).toHaveText('方案')
  await expect(page).toHaveURL(new RegExp(`person=${owner.user.userId}`))
  await expect(page.getByRole('row').filter({ hasText: '海图-预算.xlsx' })).toBeVisible()
})

test('more than two hundred, none and a failure are said', async ({ context, server, problems }) => {
  problems.expect(NO_NETWORK)
  const company = await organisation(server)
  await company.person('find_many', '万千')
  const owner = await signIn(server.origin, 'find_many', PASSWORD)
  const children = Array.from({ length: 201 }, (_, i) => ({ instanceName: `海量 ${i}` }))
  await owner.call(batchCreateFolder, { instanceName: '都在这里', children })

  const page = await signedIn(context, server, 'admin', 'admin/files?among=all&q=海量')
  await expect(main(page).getByText('还有更多匹配的文件')).toBeVisible()
  await expect(main(page).getByText('200 项', { exact: true })).toBeVisible()
  await button(main(page), '更换关键词').click()
  const keyword = page.getByRole('searchbox', { name: '文件或文件夹的名称' })
  await expect(keyword).toBeFocused()
  await keyword.fill('海量 200')
  await expect(main(page).getByText('1 项', { exact: true })).toBeVisible()
  await expect(main(page).getByText('还有更多匹配的文件')).toHaveCount(0)
  await keyword.fill('没有这样的文件')
  await expect(main(page).getByText('没有找到文件')).toBeVisible()
  await button(main(page), '清除筛选').click()
  await expect(keyword).toHaveValue('')
  await page.route('**/admin/files/search', (route) => route.abort())
  await keyword.fill('海量 7')
  await expect(main(page).getByText('搜索失败')).toBeVisible()
  await page.unroute('**/admin/files/search')
  await main(page).getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: '海量 7' }).first()).toBeVisible()
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`axe finds nothing where files of all are asked for (${language})`, async ({ context, server }) => {
    const company = await organisation(server)
    const account = `find_axe_${language === 'zh-CN' ? 'zh' : 'en'}`
    await company.person(account, '轴心')
    const owner = await signIn(server.origin, account, PASSWORD)
    const children = Array.from({ length: 201 }, (_, i) => ({ instanceName: `${account} ${i}` }))
    await owner.call(batchCreateFolder, { instanceName: 'axe', children })
    const page = await signedIn(context, server, 'admin', 'admin/files')
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const { check } = auditor(page, wardrobe, language)
    await page.goto(`${server.origin}/disk/admin/files?among=all&q=${account}`)
    await expect(heading(page)).toHaveText(either('搜索全部文件', 'Search all files'))
    await expect(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible()
    await expect(main(page).getByText(/^(还有更多匹配的文件|More files match)$/)).toBeVisible()
    await check('files found, more than are told')
    await page.goto(`${server.origin}/disk/admin/files?among=all&q=nothing-like-this&kind=group`)
    await expect(main(page).getByText(/^(没有找到文件|No files found)$/)).toBeVisible()
    await check('nothing found')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.origin}/disk/admin/files?among=all&q=${account}`)
    await expect(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible()
    await check('files found, on a phone')
  })
