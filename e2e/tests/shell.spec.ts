import { createFolder } from '@clouddisk/contract/files'
import { nameIn, row } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { link, newFolder, visit } from '../support/link-visit.ts'
import { anotherBrowser, expect, newPerson, signedIn, signInByCall, speak, test } from '../support/test.ts'
import { question } from '../support/transfers.ts'

/** The frame around all pages (A§2), and its messages. */

const MB = 1024 ** 2

const MENU = {
  'zh-CN': ['个人文件', '群组文件', '内部共享', '外链分享', '我的收藏', '回收站'],
  'en-US': [
    'Personal files',
    'Group files',
    'Internal sharing',
    'External link sharing',
    'My favorites',
    'Recycle bin',
  ],
} as const

for (const language of ['zh-CN', 'en-US'] as const) {
  test(`the menu has its entries in order, each with an icon: ${language} (R4, R31, R32, R224)`, async ({
    context,
    server,
    person,
  }) => {
    await signInByCall(context, server, person)
    const drive = await context.newPage()
    await speak(drive, language)
    await drive.goto(`${server.origin}/disk/`)
    const entries = drive.getByRole('navigation').first().getByRole('link')
    for (const label of MENU[language]) {
      const entry = entries.filter({ hasText: label })
      await expect(entry).toHaveCount(1)
      await expect(entry.locator('svg').first()).toBeVisible()
    }
    const shown = await entries.allInnerTexts()
    const known = shown.flatMap((text) => MENU[language].filter((label) => text.includes(label)))
    expect(known).toEqual([...MENU[language]])
  })
}

test('the header has the title, both capacity bars in percent and the transfer list (R10, R35)', {
  tag: '@core',
}, async ({ context, server }) => {
  const person = await newPerson(server, { capacity: 8 * MB })
  const drive = await signedIn(context, server, person)
  await expect(drive.getByText('企业云盘', { exact: true }).first()).toBeVisible()
  const header = drive.getByRole('banner')
  const personal = header.getByRole('meter', { name: '个人' })
  await expect(personal).toHaveAttribute('aria-valuenow', '0')
  await expect(header.getByText('群组', { exact: true })).toBeVisible()
  await expect(header.getByRole('button', { name: /^传输列表/ })).toBeVisible()
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(2 * MB, 1) })
  await expect(personal).toHaveAttribute('aria-valuenow', '25')
  await expect(header).toContainText('2 / 8 MB')
  await expect(personal).toHaveAttribute('aria-valuetext', '已用 2.00 MB，共 8.00 MB（25%）')
  await expect(header.getByTitle('已用 2.00 MB，共 8.00 MB（25%）')).toBeVisible()
})

test('an administrator names the system, for the menu, the title and signing in (R35)', async ({
  browser,
  context,
  server,
  problems,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/config')
  const form = page.getByRole('form', { name: '系统名称' })
  const name = form.getByLabel('名称', { exact: true })
  const save = form.getByRole('button', { name: '保存' })
  try {
    await name.fill('长'.repeat(33))
    await save.click()
    await expect(form).toContainText('最多 32 个字符。')
    await name.fill('蓝海云盘')
    await save.click()
    await expect(page.getByRole('navigation').first()).toContainText('蓝海云盘')
    await expect(page).toHaveTitle(/蓝海云盘$/)
    const other = await (await anotherBrowser(browser, problems)).newPage()
    await other.goto(`${server.origin}/disk/login`)
    await expect(other.getByRole('heading', { name: '登录蓝海云盘' })).toBeVisible()
  } finally {
    await name.fill('')
    await save.click()
    await expect(page).toHaveTitle(/企业云盘$/)
  }
})

test('the transfer list has a count up to 99+, where it is wanted (R33, R35, R254)', async ({
  drive,
  desk,
}) => {
  await desk.file('many/0.bin', 9 * MB)
  for (let index = 1; index <= 100; index++) await desk.file(`many/${index}.txt`, `${index}`)
  const parts = await hold(drive, isPart)
  const paths = Array.from({ length: 101 }, (_, index) => desk.at(`many/${index}.${index ? 'txt' : 'bin'}`))
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(paths)
  await question(drive).getByRole('button', { name: '继续用网页上传' }).click()
  await parts.arrived
  const button = drive.getByRole('banner').getByRole('button', { name: /^传输列表/ })
  await expect(button).toContainText('99+')
  // As it is set in another window.
  await drive.evaluate(() => {
    localStorage.setItem('clouddisk.showRedCount', 'false')
    dispatchEvent(new StorageEvent('storage', { key: 'clouddisk.showRedCount', newValue: 'false' }))
  })
  await expect(button).not.toContainText('99+')
  await parts.release()
})

test('a visitor’s page has no menu and no header of the drive (R34)', async ({ page, server, api }) => {
  const folder = await newFolder(api, '0', '资料')
  await visit(page, server, await link(api, [folder]))
  await expect(page.getByRole('main')).toContainText('资料')
  await expect(page.getByRole('meter')).toHaveCount(0)
  await expect(page.getByRole('link', { name: '回收站' })).toHaveCount(0)
})

test('a message lasts three seconds, longer under the pointer, and goes by Esc (R233, R254)', async ({
  context,
  server,
  person,
  api,
}) => {
  for (const instanceName of ['甲', '乙', '丙']) await api.call(createFolder, { parentId: '0', instanceName })
  const drive = await signedIn(context, server, person)
  await drive.clock.install()
  const messages = drive.getByRole('region', { name: '通知' })
  const remove = async (name: string) => {
    await nameIn(drive, name).click()
    await drive.keyboard.press('Delete')
    await question(drive).getByRole('button', { name: '移入回收站' }).click()
    await expect(row(drive, name)).toHaveCount(0)
    const message = messages.getByText(new RegExp(name))
    await expect(message).toBeVisible()
    return message
  }
  const first = await remove('甲')
  await drive.clock.fastForward(3100)
  await expect(first).toHaveCount(0)

  const second = await remove('乙')
  await second.hover()
  await drive.clock.fastForward(10_000)
  await expect(second).toBeVisible()
  await drive.mouse.move(10, 400)
  await drive.clock.fastForward(3100)
  await expect(second).toHaveCount(0)

  const third = await remove('丙')
  await drive.keyboard.press('Escape')
  await expect(third).toHaveCount(0)
})
