import { truncate } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { makeContent } from '../screens/content.ts'
import { layOutDrive } from '../screens/drive.ts'
import { type Auditor, auditor } from '../support/axe.ts'
import { IN_THE_WHOLE_BROWSER } from '../support/chromium.ts'
import type { Desk } from '../support/desk.ts'
import { dropFiles } from '../support/drop.ts'
import { heading, list, main, nameIn, row } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, test, type Words } from '../support/test.ts'
import { openTab, openTransfers, panel, question, rowButton, transfer } from '../support/transfers.ts'

/** Every screen and every layer over it, as axe sees them: in Chinese in all looks, in English in one after the other. */

const MB = 1024 * 1024
const PDF = '场地租赁合同（已签署）.pdf'
const NOTES = '嘉宾名单备注.txt'

test.use({ ...IN_THE_WHOLE_BROWSER, contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(480_000)

/** A page that one person walks through. */
interface Walk extends Auditor {
  readonly page: Page
  readonly desk: Desk
  /** The word of this language. */
  say(zh: string, en: string): string
  go(path: string): Promise<void>
  readonly folder: string
  readonly empty: string
}

const button = ({ page }: Walk, name: string) => page.getByRole('button', { name, exact: true })

async function chooseFrom({ page }: Walk, name: string, entry: string): Promise<void> {
  await nameIn(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Away with what lies over the page. */
async function close({ page }: Walk): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(
    page.locator('[role=menu], [role=alertdialog], [role=dialog]:not([data-page-panel])'),
  ).toHaveCount(0)
}

for (const language of ['zh-CN', 'en-US'] as const satisfies readonly Words[])
  test(`axe finds nothing on any screen, ${language}`, async ({ browser, page, context, server, desk }) => {
    const person = await newPerson(server, { capacity: 64 * MB })
    const drive = await layOutDrive(await signIn(server.origin, person, PASSWORD), await makeContent(browser))
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    await page.bringToFront()
    const walk: Walk = {
      ...auditor(page, wardrobe, language),
      page,
      desk,
      say: (zh, en) => (language === 'zh-CN' ? zh : en),
      go: async (path) => {
        await page.goto(`${server.origin}/disk/${path}`)
        await expect(heading(page)).toBeVisible()
      },
      folder: drive.folderId,
      empty: drive.emptyId,
    }
    await test.step('signing in', () => signingIn(walk, person))
    await test.step('files', () => files(walk))
    await test.step('layers over the files', () => layers(walk))
    await test.step('favorites and bin', () => favoritesAndBin(walk))
    await test.step('previews', () => previews(walk))
    await test.step('transfers', () => transfers(walk))
    await test.step('account', () => account(walk, person))
    await test.step('error pages', () => errorPages(walk))
  })

async function signingIn(walk: Walk, person: string): Promise<void> {
  const { page, say, go, check } = walk
  await go('login')
  await check('sign-in')
  await button(walk, say('登录遇到问题？', 'Trouble signing in?')).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('sign-in: trouble')
  await close(walk)
  await button(walk, say('高级设置', 'Advanced')).click()
  await page.getByLabel(say('区域', 'Region')).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await check('sign-in: regions')
  await page.keyboard.press('Escape')
  await page.getByLabel(say('账号', 'Account')).fill(person)
  const password = page.getByLabel(say('密码', 'Password'), { exact: true })
  await password.fill('wrong')
  await password.press('Enter')
  await expect(page.locator('[aria-invalid=true]')).toBeVisible()
  await check('sign-in: advanced, refused')
  await password.fill(PASSWORD)
  await password.press('Enter')
  await expect(row(page, '市场部')).toBeVisible()
}

async function files(walk: Walk): Promise<void> {
  const { page, say, go, check, folder, empty } = walk
  await go(`personalFile?folder=${empty}`)
  await expect(main(page).getByText(say('文件夹是空的', 'This folder is empty'))).toBeVisible()
  await check('an empty folder')
  await go(`personalFile?folder=${folder}`)
  await expect(row(page, PDF)).toBeVisible()
  await check('files')
  await nameIn(page, PDF).click()
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByRole('complementary', { name: say('属性', 'Properties') })).toContainText('PDF')
  await check('files: chosen, with properties')
  await page.keyboard.press('Alt+Enter')
  await page.getByRole('radio', { name: say('网格', 'Grid') }).click()
  await expect(row(page, PDF)).toBeVisible()
  await check('tiles, one chosen')
  await page.getByRole('radio', { name: say('列表', 'List') }).click()
  await expect(list(page)).toBeVisible()
}

async function layers(walk: Walk): Promise<void> {
  const { page, say, check } = walk
  await nameIn(page, PDF).click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await check('context menu')
  await close(walk)
  await chooseFrom(walk, PDF, say('重命名', 'Rename'))
  await page.getByRole('textbox', { name: say('名称', 'Name') }).fill('a/b.pdf')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await check('rename, refused')
  await page.keyboard.press('Escape')
  await chooseFrom(walk, PDF, say('删除', 'Delete'))
  await expect(question(page)).toBeVisible()
  await check('delete?')
  await close(walk)
  await chooseFrom(walk, NOTES, say('复制到…', 'Copy to…'))
  await page.getByRole('treeitem', { name: '市场部' }).waitFor()
  await check('where to copy')
  await close(walk)
  await chooseFrom(walk, NOTES, say('移动到…', 'Move to…'))
  await page.getByRole('treeitem', { name: '产品研发' }).click()
  await check('where to move')
  await button(walk, say('移动到此处', 'Move here')).click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeFocused()
  await check('same name, moving')
  await close(walk)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('list of keys')
  await close(walk)
}

async function favoritesAndBin(walk: Walk): Promise<void> {
  const { page, say, go, check } = walk
  await go('myCollect')
  await expect(row(page, PDF)).toBeVisible()
  await check('favorites')
  await go('recycleBin')
  await nameIn(page, '路演稿-备用.pptx').click()
  await check('bin, one chosen')
  await button(walk, say('清空回收站', 'Empty recycle bin')).click()
  await expect(question(page)).toBeVisible()
  await check('empty the bin?')
  await close(walk)
}

async function previews(walk: Walk): Promise<void> {
  const { page, go, check, folder } = walk
  await go(`personalFile?folder=${folder}`)
  const kinds = {
    '日落延时 07.jpg': 'img',
    [PDF]: 'canvas',
    [NOTES]: '.cm-content',
    '开场音乐混音.wav': 'audio',
    '预热短片 15s.webm': 'video',
    'Press kit (final).zip': '[role=grid]',
  }
  for (const [name, shown] of Object.entries(kinds)) {
    await nameIn(page, name).dblclick()
    await expect(page.getByRole('dialog').locator(shown).first()).toBeAttached()
    await check(`preview of ${name}`)
    await close(walk)
  }
}

async function transfers(walk: Walk): Promise<void> {
  const { page, desk, say, check } = walk
  await openTransfers(page)
  await check('transfers: none')
  const large = await desk.file('larger.mkv', '')
  await truncate(large, 80 * MB)
  await dropFiles(page, [large], list(page))
  await expect(transfer(page, 'larger.mkv')).toContainText('[002]')
  const parts = await hold(page, isPart, 1)
  await dropFiles(
    page,
    [await desk.file('paused.bin', 9 * MB), await desk.file('waits.bin', 1 * MB)],
    list(page),
  )
  await parts.arrived
  await check('transfers: uploads')
  await rowButton(page, 'paused.bin', '暂停', 'Pause').click()
  await transfer(page, 'paused.bin').getByRole('checkbox').click()
  await check('transfers: paused, chosen')
  await panel(page)
    .getByRole('toolbar')
    .getByRole('button', { name: say('详情', 'Info') })
    .click()
  await check('transfers: details')
  await panel(page)
    .getByRole('button', { name: say('返回列表', 'Back to list') })
    .click()
  await rowButton(page, 'paused.bin', '删除', 'Delete').click()
  await expect(question(page)).toBeVisible()
  await check('delete an upload?')
  await close(walk)
  await openTab(page, '下载')
  await check('transfers: downloads')
  await openTab(page, '已完成')
  await check('transfers: finished')
  await parts.release()
  // The list of transfers lies over the middle of the files.
  await dropFiles(page, [await desk.file(NOTES, 'again')], heading(page))
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await check('same name, uploading')
  await close(walk)
}

async function account(walk: Walk, person: string): Promise<void> {
  const { page, say, check } = walk
  const open = async (entry?: string) => {
    await page.getByRole('banner').getByRole('button', { name: person }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    if (entry) await page.getByRole('menuitem', { name: entry }).click()
  }
  await open(say('皮肤', 'Theme'))
  await expect(page.getByRole('menuitemradio').first()).toBeVisible()
  await check('user menu')
  await page.keyboard.press('Escape')
  await close(walk)
  await open(say('修改密码', 'Change password'))
  await button(walk, say('保存', 'Save')).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await check('change password, refused')
  await close(walk)
  await open(say('登录设备', 'Signed-in devices'))
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await check('sessions')
  await close(walk)
}

async function errorPages({ go, check }: Walk): Promise<void> {
  for (const type of ['403', '404', '500']) {
    await go(`error/${type}`)
    await check(`error ${type}`)
  }
}
