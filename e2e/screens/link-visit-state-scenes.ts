import { removeDlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { errorText } from '@clouddisk/contract/errors'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createOrUpdateLink, queryLinkCheck, removeLinks } from '@clouddisk/contract/links'
import { expect } from '@playwright/test'
import { manyPagesPdf } from '../../server/test/pdfs.ts'
import { type Person, signIn } from '../../server/test/person.ts'
import { hold, isCall } from '../support/hold.ts'
import { heading } from '../support/link-visit.ts'
import { PASSWORD } from '../support/server.ts'
import { fails, retold } from './administration.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of the page of visitors where a link does not open, or something fails. */

const CODE = 'K7mQ4r'

interface Links {
  readonly open: string
  readonly locked: string
  readonly stopped: string
  readonly gone: string
  readonly review: string
  readonly named: string
  readonly upload: string
  readonly video: string
  readonly pages: string
}

const made = new WeakMap<World['server'], Promise<Links>>()
const linksOf = (world: World): Promise<Links> => {
  const known = made.get(world.server) ?? layOut(world)
  made.set(world.server, known)
  return known
}

async function layOut({ server, content }: World): Promise<Links> {
  const name = await newPerson(server, 'l_guoqing', '郭青')
  const api = await signIn(server.origin, name, PASSWORD)
  const folder = async (instanceName: string, parentId = '0') =>
    (await api.call(createFolder, { parentId, instanceName })).instanceId
  const put = async (parent: string, file: string, bytes: Uint8Array) =>
    (await api.upload(parent, file, bytes)).instanceId
  const link = (instanceId: string, more = {}) =>
    api.call(createOrUpdateLink, { instanceIds: [instanceId], code: '', ...more })
  const top = await folder('渠道大会')
  await folder('签到名单', top)
  for (const [file, size] of [
    ['会议日程.docx', 64_000],
    ['嘉宾简介.pdf', 340_000],
    ['会场平面图.png', 120_000],
  ] as const)
    await put(top, file, Buffer.alloc(size, file))
  const gone = await put('0', '旧报价.xlsx', Buffer.from('old'))
  const goneLink = await link(gone)
  await api.call(removeInstances, { instanceIds: [gone] })
  const stopped = await link(await put('0', '试用说明.txt', Buffer.from('trial')))
  await api.call(removeLinks, { shareIds: [stopped.shareId] })
  const stranger = await signIn(server.origin, await newPerson(server, 'l_named', '孟欣'), PASSWORD)
  const file = await put('0', '会议纪要.txt', Buffer.from('minutes'))
  return {
    open: (await link(top)).linkPath,
    locked: (await link(file, { code: CODE })).linkPath,
    stopped: stopped.linkPath,
    gone: goneLink.linkPath,
    review: await waiting(server.origin, api),
    named: (await link(file, { visitor: 'designated', principalIds: [stranger.user.userId] })).linkPath,
    upload: (await link(await folder('投稿箱 2026'), { perms: ['upload'] })).linkPath,
    video: (await link(await put('0', '预热短片 15s.webm', content.video), { perms: ['view'] })).linkPath,
    pages: (
      await link(
        await put('0', '合作协议.pdf', manyPagesPdf({ pages: 3, text: (page) => `Agreement ${page}` })),
        { perms: ['view'] },
      )
    ).linkPath,
  }
}

/** A link in which a rule of the content check finds something. */
async function waiting(origin: string, api: Person): Promise<string> {
  const admin = await signIn(origin, 'admin', PASSWORD)
  const { ruleId } = await admin.call(saveDlpRule, {
    ...{
      name: '研发代号',
      kind: 'words',
      terms: ['代号海豚'],
      level: 'high',
      action: 'review',
      enabled: true,
    },
  })
  const { instanceId } = await api.upload('0', '路线图.txt', Buffer.from('代号海豚'))
  const { shareId, linkPath } = await api.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
  const review = async () => (await api.call(queryLinkCheck, { shareId })).review
  await expect.poll(review, { timeout: 60_000 }).toBe('waiting')
  await admin.call(removeDlpRule, { ruleId })
  return linkPath
}

interface Preparation {
  /** Before the page is opened. */
  readonly before?: (stage: Stage) => Promise<unknown>
  readonly as?: Scene['as']
}

const scene = (
  name: string,
  link: keyof Links,
  play: (stage: Stage) => Promise<unknown>,
  { before, as = 'signedOut' }: Preparation = {},
): Scene => ({
  name: `link-${name}`,
  both: true,
  as,
  play: async (stage) => {
    const links = await linksOf(stage)
    await before?.(stage)
    await stage.open(`fileDownload?link=${links[link]}`)
    await play(stage)
  },
})

const title = ({ page }: Stage) => expect(heading(page)).toBeVisible()
const failed = ({ page }: Stage) => expect(page.getByRole('alert').first()).toBeVisible({ timeout: 30_000 })
const ended = (reason: string) => (stage: Stage) =>
  retold(stage.page, 'link/queryAttribute', (data: object) => ({ ...data, status: 'expired', reason }))
const toFolder = ({ page }: Stage) => page.getByRole('button', { name: '签到名单', exact: true }).click()

const strangers = new WeakMap<World['server'], Promise<string>>()
function stranger({ server }: World): Promise<string> {
  const known = strangers.get(server) ?? newPerson(server, 'l_qianduo', '钱多')
  strangers.set(server, known)
  return known
}

async function lock({ page }: Stage): Promise<void> {
  const code = page.getByRole('textbox')
  const answer = page.getByText(/提取码错误|Wrong extraction code|分钟后再试|Try again in/).first()
  const locked = page.getByText(/分钟后再试|Try again in \d+ minute/)
  for (let tried = 0; tried < 9 && !(await locked.isVisible()); tried++) {
    await code.fill(`wrong${tried}`)
    const answered = page.waitForResponse('**/link/checkPassword')
    await page.keyboard.press('Enter')
    await answered
    await expect(answer).toBeVisible()
  }
  await expect(locked).toBeVisible()
}

async function chooseFiles({ page }: Stage, names: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^(选择文件|Choose files)$/ }).click(),
  ])
  await chooser.setFiles(
    names.map((name) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(90_000, name) })),
  )
}

const holding = (path: string) => (stage: Stage) => hold(stage.page, isCall(path))
const failing = (path: string) => (stage: Stage) => fails(stage.page, path)

export const linkVisitStateScenes: readonly Scene[] = [
  scene('code-missing', 'locked', async (stage) => {
    await title(stage)
    await stage.page.keyboard.press('Enter')
    await expect(stage.page.locator('[aria-invalid=true]')).toBeVisible()
  }),
  scene('locked', 'locked', lock),
  scene(
    'visit-loading',
    'open',
    async ({ page }) => {
      await expect(page.getByRole('main').getByRole('status').first()).toBeVisible()
    },
    { before: holding('link/queryAttribute') },
  ),
  scene('visit-failed', 'open', failed, { before: failing('link/queryAttribute') }),
  scene('visit-offline', 'open', failed, {
    before: ({ page }) => page.route('**/disk/api/link/queryAttribute*', (route) => route.abort()),
  }),
  scene('folder-loading', 'open', async (stage) => {
    await title(stage)
    const held = await hold(stage.page, isCall('link/queryInstancePage'))
    await toFolder(stage)
    await held.arrived
    await expect(stage.page.getByRole('main').getByRole('status').first()).toBeVisible()
  }),
  scene('folder-failed', 'open', async (stage) => {
    await title(stage)
    await fails(stage.page, 'link/queryInstancePage')
    await toFolder(stage)
    await failed(stage)
  }),
  scene('search-loading', 'open', async (stage) => {
    await title(stage)
    const held = await hold(stage.page, isCall('link/searchInstancePage'))
    await stage.page.getByRole('searchbox').fill('嘉宾')
    await held.arrived
  }),
  scene('search-failed', 'open', async (stage) => {
    await title(stage)
    await fails(stage.page, 'link/searchInstancePage')
    await stage.page.getByRole('searchbox').fill('嘉宾')
    await failed(stage)
  }),
  scene('download-failed', 'open', async (stage) => {
    const { page } = stage
    await title(stage)
    await page.route('**/link/getDownloadUrl?*', (route) => route.abort())
    await page.getByRole('button', { name: /^(下载“会议日程\.docx”|Download 会议日程\.docx)$/ }).click()
    await expect(page.getByText(/网络错误|Network error|network/i).first()).toBeVisible({ timeout: 30_000 })
  }),
  scene('closed-time', 'open', title, { before: ended('time') }),
  scene('closed-owner', 'open', title, { before: ended('owner') }),
  scene('closed-stopped', 'stopped', title),
  scene('closed-gone', 'gone', title),
  scene('closed-review', 'review', title),
  scene('not-for-you', 'named', title, { as: stranger }),
  scene('network-full', 'open', failed, {
    before: ({ page, setting }) =>
      page.route('**/disk/api/link/queryInstancePage', (route) =>
        route.fulfill({
          status: 429,
          json: {
            errcode: 10018,
            errmsg: errorText('network_limit_reached', setting.language, { when: '2026-11-27 12:00' }),
            traceId: '8f2c41d09b7e',
          },
        }),
      ),
  }),
  scene('upload-failed', 'upload', async (stage) => {
    const { page } = stage
    await expect(page.getByRole('button', { name: /^(选择文件|Choose files)$/ })).toBeVisible()
    await page.route('**/disk/api/link/upload', (route) => route.abort())
    await chooseFiles(stage, ['作品说明.pdf', '主视觉-横版 2026 秋季新品发布会最终确认版.png'])
    await expect(page.getByRole('button', { name: /^(重试“作品|Retry 作品)/ })).toBeVisible({
      timeout: 60_000,
    })
  }),
  scene('video', 'video', async ({ page }) => {
    await page.getByRole('button', { name: /^(预览|Preview)$/ }).click()
    await expect(page.getByRole('dialog').locator('video')).toBeVisible({ timeout: 120_000 })
    await page
      .getByRole('dialog')
      .locator('video')
      .evaluate(
        (video: HTMLVideoElement) =>
          new Promise<void>((seen) => {
            if (video.readyState >= 2) seen()
            else video.addEventListener('loadeddata', () => seen(), { once: true })
          }),
      )
  }),
  scene(
    'pages-loading',
    'pages',
    async (stage) => {
      await title(stage)
      await stage.page.getByRole('button', { name: /^(预览|Preview)$/ }).click()
      await expect(stage.page.getByRole('dialog').getByRole('status').first()).toBeVisible()
    },
    { before: holding('link/preview') },
  ),
  scene(
    'pages-failed',
    'pages',
    async (stage) => {
      await title(stage)
      await stage.page.getByRole('button', { name: /^(预览|Preview)$/ }).click()
      await expect(
        stage.page
          .getByRole('dialog')
          .getByText(/打开失败|Couldn’t open/)
          .first(),
      ).toBeVisible({
        timeout: 30_000,
      })
    },
    { before: failing('link/preview') },
  ),
]
