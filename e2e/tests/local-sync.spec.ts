import { createFolder } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { saveSettings } from '@clouddisk/contract/settings'
import type { Locator, Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { changeSync, type FakeHostOptions, hostCalls, syncTask, withHost } from '../support/fake-host.ts'
import { main, toast } from '../support/files.ts'
import { openSettings, settings } from '../support/settings.ts'
import { test as base, expect, signedIn } from '../support/test.ts'

/** The page of local syncs (B§2), with a client that stands for the real one. */

const test = base.extend<{ open: (options: FakeHostOptions) => Promise<Page> }>({
  open: async ({ context, server, person, api }, use) => {
    await use(async (options) => {
      await api.call(saveSettings, { localSync: true })
      await withHost(context, options)
      return signedIn(context, server, person, 'localSyncPage')
    })
  },
})

const row = (page: Page, name: string): Locator =>
  main(page).getByRole('row', { name: new RegExp(`^${name} `) })
const dialog = (page: Page): Locator => page.getByRole('dialog').last()
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name })
const choose = async (page: Page, name: string, action: string) => {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: action }).click()
}

test('a task is made in two steps, with both folders and a time (R163, R164, R165)', {
  tag: '@core',
}, async ({ open, api }) => {
  const { instanceId } = await api.call(createFolder, { instanceName: '备份' })
  const page = await open({ folder: '/home/lin/文档/合同' })
  await expect(main(page)).toContainText('还没有本地同步')
  await button(main(page), '新建同步').first().click()
  await expect(dialog(page)).toContainText('第 1 步，共 2 步')
  await expect(dialog(page)).toContainText('最多 5000 个文件')
  expect(await faultsOf(page), 'the first step').toEqual([])
  await expect(button(dialog(page), '下一步')).toHaveAttribute('aria-disabled', 'true')
  await button(dialog(page), '选择 本地文件夹').click()
  await expect(dialog(page)).toContainText('/home/lin/文档/合同')
  await expect(button(dialog(page), '下一步')).toHaveAttribute('aria-disabled', 'true')
  await button(dialog(page), '选择 云端文件夹').click()
  await page.getByRole('treeitem', { name: '备份' }).click()
  await dialog(page).getByRole('button', { name: '选择', exact: true }).click()
  await expect(dialog(page)).toContainText('备份')
  await button(dialog(page), '下一步').click()
  await expect(dialog(page)).toContainText('第 2 步，共 2 步')
  await expect(page.getByRole('radio', { name: /单向上传/ })).toBeDisabled()
  const time = dialog(page).getByRole('combobox', { name: '每天更新时间' })
  await expect(time).toHaveText(/^([01]\d|2[0-3]):(00|15|30|45)$/)
  expect(await faultsOf(page), 'the second step').toEqual([])
  await time.click()
  const times = await page.getByRole('option').allTextContents()
  expect([times.length, times[0], times[1], times.at(-1)]).toEqual([96, '00:00', '00:15', '23:45'])
  await page.getByRole('option', { name: '23:45' }).click()
  await button(dialog(page), '确定').click()
  await expect(toast(page, /已新建“合同”的本地同步/)).toBeVisible()
  const [made] = await hostCalls(page, 'createLocalSync')
  expect(made?.input).toMatchObject({ folder: 'grant', syncTime: '23:45', inGroup: false })
  const { diskPathIds } = (made?.input ?? { diskPathIds: '' }) as { diskPathIds: string }
  expect(diskPathIds.split('/').at(-1)).toBe(instanceId)
  await expect(row(page, '合同')).toContainText('每天 23:45')
})

test('what the client refuses is told in the dialog, which stays (R165, R170, R171)', async ({
  open,
  api,
}) => {
  await api.call(createFolder, { instanceName: '备份' })
  const page = await open({ folder: '/home/lin/a', refusesSync: '已存在相同的本地同步，不能重复配置。' })
  await button(main(page), '新建同步').first().click()
  await button(dialog(page), '选择 本地文件夹').click()
  await button(dialog(page), '选择 云端文件夹').click()
  await page.getByRole('treeitem', { name: '备份' }).click()
  await dialog(page).getByRole('button', { name: '选择', exact: true }).click()
  await button(dialog(page), '下一步').click()
  await button(dialog(page), '确定').click()
  await expect(dialog(page).getByRole('alert')).toHaveText('已存在相同的本地同步，不能重复配置。')
  await expect(button(dialog(page), '确定')).toHaveAttribute('aria-disabled', 'true')
})

test('the list shows each task, follows its runs, and edits its time alone (R160, R161, R165, R169)', async ({
  open,
}) => {
  const failed = syncTask({
    id: 2,
    folderName: '照片',
    syncStatus: 'error',
    errmsg: '2 个文件未同步。',
    report: {
      ...syncTask().report,
      failed: 2,
      failures: [{ path: 'a/b.jpg', errmsg: '无法读取。' }],
    } as never,
  })
  const fresh = syncTask({ id: 3, folderName: '新', syncStatus: 'wait', lastSyncTime: null, report: null })
  const page = await open({ localSyncs: [syncTask(), failed, fresh], found: false })
  await expect(main(page).getByRole('columnheader')).toHaveText([
    ...['同步列表', '状态', '本地路径', '云端路径', '上次同步时间', '操作'],
  ])
  await expect(row(page, '新').getByRole('gridcell').last()).toHaveText('--')
  await expect(row(page, '合同').getByRole('gridcell')).toContainText([
    ...['合同', '已完成', '/home/lin/文档/合同', '备份', /11-2[78] \d\d:\d\d/],
  ])
  await expect(row(page, '合同')).toContainText('上传 6 个，未变 122 个，失败 0 个')
  await expect(row(page, '照片')).toContainText('2 个文件未同步。')
  expect(await faultsOf(page), 'the list').toEqual([])

  await choose(page, '照片', '查看结果')
  await expect(dialog(page)).toContainText('a/b.jpg')
  await button(dialog(page), '关闭').last().click()

  await choose(page, '合同', '编辑')
  await expect(dialog(page)).toContainText('路径创建后不能修改')
  await expect(button(dialog(page), '选择 本地文件夹')).toHaveCount(0)
  await button(dialog(page), '下一步').click()
  await dialog(page).getByRole('combobox', { name: '每天更新时间' }).click()
  await page.getByRole('option', { name: '00:00' }).click()
  await button(dialog(page), '确定').click()
  await expect(row(page, '合同')).toContainText('每天 00:00')

  await changeSync(page, 1, { syncStatus: 'syncing' })
  await expect(row(page, '合同')).toContainText('正在同步')
  await row(page, '合同').hover()
  await expect(row(page, '合同').getByRole('button', { name: '编辑' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await row(page, '合同').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '编辑' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  await choose(page, '照片', '立即同步')
  expect((await hostCalls(page, 'runLocalSync')).map(({ input }) => input)).toEqual([{ id: 2 }])
  await choose(page, '照片', '打开本地文件夹')
  await expect(toast(page, /文件不存在或路径已变更/)).toBeVisible()
  await choose(page, '照片', '删除')
  await button(page.getByRole('alertdialog'), '删除').click()
  await expect(row(page, '照片')).toHaveCount(0)
})

test('the help opens beside its link (R161)', async ({ open }) => {
  const page = await open({ localSyncs: [syncTask()] })
  await button(main(page), '帮助').click()
  const help = page.getByRole('dialog', { name: '本地同步如何工作' })
  await expect(help).toContainText('每天在设定的时间')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
})

test('a task that waits again on another day shows it (R167, R168)', async ({ open }) => {
  const page = await open({ localSyncs: [syncTask()] })
  await expect(row(page, '合同')).toContainText('已完成')
  await changeSync(page, 1, { syncStatus: 'wait' }, 'localSyncChanged')
  await expect(row(page, '合同')).toContainText('等待同步')
})

test('an edit that the client refuses says so, and how to go on (R165, R169)', async ({ open }) => {
  const refusal = '正在同步，无法编辑。请等待同步完成。'
  const page = await open({ localSyncs: [syncTask()], refusesSync: refusal })
  await choose(page, '合同', '编辑')
  await button(dialog(page), '下一步').click()
  await button(dialog(page), '确定').click()
  await expect(dialog(page).getByRole('alert')).toHaveText(refusal)
  await expect(button(dialog(page), '确定')).toHaveAttribute('aria-disabled', 'true')
  await button(dialog(page), '确定').hover()
  await expect(page.getByRole('tooltip')).toHaveText('请返回上一步再试')
})

test('the cloud folder is opened with its path, and a missing one is told (R162)', async ({ open, api }) => {
  const { instanceId } = await api.call(createFolder, { instanceName: '备份' })
  const ids = `${api.user.rootId}/${instanceId}`
  const page = await open({
    localSyncs: [syncTask({ diskPathIds: ids }), syncTask({ id: 2, folderName: '旧' })],
  })
  await choose(page, '旧', '打开云端文件夹')
  await expect(toast(page, /文件不存在或路径已变更/)).toBeVisible()
  await choose(page, '合同', '打开云端文件夹')
  await expect(page).toHaveURL(/\/disk\/personalFile.*IndividualOrDepartment=0.*form=HikLinkTransList/)
  const query = new URL(page.url()).searchParams
  expect(JSON.parse(query.get('breadcrumbList') ?? '')).toMatchObject([
    {},
    { instanceId, instanceName: '备份' },
  ])
  expect(query.get('fileAuth')?.split(',')).toContain('upload')
})

test('that of a group is opened among the group files (R162)', async ({ open, api }) => {
  const { rootId } = await api.call(createGroup, { groupName: '同步到群组', capacity: 1 })
  const page = await open({ localSyncs: [syncTask({ diskPathIds: rootId, inGroup: true })] })
  await choose(page, '合同', '打开云端文件夹')
  await expect(page).toHaveURL(/\/disk\/groupFile.*IndividualOrDepartment=0.*form=HikLinkTransList/)
})

test('it is there in the client alone and while the setting is on (R29, R30)', async ({
  open,
  drive,
  server,
}) => {
  await drive.goto(`${server.origin}/disk/localSyncPage`)
  await expect(drive).toHaveURL(/\/disk\/personalFile/)
  const page = await open({ localSyncs: [syncTask()] })
  await expect(row(page, '合同')).toBeVisible()
  await expect(page.getByRole('link', { name: '本地同步' })).toBeVisible()
  await page.goto(`${server.origin}/disk/LocalSyncPage`)
  await expect(page).toHaveURL(/\/disk\/localSyncPage$/)
  await openSettings(page, '传输')
  await settings(page).getByRole('switch', { name: '本地同步到云盘' }).click()
  await expect(page).toHaveURL(/\/disk\/personalFile/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: '本地同步' })).toHaveCount(0)
  await page.goto(`${server.origin}/disk/localSyncPage`)
  await expect(page).toHaveURL(/\/disk\/personalFile/)
})

test('a client that cannot sync folders has neither the page nor the setting (R29, R45, R61)', async ({
  open,
  server,
}) => {
  const page = await open({ syncsFolders: false })
  await expect(page).toHaveURL(/\/disk\/personalFile/)
  await expect(page.getByRole('link', { name: '传输列表' })).toBeVisible()
  await expect(page.getByRole('link', { name: '本地同步' })).toHaveCount(0)
  await openSettings(page, '传输')
  await expect(settings(page).getByRole('switch', { name: '每次下载前询问保存位置' })).toBeVisible()
  await expect(settings(page).getByRole('switch', { name: '本地同步到云盘' })).toHaveCount(0)
  await page.goto(`${server.origin}/disk/clientTransList`)
  await expect(page.getByRole('tab')).toHaveCount(3)
})
