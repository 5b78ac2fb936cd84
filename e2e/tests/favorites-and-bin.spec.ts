import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import { choose, expectNames, heading, menuOf, nameIn, names, row, toast } from '../support/files.ts'
import { expect, test } from '../support/test.ts'
import { question } from '../support/transfers.ts'

const bytes = (count: number) => Buffer.alloc(count, 'x')

test('S stars what is chosen; the favorites list it, lead to its place and let it go', {
  tag: '@core',
}, async ({ drive, api }) => {
  const tree = await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: '资料',
    children: [{ instanceName: '合同' }],
  })
  const inner = tree.children?.[0]?.instanceId ?? ''
  await api.upload(inner, '框架协议.pdf', bytes(10))
  await nameIn(drive, '资料').dblclick()
  await nameIn(drive, '合同').dblclick()
  await nameIn(drive, '框架协议.pdf').click()
  await drive.keyboard.press('s')
  await expect(row(drive, '框架协议.pdf').getByRole('img', { name: '已收藏' })).toBeVisible()

  await drive.getByRole('link', { name: '我的收藏' }).click()
  await expect(heading(drive)).toHaveText('我的收藏')
  await expect(row(drive, '框架协议.pdf')).toContainText('资料')
  await menuOf(drive, '框架协议.pdf')
  await choose(drive, '打开所在位置')
  await expect(heading(drive)).toHaveText('合同')
  await expect(row(drive, '框架协议.pdf')).toHaveAttribute('aria-selected', 'true')

  await drive.getByRole('link', { name: '我的收藏' }).click()
  await menuOf(drive, '框架协议.pdf')
  await choose(drive, '取消收藏')
  await expect(drive.getByText('还没有收藏')).toBeVisible()
  await drive.getByRole('region', { name: '通知' }).getByRole('button', { name: '撤销' }).click()
  await expect(row(drive, '框架协议.pdf')).toBeVisible()
})

test('the bin restores to where it was, and beside a namesake when the place is taken', async ({
  drive,
  api,
}) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  const file = await api.upload(folder.instanceId, 'a.txt', bytes(1))
  await api.call(removeInstances, { instanceIds: [file.instanceId] })
  await api.upload(folder.instanceId, 'a.txt', bytes(2))
  await drive.getByRole('link', { name: '回收站' }).click()
  await expect(row(drive, 'a.txt')).toContainText('资料')
  await expect(row(drive, 'a.txt')).toContainText(/剩 (29|30) 天/)
  await nameIn(drive, 'a.txt').click()
  await drive
    .getByRole('toolbar', { name: '对所选项目的操作' })
    .getByRole('button', { name: '还原到原位置' })
    .click()
  await expect(toast(drive, /已还原为“a \(1\)\.txt”/)).toBeVisible()
  await expect(drive.getByText('回收站是空的')).toBeVisible()
  expect(await api.tree()).toEqual({ 资料: { 'a.txt': 2, 'a (1).txt': 1 } })
})

test('when the folder is gone for good it is made anew, or another place is chosen (R47, R245)', async ({
  drive,
  api,
}) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '旧' })
  await api.call(createFolder, { parentId: '0', instanceName: '新' })
  for (const name of ['a.txt', 'b.txt']) {
    const file = await api.upload(folder.instanceId, name, bytes(1))
    await api.call(removeInstances, { instanceIds: [file.instanceId] })
  }
  await api.call(removeInstances, { instanceIds: [folder.instanceId] })
  await drive.getByRole('link', { name: '回收站' }).click()
  await expectNames(drive, ['旧', 'b.txt', 'a.txt'])
  await nameIn(drive, '旧').click()
  await drive.keyboard.press('Delete')
  await question(drive).getByRole('button', { name: '彻底删除' }).click()
  await expectNames(drive, ['b.txt', 'a.txt'])
  await expect(row(drive, 'a.txt')).toContainText('原文件夹已删除')

  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('r')
  await expectNames(drive, ['b.txt'])
  await expect(toast(drive, '“a.txt”已还原。原文件夹已删除，已重新创建同名文件夹。')).toBeVisible()
  await expect.poll(() => api.tree()).toEqual({ 新: {}, 旧: { 'a.txt': 1 } })

  await menuOf(drive, 'b.txt')
  await choose(drive, '还原到…')
  const dialog = drive.getByRole('dialog', { name: '还原到' })
  await dialog.getByRole('treeitem', { name: '新' }).click()
  await dialog.getByRole('button', { name: '还原到此处' }).click()
  await expect(drive.getByText('回收站是空的')).toBeVisible()
  await expect.poll(() => api.tree()).toEqual({ 新: { 'b.txt': 1 }, 旧: { 'a.txt': 1 } })
})

test('a folder that comes back in the same go is not told as made anew', async ({ drive, api }) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '旧' })
  const file = await api.upload(folder.instanceId, 'a.txt', bytes(1))
  for (const instanceId of [file.instanceId, folder.instanceId])
    await api.call(removeInstances, { instanceIds: [instanceId] })
  await drive.getByRole('link', { name: '回收站' }).click()
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Control+a')
  await drive.keyboard.press('r')
  await expect(toast(drive, /^已还原 2 项$/)).toBeVisible()
  await expect.poll(() => api.tree()).toEqual({ 旧: { 'a.txt': 1 } })
})

test('deleting for good and emptying ask first and free the space (R40, R141)', async ({ drive, api }) => {
  const ids: string[] = []
  for (const name of ['a.bin', 'b.bin', 'c.bin'])
    ids.push((await api.upload('0', name, bytes(2048))).instanceId)
  await api.call(removeInstances, { instanceIds: ids })
  await drive.getByRole('link', { name: '回收站' }).click()
  await expect(drive.getByText('3 项，占用 6.00 KB')).toBeVisible()
  await nameIn(drive, 'b.bin').click()
  await drive
    .getByRole('toolbar', { name: '对所选项目的操作' })
    .getByRole('button', { name: '彻底删除' })
    .click()
  await expect(question(drive)).toContainText('彻底删除“b.bin”？')
  await expect(question(drive)).toContainText('你将无法还原，并释放')
  await expect(question(drive)).toContainText('管理员在 30 天内仍可找回')
  await expect(question(drive)).toContainText('2.00 KB')
  await question(drive).getByRole('button', { name: '取消' }).click()
  await expect.poll(() => names(drive)).toHaveLength(3)
  await drive.keyboard.press('Delete')
  await question(drive).getByRole('button', { name: '彻底删除' }).click()
  await expect.poll(() => names(drive)).toHaveLength(2)
  await drive.getByRole('button', { name: '清空回收站' }).click()
  await question(drive).getByRole('button', { name: '清空回收站' }).click()
  await expect(drive.getByText('回收站是空的')).toBeVisible()
  await expect(toast(drive, /回收站已清空，释放 4\.00 KB/)).toBeVisible()
})

test('the bin is searched by name and follows what other windows delete', async ({ drive, api }) => {
  const a = await api.upload('0', '预算.xlsx', bytes(1))
  const b = await api.upload('0', '合同.pdf', bytes(1))
  await api.call(removeInstances, { instanceIds: [a.instanceId] })
  await drive.getByRole('link', { name: '回收站' }).click()
  await expectNames(drive, ['预算.xlsx'])
  await api.call(removeInstances, { instanceIds: [b.instanceId] })
  await expect.poll(() => names(drive)).toHaveLength(2)
  await drive.getByRole('searchbox', { name: '搜索文件名' }).fill('合同')
  await expectNames(drive, ['合同.pdf'])
})
