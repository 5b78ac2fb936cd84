import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink } from '@clouddisk/contract/links'
import { expect } from '@playwright/test'
import { manyPagesPdf } from '../../server/test/pdfs.ts'
import { type Person, signIn } from '../../server/test/person.ts'
import { png } from '../../server/test/pictures.ts'
import { heading } from '../support/link-visit.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of the page of visitors of external links. */

const CODE = 'K7mQ4r'
const FILES: readonly (readonly [name: string, size: number])[] = [
  ['新闻通稿-中文版.pdf', 1_950_000],
  ['Press release EN.pdf', 2_001_000],
  ['发布会精彩剪辑 60s.mp4', 3_100_000],
  ['主视觉-横版.png', 740_000],
  ['媒体采访排期.xlsx', 88_400],
  ['2026 秋季新品发布会媒体资料及授权使用说明（最终确认版）.docx', 412_000],
  ['LOGO 规范包.zip', 1_200_000],
]

const AGREEMENT = {
  pages: 8,
  text: (page: number) => `Agreement, page ${page}`,
  chinese: '合作协议：双方约定如下',
}

interface Links {
  readonly folder: string
  readonly code: string
  readonly viewOnly: string
  readonly pages: string
  readonly save: string
  readonly saveSignedIn: string
  readonly file: string
  readonly several: string
  readonly pictures: string
  readonly used: string
  readonly signedIn: string
  readonly upload: string
  readonly modify: string
}

const made = new WeakMap<World['server'], Promise<Links>>()
const linksOf = (world: World): Promise<Links> => {
  const known = made.get(world.server) ?? layOut(world)
  made.set(world.server, known)
  return known
}

async function layOut({ server }: World): Promise<Links> {
  const name = await newPerson(server, 'l_zhaolin', '赵琳')
  const api = await signIn(server.origin, name, PASSWORD)
  const folder = async (instanceName: string, parentId = '0') =>
    (await api.call(createFolder, { parentId, instanceName })).instanceId
  const top = await folder('媒体资料包')
  const photos = await folder('产品高清图', top)
  const people = await folder('创始人照片', top)
  const ids: string[] = []
  for (const [file, size] of FILES)
    ids.push((await api.upload(top, file, Buffer.alloc(size, file))).instanceId)
  for (const name of ['主视觉-竖版.png', '主持人.txt']) await api.upload(photos, name, Buffer.from(name))
  const pictures = await folder('现场照片')
  await folder('未精修', pictures)
  const colors: readonly [number, number, number][] = [
    [196, 62, 58],
    [46, 110, 170],
    [70, 140, 80],
    [222, 168, 60],
  ]
  for (const [n, color] of colors.entries())
    await api.upload(pictures, `发布会现场 ${n + 1}.png`, png(320, 240, color))
  await api.upload(pictures, '拍摄说明.txt', Buffer.from('text'))
  const file = ids[0] ?? ''
  const pages = await folder('协议')
  const link = async (by: Person, instanceIds: string[], more = {}) =>
    (await by.call(createOrUpdateLink, { instanceIds, code: '', ...more })).linkPath
  const work = async () => {
    const id = await folder('联合稿件')
    await folder('第一期', id)
    await api.upload(id, '提纲.txt', Buffer.alloc(4200, 'x'))
    return id
  }
  const used = await link(api, [file], { maxVisits: 1 })
  await fetch(`${server.origin}/disk/api/link/queryInstancePage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ linkPath: used }),
  })
  return {
    folder: await link(api, [top]),
    code: await link(api, [ids[1] ?? ''], { code: CODE }),
    save: await link(api, [file], { perms: ['view', 'download', 'save'] }),
    saveSignedIn: await link(api, ids.slice(2, 6), {
      visitor: 'signedIn',
      perms: ['view', 'download', 'save'],
    }),
    viewOnly: await link(api, [photos, file], { perms: ['view'] }),
    pages: await link(api, [(await api.upload(pages, '合作协议.pdf', manyPagesPdf(AGREEMENT))).instanceId], {
      perms: ['view'],
    }),
    file: await link(api, [file]),
    pictures: await link(api, [pictures]),
    several: await link(api, [people, ...ids.slice(2, 6)]),
    used,
    signedIn: await link(api, [file], { visitor: 'signedIn' }),
    upload: await link(api, [await folder('投稿箱')], { perms: ['upload'] }),
    modify: await link(api, [await work()], { perms: ['view', 'download', 'modify'] }),
  }
}

const scene = (name: string, link: keyof Links, play: (stage: Stage) => Promise<unknown>): Scene => ({
  name: `link-${name}`,
  both: true,
  as: 'signedOut',
  play: async (stage) => {
    const links = await linksOf(stage)
    await stage.open(`fileDownload?link=${links[link]}`)
    await play(stage)
  },
})
const title = ({ page }: Stage) => expect(heading(page)).toBeVisible()

const SAVE = /^(转存到网盘|Save to my files)$/
const visitors = new WeakMap<World['server'], Promise<string>>()
function somebody({ server }: World): Promise<string> {
  const known = visitors.get(server) ?? newPerson(server, 'l_zhouhe', '周禾')
  visitors.set(server, known)
  return known
}

async function tryCode({ page }: Stage, code: string, answer: RegExp): Promise<void> {
  await page.getByRole('textbox').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText(answer)).toBeVisible()
}

const uploadArea = ({ page }: Stage) =>
  expect(page.getByRole('button', { name: /^(选择文件|Choose files)$/ })).toBeVisible()

async function chooseFiles({ page }: Stage, names: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^(选择文件|Choose files)$/ }).click(),
  ])
  await chooser.setFiles(
    names.map((name) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(90_000, name) })),
  )
}

export const linkVisitScenes: readonly Scene[] = [
  { ...scene('folder', 'folder', title), everywhere: true },
  scene('code', 'code', title),
  scene('code-wrong', 'code', (stage) => tryCode(stage, 'k7mq4r', /提取码错误|Wrong extraction code/)),
  scene('file', 'file', title),
  scene('several', 'several', title),
  scene('view-only', 'viewOnly', title),
  scene('pages', 'pages', async ({ page }) => {
    await page.getByRole('button', { name: /^(预览|Preview)$/ }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: /^(第 1 页|Page 1)$/ })).toBeVisible({
      timeout: 60_000,
    })
  }),
  {
    ...scene('preview', 'pictures', async ({ page }) => {
      await page.getByRole('button', { name: '发布会现场 1.png', exact: true }).click()
      await expect(page.getByRole('dialog').locator('img')).toBeVisible()
    }),
    everywhere: true,
  },
  { ...scene('save-file', 'save', title), everywhere: true },
  scene('save-sign-in', 'save', async ({ page }) => {
    await page.getByRole('button', { name: SAVE }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  {
    ...scene('account', 'saveSignedIn', async ({ page }) => {
      await expect(page.getByRole('banner').getByRole('button', { name: /周禾/ })).toBeVisible()
    }),
    as: somebody,
    everywhere: true,
  },
  {
    ...scene('save', 'saveSignedIn', async ({ page }) => {
      await page.getByRole('button', { name: SAVE }).click()
      await expect(page.getByRole('treeitem').first()).toBeVisible()
    }),
    as: somebody,
    everywhere: true,
  },
  scene('chosen', 'folder', async ({ page }) => {
    await page.getByRole('listitem').nth(0).getByRole('checkbox').click()
    await page.getByRole('listitem').nth(3).getByRole('checkbox').click()
    await expect(page.getByRole('toolbar')).toBeVisible()
  }),
  scene('zip-question', 'folder', async ({ page }) => {
    await page.getByRole('button', { name: /^(下载全部|Download all)$/ }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  {
    ...scene('tiles', 'pictures', async ({ page }) => {
      await page.getByRole('radio', { name: /^(网格|Grid)$/ }).click()
      await expect(page.locator('[data-thumbnail]')).toHaveCount(4)
    }),
    everywhere: true,
  },
  scene('thumbnails', 'pictures', async ({ page }) => {
    await page.getByRole('radio', { name: /^(列表|List)$/ }).click()
    await expect(page.locator('[data-thumbnail]')).toHaveCount(4)
  }),
  {
    ...scene('found', 'folder', async ({ page }) => {
      await page.getByRole('searchbox').fill('zhu')
      await expect(page.locator('mark').first()).toBeVisible()
    }),
    everywhere: true,
  },
  scene('no-match', 'folder', async ({ page }) => {
    await page.getByRole('searchbox').fill('合同')
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  }),
  scene('empty', 'folder', async ({ page }) => {
    await page.getByRole('button', { name: '创始人照片', exact: true }).click()
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  }),
  scene('inner', 'several', async ({ page }) => {
    await page.getByRole('button', { name: '创始人照片', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: '创始人照片' })).toBeVisible()
  }),
  scene('upload-empty', 'upload', uploadArea),
  scene('upload', 'upload', async (stage) => {
    const { page } = stage
    await uploadArea(stage)
    await chooseFiles(stage, ['作品说明.pdf', '授权书（已签字）.docx'])
    await expect(page.getByText('授权书（已签字）.docx')).toBeVisible()
    await page.route('**/disk/api/link/upload', () => undefined)
    await chooseFiles(stage, ['主视觉-横版 2026 秋季新品发布会最终确认版.png', '花絮.mp4', '采访录音.wav'])
    await page.getByRole('button', { name: /^(暂停“花絮\.mp4”|Pause 花絮\.mp4)$/ }).click()
    await expect(page.getByRole('button', { name: /^(继续|Resume )“?花絮/ })).toBeVisible()
  }),
  scene('upload-modify', 'modify', uploadArea),
  scene('upload-folder', 'modify', async (stage) => {
    await uploadArea(stage)
    await stage.page.getByRole('button', { name: /^(新建文件夹|New folder)$/ }).click()
    await expect(stage.page.getByRole('dialog')).toBeVisible()
  }),
  scene('used-up', 'used', title),
  scene('sign-in', 'signedIn', title),
  {
    name: 'link-wrong',
    both: true,
    as: 'signedOut',
    play: async (stage) => {
      await stage.open('fileDownload?link=abc')
      await title(stage)
    },
  },
]
