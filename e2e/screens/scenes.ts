import { expect, type Page } from '@playwright/test'
import { dragFiles } from '../support/drop.ts'
import { drag, list, main, menuOf, nameIn, row, toast } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { longPress, phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { question } from '../support/transfers.ts'
import { signInAtComputer } from './client-computer.ts'
import { LONG } from './drive.ts'
import type { Scene, Stage } from './stage.ts'

const PDF = '场地租赁合同（已签署）.pdf'
const POSTER = '主视觉-横版.jpg'

/** The menu of a row: by the right button, or by ⋯ on a phone, where it is a sheet. */
async function openMenu({ page, phone }: Stage, name: string): Promise<void> {
  if (!phone) return void (await menuOf(page, name))
  await phoneRow(page, name).getByRole('button').last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function pick(stage: Stage, zh: string, en: string): Promise<void> {
  const entry = stage.phone
    ? stage.page.getByRole('dialog').getByRole('button')
    : stage.page.getByRole('menuitem')
  await entry
    .filter({ hasText: stage.say(zh, en) })
    .first()
    .click()
}

const choose = async (page: Page, names: readonly string[]) => {
  for (const name of names) await row(page, name).getByRole('checkbox').click({ force: true })
}

const userMenu = async ({ page, phone }: Stage) => {
  await page.getByRole('button', { name: /林晓|张敏/ }).click()
  await expect(
    page
      .getByRole(phone ? 'dialog' : 'menu')
      .or(page.getByRole('menu'))
      .first(),
  ).toBeVisible()
}

const signInPage = async ({ page, open, say }: Stage) => {
  await open('login')
  await page.getByLabel(say('账号', 'Account')).fill('linxiao')
}

const answer = (status: number, errcode: number) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ errcode, errmsg: '', traceId: '8f2c41d09b7e' }),
})

const account: readonly Scene[] = [
  { name: 'sign-in', as: 'signedOut', everywhere: true, play: signInPage },
  {
    name: 'sign-in-wrong',
    as: 'signedOut',
    phone: true,
    play: async (stage) => {
      await signInPage(stage)
      await stage.page.getByRole('button', { name: stage.say('高级设置', 'Advanced') }).click()
      await stage.page.getByLabel(stage.say('密码', 'Password'), { exact: true }).fill('not this one')
      await stage.page.keyboard.press('Enter')
      await expect(
        stage.page.getByRole('alert').or(stage.page.locator('[aria-invalid=true]')).first(),
      ).toBeVisible()
    },
  },
  {
    name: 'sign-in-trouble',
    as: 'signedOut',
    play: async ({ page, open, say }) => {
      await open('login')
      await page.getByRole('button', { name: say('登录遇到问题？', 'Trouble signing in?') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'user-menu',
    everywhere: true,
    play: async (stage) => {
      await stage.openFolder()
      await userMenu(stage)
    },
  },
  {
    name: 'user-menu-language',
    play: async (stage) => {
      await stage.openFolder()
      await userMenu(stage)
      await stage.page.getByRole('menuitem', { name: '语言' }).click()
      await expect(stage.page.getByRole('menuitemradio').first()).toBeVisible()
    },
  },
  {
    name: 'change-password',
    phone: true,
    play: async (stage) => {
      await stage.openFolder()
      await userMenu(stage)
      await stage.page.getByRole('menuitem', { name: '修改密码' }).click()
      const dialog = stage.page.getByRole('dialog', { name: '修改密码' })
      await dialog.getByLabel('原密码').fill(PASSWORD)
      await dialog.getByLabel('新密码', { exact: true }).fill('short')
      await dialog.getByLabel('确认新密码').fill('other')
      await dialog.getByRole('button', { name: '保存' }).click()
      await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'sessions',
    everywhere: true,
    play: async (stage) => {
      await signInAtComputer(stage.server, stage.rich.name, `林晓的办公电脑 ${stage.setting.width}`)
      await stage.openFolder()
      await userMenu(stage)
      await stage.page.getByRole('menuitem', { name: stage.say('登录设备', 'Signed-in devices') }).click()
      await expect(stage.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'shortcuts',
    english: true,
    phone: true,
    play: async ({ page, openFolder }) => {
      await openFolder()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  ...['403', '404', '500'].map(
    (type): Scene => ({
      name: `error-${type}`,
      everywhere: type === '404',
      play: ({ open }) => open(`error/${type}`),
    }),
  ),
  {
    name: 'start-failed',
    play: async ({ page, server }) => {
      await page.route('**/user/currentUser**', (route) => route.abort())
      await page.goto(`${server.origin}/disk/`)
      await expect(page.getByRole('button', { name: '重新加载' })).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'menu-drawer',
    both: true,
    play: async ({ page, openFolder, phone, say }) => {
      await openFolder()
      if (!phone) return
      await page.getByRole('button', { name: say('打开菜单', 'Open menu') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

/** Thumbnails of the folder are there. */
const thumbnailsDrawn = (page: Page) =>
  expect
    .poll(() => main(page).locator('img[data-thumbnail].opacity-100:visible').count(), { timeout: 60_000 })
    .toBeGreaterThan(0)

const files: readonly Scene[] = [
  {
    name: 'files',
    everywhere: true,
    play: async ({ page, openFolder }) => {
      await openFolder()
      await thumbnailsDrawn(page)
    },
  },
  {
    name: 'files-root',
    play: async ({ page, open }) => {
      await open('personalFile')
      await expect(row(page, '市场部')).toBeVisible()
    },
  },
  {
    name: 'files-menu',
    everywhere: true,
    play: async (stage) => {
      await stage.openFolder()
      if (!stage.phone) await nameIn(stage.page, PDF).click()
      await openMenu(stage, PDF)
    },
  },
  {
    name: 'files-selected',
    everywhere: true,
    play: async (stage) => {
      const { page, openFolder, phone } = stage
      await openFolder()
      if (phone) await longPress(stage.page, '现场照片')
      else await choose(page, ['现场照片', POSTER, PDF])
    },
  },
  {
    name: 'files-panel',
    everywhere: true,
    play: async (stage) => {
      await stage.openFolder()
      await thumbnailsDrawn(stage.page)
      if (stage.phone) {
        await openMenu(stage, PDF)
        return pick(stage, '属性', 'Properties')
      }
      await nameIn(stage.page, PDF).click()
      await stage.page.keyboard.press('Alt+Enter')
      await expect(stage.page.getByRole('complementary')).toContainText('SHA-256')
    },
  },
  {
    name: 'files-tiles',
    everywhere: true,
    play: async ({ page, openFolder, phone, say }) => {
      await openFolder()
      const name = say('网格', 'Grid')
      await page.getByRole('button', { name }).or(page.getByRole('radio', { name })).first().click()
      await expect(phoneRow(page, PDF)).toBeVisible()
      await thumbnailsDrawn(page)
      if (!phone) await nameIn(page, POSTER).click()
    },
  },
  {
    name: 'files-rename',
    phone: true,
    play: async (stage) => {
      await stage.openFolder()
      await openMenu(stage, PDF)
      await pick(stage, '重命名', 'Rename')
      await stage.page.getByRole('textbox', { name: '名称' }).fill('合同/终稿.docx')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'files-new-folder',
    play: async ({ page, openFolder }) => {
      await openFolder()
      await page.getByRole('button', { name: '新建文件夹' }).click()
      await expect(page.getByRole('textbox', { name: '新文件夹名称' })).toBeFocused()
    },
  },
  {
    name: 'files-empty',
    everywhere: true,
    play: async ({ page, open, rich, say }) => {
      await open(`personalFile?folder=${rich.drive.emptyId}`)
      await expect(main(page).getByText(say('文件夹是空的', 'This folder is empty'))).toBeVisible()
    },
  },
  {
    name: 'files-loading',
    phone: true,
    play: async ({ page, server, rich }) => {
      await hold(page, isCall('instance/page'))
      await page.goto(`${server.origin}/disk/personalFile?folder=${rich.drive.folderId}`)
      // The rows to come, not the wait for the page's own script before them.
      await expect(page.getByRole('main').locator('[role=status][aria-label]').first()).toBeVisible()
    },
  },
  {
    name: 'files-error',
    phone: true,
    play: async ({ page, open }) => {
      await page.route('**/api/instance/page**', (route) => route.fulfill(answer(500, 500)))
      await open('personalFile')
      await expect(page.getByRole('button', { name: '重试' }).first()).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'files-gone',
    play: async ({ page, open }) => {
      await open('personalFile?folder=0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000')
      await expect(page.getByText('无法打开文件夹')).toBeVisible()
    },
  },
  {
    name: 'files-no-match',
    phone: true,
    play: async ({ page, openFolder, phone }) => {
      await openFolder()
      if (phone) await page.getByRole('button', { name: '筛选当前文件夹' }).click()
      await page.getByRole('searchbox', { name: '筛选当前文件夹' }).fill('没有这样的名字')
      await expect(page.getByText('没有找到“')).toBeVisible()
    },
  },
  {
    name: 'files-sort',
    phone: true,
    play: async ({ page, openFolder }) => {
      await openFolder()
      await page.getByRole('button', { name: /^排序/ }).first().click()
      await expect(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible()
    },
  },
  {
    name: 'files-drag',
    play: async ({ page, openFolder }) => {
      await openFolder()
      await choose(page, [PDF, LONG])
      await drag(page, PDF, row(page, '现场照片'))
    },
  },
  {
    name: 'files-drop',
    play: async ({ page, openFolder, desk }) => {
      await openFolder()
      const paths = [await desk.file('drop/a.png', 2000), await desk.file('drop/b.png', 2000)]
      await dragFiles(page, paths, list(page))
      await expect(page.getByText(/^松开即可上传到/)).toBeVisible()
    },
  },
  {
    name: 'files-offline',
    phone: true,
    play: async ({ page, context, openFolder, say }) => {
      await openFolder()
      await expect(page.getByRole('button', { name: say('通知', 'Notifications') }).first()).toBeVisible()
      await context.setOffline(true)
      await expect(page.getByText('网络已断开').first()).toBeVisible()
    },
  },
  {
    name: 'toasts',
    play: async ({ page, openFolder }) => {
      await openFolder()
      await nameIn(page, PDF).click()
      await page.keyboard.press('Control+x')
      await expect(toast(page, /已剪切 1 项/)).toBeVisible()
      await page.keyboard.press('Control+Shift+c')
      await page.keyboard.press('Control+z')
      await expect(toast(page, '没有可撤销的操作')).toBeVisible()
    },
  },
]

const dialogs: readonly Scene[] = [
  {
    name: 'move',
    everywhere: true,
    play: async (stage) => {
      await stage.openFolder()
      await openMenu(stage, PDF)
      await pick(stage, '移动到…', 'Move to…')
      const dialog = stage.page.getByRole('dialog', { name: stage.say('移动到', 'Move to') })
      await dialog.getByRole('treeitem', { name: '市场部' }).waitFor()
      await dialog.getByRole('treeitem', { name: '产品研发' }).click()
    },
  },
  {
    name: 'move-new-folder',
    play: async (stage) => {
      await stage.openFolder()
      await openMenu(stage, PDF)
      await pick(stage, '移动到…', 'Move to…')
      const dialog = stage.page.getByRole('dialog', { name: '移动到' })
      await dialog.getByRole('treeitem', { name: '产品研发' }).click()
      await dialog.getByRole('button', { name: '新建文件夹' }).click()
      await dialog.getByRole('textbox', { name: '新文件夹名称' }).fill('合同/归档')
    },
  },
  {
    name: 'delete',
    everywhere: true,
    play: async (stage) => {
      await stage.openFolder()
      await openMenu(stage, '现场照片')
      await pick(stage, '删除', 'Delete')
      await expect(question(stage.page)).toBeVisible()
    },
  },
  {
    name: 'same-name-move',
    phone: true,
    play: async (stage) => {
      await stage.openFolder()
      await openMenu(stage, '嘉宾名单备注.txt')
      await pick(stage, '移动到…', 'Move to…')
      const dialog = stage.page.getByRole('dialog', { name: '移动到' })
      await dialog.getByRole('treeitem', { name: '产品研发' }).click()
      await dialog.getByRole('button', { name: '移动到此处' }).click()
      await expect(stage.page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    },
  },
]

const pages: readonly Scene[] = [
  {
    name: 'favorites',
    everywhere: true,
    play: async ({ page, open }) => {
      await open('myCollect')
      await expect(phoneRow(page, PDF)).toBeVisible()
    },
  },
  {
    name: 'favorites-selected',
    play: async ({ page, open }) => {
      await open('myCollect')
      await choose(page, [PDF, LONG])
      await row(page, POSTER).hover()
    },
  },
  {
    name: 'favorites-empty',
    phone: true,
    as: 'fresh',
    play: async ({ page, open }) => {
      await open('myCollect')
      await expect(page.getByText('还没有收藏')).toBeVisible()
    },
  },
  {
    name: 'bin',
    everywhere: true,
    play: async ({ page, open }) => {
      await open('recycleBin')
      await expect(phoneRow(page, '路演稿-备用.pptx')).toBeVisible()
    },
  },
  {
    name: 'bin-selected',
    phone: true,
    play: async (stage) => {
      const { page, open, phone } = stage
      await open('recycleBin')
      const names = ['旁白-试音.wav', '路演稿-备用.pptx']
      if (phone) await longPress(stage.page, names[0] ?? '')
      else {
        await choose(page, names)
        await row(page, '素材打包-临时.zip').hover()
      }
    },
  },
  {
    name: 'bin-delete',
    play: async ({ page, open }) => {
      await open('recycleBin')
      await page.getByRole('button', { name: '清空回收站' }).click()
      await expect(question(page)).toBeVisible()
    },
  },
  {
    name: 'bin-empty',
    everywhere: true,
    as: 'fresh',
    play: async ({ page, open, say }) => {
      await open('recycleBin')
      await expect(page.getByText(say('回收站是空的', 'The recycle bin is empty'))).toBeVisible()
    },
  },
  {
    name: 'new-drive',
    phone: true,
    as: 'fresh',
    play: async ({ page, open }) => {
      await open('personalFile')
      await expect(main(page).getByText('文件夹是空的')).toBeVisible()
    },
  },
]

const preview = (
  name: string,
  file: string,
  ready: (page: Page) => Promise<unknown>,
  more?: Partial<Scene>,
): Scene => ({
  name,
  ...more,
  play: async ({ page, openFolder, phone }) => {
    await openFolder()
    if (phone) await phoneRow(page, file).tap()
    else await nameIn(page, file).dblclick()
    await ready(page)
  },
})
const shown = (selector: string) => (page: Page) =>
  expect(page.getByRole('dialog').locator(selector).first()).toBeVisible()

/** Both the page and its small picture are drawn. */
const pdfDrawn = async (page: Page) => {
  await expect(page.getByRole('dialog').locator('.page[data-loaded] .textLayer').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** It is made by a process first. */
const listingShown = (page: Page) =>
  expect(page.getByRole('dialog').getByRole('grid')).toBeVisible({ timeout: 60_000 })

const filmRuns = (page: Page) =>
  expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.readyState))
    .toBeGreaterThanOrEqual(2)

const previews: readonly Scene[] = [
  preview('preview-picture', '日落延时 07.jpg', shown('img'), { everywhere: true }),
  preview('preview-tall', '易拉宝-竖版.jpg', shown('img'), { phone: true }),
  {
    ...preview('preview-info', POSTER, async (page) => {
      await shown('img')(page)
      await page.getByRole('dialog').getByRole('button', { name: '属性' }).click()
    }),
    phone: true,
  },
  preview('preview-pdf', PDF, pdfDrawn, { everywhere: true }),
  preview('preview-text', '嘉宾名单备注.txt', shown('.cm-content'), { phone: true }),
  preview('preview-audio', '开场音乐混音.wav', shown('audio, [data-media]'), { phone: true }),
  preview('preview-video', '预热短片 15s.webm', filmRuns, { phone: true }),
  preview('preview-archive', 'Press kit (final).zip', listingShown, { everywhere: true }),
  {
    name: 'preview-archive-menu',
    both: true,
    play: async ({ page, openFolder, phone }) => {
      await openFolder()
      if (phone) await phoneRow(page, 'Press kit (final).zip').tap()
      else await nameIn(page, 'Press kit (final).zip').dblclick()
      await listingShown(page)
      const link = page.getByRole('row').filter({ hasText: '旧官网链接' })
      if (phone) await link.getByRole('button').tap()
      else await link.click({ button: 'right' })
      await expect(page.getByText(/^(解压到|Extract to )“Press kit/).last()).toBeVisible()
    },
  },
  preview('preview-none', '设备清单', (page) => expect(page.getByRole('dialog')).toBeVisible(), {
    phone: true,
  }),
]

export const scenes: readonly Scene[] = [...account, ...files, ...dialogs, ...pages, ...previews]
