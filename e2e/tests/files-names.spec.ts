import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import { choose, expectNames, list, menuOf, nameIn, openFolder, row } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'

test('a new folder is named in its row, and every rule is said while it is typed (R53)', {
  tag: '@core',
}, async ({ drive }) => {
  await drive.getByRole('button', { name: '新建文件夹' }).click()
  const field = drive.getByRole('textbox', { name: '新文件夹名称' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('新建文件夹')
  for (const [typed, message] of [
    ['a/b', /名称里不能有/],
    ['a：b', /名称里不能有/],
    ['“quoted”', /名称里不能有/],
    ['CON', /系统|保留|名称/],
    ['end.', /点|句号/],
    ['', /空|填写|名称/],
    ['字'.repeat(129), /最多 128 个字符，当前 129 个/],
  ] as const) {
    await field.fill(typed)
    await expect(drive.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await drive.keyboard.press('Enter')
    await expect(field).toBeVisible()
  }
  await field.fill('  设计 评审  ')
  await drive.keyboard.press('Enter')
  await expect(row(drive, '设计 评审')).toBeVisible()
  await expect(list(drive)).toBeFocused()

  await drive.getByRole('button', { name: '新建文件夹' }).click()
  await field.fill('设计 评审')
  await expect(drive.getByRole('alert').filter({ hasText: '已有同名文件夹' })).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expectNames(drive, ['设计 评审'])
})

test('selecting ends an untouched new folder, and keeps a name that was typed beside the selection bar', async ({
  drive,
  api,
}) => {
  for (const instanceName of ['a', 'b', 'c']) await api.call(createFolder, { parentId: '0', instanceName })
  await expectNames(drive, ['a', 'b', 'c'])
  const field = drive.getByRole('textbox', { name: '新文件夹名称' })
  const bar = drive.getByRole('toolbar', { name: '对所选项目的操作' })
  await drive.getByRole('button', { name: '新建文件夹' }).click()
  await expect(field).toBeFocused()
  await row(drive, 'a').click()
  await expect(field).toBeHidden()
  await row(drive, 'c').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar).toContainText('已选 2 项')

  await drive.getByRole('button', { name: '新建文件夹' }).click()
  await field.fill('一半')
  await row(drive, 'b').click()
  await expect(bar).toContainText('已选 1 项')
  await expect(field).toHaveValue('一半')
})

test('a name that is being typed outlives its row, and does not take the focus back', async ({
  drive,
  api,
}) => {
  const children = Array.from({ length: 120 }, (_, i) => ({ instanceName: `f${i}` }))
  await api.call(batchCreateFolder, { parentId: '0', instanceName: '长', children })
  await openFolder(drive, '长')
  await expect(row(drive, 'f0')).toBeVisible()
  const field = drive.getByRole('textbox', { name: '新文件夹名称' })
  await drive.getByRole('button', { name: '新建文件夹' }).click()
  await field.fill('一半')
  await list(drive).focus()
  await list(drive).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(field).toHaveCount(0)
  await list(drive).evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(field).toHaveValue('一半')
  await expect(field).not.toBeFocused()
})

test('the row of a folder that is to be says nothing of the folder around it', async ({ drive, api }) => {
  const made = await api.call(createFolder, { parentId: '0', instanceName: '外' })
  await api.upload(made.instanceId, 'a.txt', Buffer.alloc(4096))
  // The folder around it is of another year.
  await drive.route('**/disk/api/instance/page**', async (route) => {
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({ response: answer, body: body.replaceAll(/("updateTime":")\d{4}/g, '$12001') })
  })
  await drive.reload()
  await openFolder(drive, '外')
  await expect(row(drive, 'a.txt')).toContainText('2001')
  await drive.getByRole('button', { name: '新建文件夹' }).click()
  const draft = list(drive)
    .getByRole('row')
    .filter({ has: drive.getByRole('textbox') })
  await expect(draft).toBeVisible()
  await expect(draft).not.toContainText('2001')
  await expect(draft).not.toContainText('KB')
})

test('F2 renames in place: the base name is chosen, Esc leaves it, a changed extension is said', async ({
  drive,
  api,
}) => {
  await api.upload('0', '年度报告.docx', Buffer.from('x'))
  await nameIn(drive, '年度报告.docx').click()
  await drive.keyboard.press('F2')
  const field = drive.getByRole('textbox', { name: '名称' })
  await drive.keyboard.type('季度总结')
  await expect(field).toHaveValue('季度总结.docx')
  await drive.keyboard.press('Escape')
  await expect(row(drive, '年度报告.docx')).toBeVisible()

  await drive.keyboard.press('F2')
  await field.fill('季度总结.pdf')
  await expect(drive.getByText('扩展名会改变。')).toBeVisible()
  await field.fill('季度总结.docx')
  await drive.keyboard.press('Enter')
  await expect(row(drive, '季度总结.docx')).toBeVisible()
  await expect.poll(() => api.tree()).toEqual({ '季度总结.docx': 1 })
})

test('a name holds 30 characters without its extension, and a longer one that exists is no trap', async ({
  drive,
  api,
}) => {
  const long = '字'.repeat(40)
  await api.call(createFolder, { parentId: '0', instanceName: long })
  await api.upload('0', 'a.txt', Buffer.from('x'))
  const field = drive.getByRole('textbox', { name: '名称' })

  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('F2')
  await field.fill(`${'b'.repeat(31)}.txt`)
  await expect(drive.getByRole('alert').filter({ hasText: '最多 30 个字符，当前 31 个' })).toBeVisible()
  await field.fill(`${'b'.repeat(30)}.txt`)
  await drive.keyboard.press('Enter')
  await expect(row(drive, `${'b'.repeat(30)}.txt`)).toBeVisible()

  await nameIn(drive, long).click()
  await drive.keyboard.press('F2')
  await field.fill(`${long}多`)
  await expect(drive.getByRole('alert').filter({ hasText: '最多 40 个字符，当前 41 个' })).toBeVisible()
  const other = `${'字'.repeat(39)}换`
  await field.fill(other)
  await drive.keyboard.press('Enter')
  await expect(row(drive, other)).toBeVisible()
})

test('a taken name is refused at once, also one that another window took a moment ago (R245)', async ({
  drive,
  api,
}) => {
  await api.call(createFolder, { parentId: '0', instanceName: '甲' })
  await api.call(createFolder, { parentId: '0', instanceName: '乙' })
  await menuOf(drive, '甲')
  await choose(drive, '重命名')
  const field = drive.getByRole('textbox', { name: '名称' })
  await field.fill('乙')
  await expect(drive.getByRole('alert').filter({ hasText: '已有同名文件夹' })).toBeVisible()
  await drive.keyboard.press('Escape')

  // The page cannot know of it before it asks.
  const lists = await hold(drive, isCall('instance/page'))
  await api.call(createFolder, { parentId: '0', instanceName: '丙' })
  await drive.keyboard.press('F2')
  await field.fill('丙')
  await drive.keyboard.press('Enter')
  await expect(drive.getByRole('alert').filter({ hasText: /同名|占用|已有/ })).toBeVisible()
  await lists.release()
  await drive.keyboard.press('Escape')
  await expect(row(drive, '甲')).toBeVisible()
})

test('a name begun from the menu keeps the focus when the menu has gone', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('x'))
  await menuOf(drive, 'a.txt')
  await choose(drive, '重命名')
  await expect(drive.getByRole('menu')).toHaveCount(0)
  await expect(drive.getByRole('textbox', { name: '名称' })).toBeFocused()
  await drive.keyboard.type('b')
  await drive.keyboard.press('Enter')
  await expect(row(drive, 'b.txt')).toBeVisible()
})

test('renaming is undone by Ctrl+Z', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '草稿' })
  await nameIn(drive, '草稿').click()
  await drive.keyboard.press('F2')
  await drive.getByRole('textbox', { name: '名称' }).fill('定稿')
  await drive.keyboard.press('Enter')
  await expect(row(drive, '定稿')).toBeVisible()
  await drive.keyboard.press('Control+z')
  await expect(row(drive, '草稿')).toBeVisible()
  await expect.poll(() => api.tree()).toEqual({ 草稿: {} })
})

test('a name too long for its column is cut before its ending, and no gap opens there', async ({
  drive,
  api,
}) => {
  const name = '供应商大会现场执行方案与应急预案以及会后总结第七版.docx'
  await api.upload('0', name, Buffer.from('a'))
  await expect(nameIn(drive, name)).toBeVisible()
  // One place after another for the cut, each another part of a letter.
  for (const width of [780, 785, 790]) {
    await drive.setViewportSize({ width, height: 900 })
    const { lines, gap } = await nameIn(drive, name).evaluate((element) => {
      const [head, ending] = element.querySelectorAll('[aria-hidden]')
      if (!head || !ending) throw new Error('not in two parts')
      const range = document.createRange()
      range.selectNodeContents(head)
      const lines = [...range.getClientRects()]
      return {
        lines: new Set(lines.map(({ top }) => top)).size,
        gap: ending.getBoundingClientRect().left - Math.max(...lines.map(({ right }) => right)),
      }
    })
    expect(lines, `cut at ${width}`).toBeGreaterThan(1)
    expect(Math.abs(gap), `gap at ${width}`).toBeLessThan(2)
  }
})
