import { open } from 'node:fs/promises'
import { expect, type Page, type Request } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { initiate, openUpload, putPart } from '../../server/test/transfer.ts'
import { dropFiles } from '../support/drop.ts'
import { heading, list, nameIn } from '../support/files.ts'
import { isPart } from '../support/hold.ts'
import { longQuiet } from '../support/long-quiet.ts'
import { PASSWORD } from '../support/server.ts'
import {
  expectUploadsDone,
  openTab,
  openTransfers,
  panel,
  question,
  rowButton,
  transfer,
} from '../support/transfers.ts'
import { layOutDrive } from './drive.ts'
import { newPerson, type Scene, SPACE, type Stage, type World } from './stage.ts'

/** The transfer list in all its states: uploads stopped on purpose at a place of their way. */

const MB = 1024 * 1024
let people = 0
/** Uploading changes a drive, so each of these has one of its own; where its folder is. */
let folderId = ''

/** As another device leaves it, the first part of two there. */
async function leave(who: Person, name: string): Promise<void> {
  const bytes = Buffer.alloc(9 * MB, name)
  const session = await openUpload(who, { parentId: folderId, name, bytes })
  await putPart(who, session, await initiate(who, session), 1, bytes)
}

async function ownDrive({ server, content }: World): Promise<string> {
  const name = await newPerson(server, `linxiao${++people}`, '林晓', SPACE)
  folderId = (await layOutDrive(await signIn(server.origin, name, PASSWORD), content)).folderId
  return name
}

async function openOwn({ page, open: go }: Stage): Promise<void> {
  await go(`personalFile?folder=${folderId}`)
  await expect(page.getByRole('main').getByTitle('现场照片')).toBeVisible()
}

/** What transfers is fetched at the first sign of a person. */
const wake = (page: Page) => page.mouse.move(200, 20)

/** What is answered to a part instead of taking it. */
const ANSWERS = {
  fail: { status: 500, body: '' },
  full: { status: 507, body: '<Error><Code>InsufficientStorage</Code></Error>' },
  away: { status: 503, body: '<Error><Code>ServiceUnavailable</Code></Error>' },
}
type Fate = 'wait' | keyof typeof ANSWERS

/** What becomes of the parts of an upload: so many pass, the rest wait or are answered otherwise. */
class Gate {
  private passes = Number.POSITIVE_INFINITY
  private fate: Fate = 'wait'
  private arrived = Promise.withResolvers<void>()
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async install(): Promise<void> {
    await this.page.route(
      (url) => url.search.includes('partNumber='),
      async (route, request) => {
        if (!this.isStopped(request)) return route.continue().catch(() => undefined)
        this.arrived.resolve()
        if (this.fate !== 'wait') await route.fulfill(ANSWERS[this.fate]).catch(() => undefined)
      },
    )
  }
  after(parts: number, fate: Fate = 'wait'): Promise<void> {
    this.passes = parts
    this.fate = fate
    this.arrived = Promise.withResolvers()
    return this.arrived.promise
  }
  private isStopped(request: Request): boolean {
    return isPart(request) && request.method() === 'PUT' && this.passes-- <= 0
  }
}

/** A file of holes: as large as it says, without taking the time to write it. */
async function hollow({ desk }: Stage, name: string, size: number): Promise<string> {
  const path = await desk.file(name, '')
  const file = await open(path, 'w')
  await file.truncate(size)
  await file.close()
  return path
}

async function fillPanel(stage: Stage): Promise<void> {
  const { page, desk, content, say, phone } = stage
  // On a phone the panel lies over the list that things are dropped on, so it is filled at a desk.
  const own = page.viewportSize()
  if (phone) await page.setViewportSize({ width: 1440, height: 900 })
  const gate = new Gate(page)
  await gate.install()
  await openOwn(stage)
  // The middle of the list may lie below the panel.
  const drop = async (...paths: string[]) => {
    await dropFiles(page, paths, heading(page))
    await openTransfers(page)
  }

  await drop(await desk.file('主视觉-横版-终稿.jpg', content.pictures.poster ?? ''))
  await expect(page.getByRole('main').getByTitle('主视觉-横版-终稿.jpg').first()).toBeVisible({
    timeout: 30_000,
  })
  await drop(await hollow(stage, '发布会全程录像.mkv', 260 * MB))
  await expect(transfer(page, '发布会全程录像.mkv')).toContainText('[002]', { timeout: 60_000 })

  const failing = gate.after(1, 'fail')
  await drop(await desk.file(`${people}/舞台搭建图纸.pdf`, 22 * MB))
  await failing
  await expect(transfer(page, '舞台搭建图纸.pdf')).toContainText(/\[\d{3}\]/, { timeout: 60_000 })

  const pausing = gate.after(1)
  await drop(await desk.file(`${people}/开场音乐母带.wav`, 26 * MB))
  await pausing
  await rowButton(page, '开场音乐母带.wav', '暂停', 'Pause').click()
  await expect(transfer(page, '开场音乐母带.wav')).toContainText(say('已暂停', 'Paused'))

  const running = gate.after(3)
  const movie = await desk.file(`${people}/发布会主视频-4K-终版.mov`, 50 * MB)
  const archive = await desk.file(`${people}/品牌素材包 2026.zip`, 18 * MB)
  for (let index = 1; index <= 6; index++) await desk.file(`${people}/花絮照片/IMG_${index}.jpg`, 1 * MB)
  await drop(movie, archive, desk.at(`${people}/花絮照片`))
  await running
  await expect(transfer(page, '品牌素材包 2026.zip')).toBeVisible()
  await wake(page)
  if (phone && own) await page.setViewportSize(own)
}

const uploadSome = async (stage: Stage) => {
  const { page, desk } = stage
  await openOwn(stage)
  const names = [
    '产品路线图 2027.pptx',
    '舞台效果图 03.jpg',
    '媒体名单.xlsx',
    'Stage plan, second floor - final.pdf',
    '旁白录音-02.mp3',
    '邀请函.html',
  ]
  const paths = await Promise.all(
    names.map((name, index) => desk.file(`done/${name}`, 40_000 * (index + 1) + people)),
  )
  await dropFiles(page, paths, list(page))
  await expectUploadsDone(page)
}

/** Storage that is full, that the page may not talk to yet, and that is away. */
async function troubleStore(stage: Stage): Promise<void> {
  const { page, say, phone } = stage
  const own = page.viewportSize()
  if (phone) await page.setViewportSize({ width: 1440, height: 900 })
  const gate = new Gate(page)
  await gate.install()
  await openOwn(stage)
  const drop = async (name: string, text: string) => {
    await dropFiles(page, [await hollow(stage, name, 40 * MB)], heading(page))
    await openTransfers(page)
    await expect(transfer(page, name)).toContainText(text, { timeout: 60_000 })
  }
  await page.route(/queryUploadAuth/, async (route, request) => {
    // What begins an upload goes to the server all the same.
    if (!request.postData()?.includes('partNum')) return route.continue()
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, host: 'https://s3.test' } } })
  })
  await drop('航拍素材.mov', say('请刷新所有打开的云盘页面', 'Reload all open pages'))
  await page.unroute(/queryUploadAuth/)
  void gate.after(1, 'full')
  await drop('发布会全程录像.mkv', say('后自动继续', 'resumes automatically once there’s space'))
  void gate.after(1, 'away')
  await drop('开场音乐母带.wav', say('存储暂无响应', 'Storage isn’t responding'))
  await wake(page)
  if (phone && own) await page.setViewportSize(own)
}

export const transferScenes: readonly Scene[] = [
  { name: 'transfers-store', both: true, as: ownDrive, play: troubleStore },
  { name: 'transfers', everywhere: true, as: ownDrive, play: fillPanel },
  {
    name: 'transfers-selected',
    as: ownDrive,
    play: async (stage) => {
      await fillPanel(stage)
      await transfer(stage.page, '舞台搭建图纸.pdf').getByRole('checkbox').click()
    },
  },
  {
    name: 'transfers-info',
    phone: true,
    as: ownDrive,
    play: async (stage) => {
      const { page } = stage
      await fillPanel(stage)
      await transfer(page, '舞台搭建图纸.pdf').getByRole('checkbox').click()
      await panel(page).getByRole('toolbar').getByRole('button', { name: '详情' }).click()
      await expect(panel(page).getByRole('button', { name: '返回列表' })).toBeVisible()
    },
  },
  {
    name: 'transfers-minimised',
    phone: true,
    as: ownDrive,
    play: async (stage) => {
      await fillPanel(stage)
      await panel(stage.page).getByRole('button', { name: '最小化' }).click()
    },
  },
  {
    name: 'transfers-help',
    english: true,
    as: ownDrive,
    play: async (stage) => {
      await fillPanel(stage)
      const help = stage.say('传输失败怎么办', 'Help with failed transfers')
      await panel(stage.page).getByRole('button', { name: help }).click()
    },
  },
  {
    name: 'transfers-delete',
    phone: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, phone } = stage
      await fillPanel(stage)
      const name = '开场音乐母带.wav'
      if (phone) {
        await transfer(page, name).getByRole('checkbox').click()
        await panel(page).getByRole('toolbar').getByRole('button', { name: '删除' }).click()
      } else await rowButton(page, name, '删除').click()
      await expect(question(stage.page)).toBeVisible()
    },
  },
  {
    name: 'transfers-finished',
    everywhere: true,
    as: ownDrive,
    play: async (stage) => {
      await uploadSome(stage)
      await openTab(stage.page, '已完成')
      await expect(panel(stage.page).getByRole('grid')).toContainText('舞台效果图 03.jpg')
      await expect(panel(stage.page).getByRole('tab').first()).toContainText('(6/6)')
    },
  },
  {
    name: 'transfers-finished-folder',
    both: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, desk } = stage
      await openOwn(stage)
      for (let index = 1; index <= 4; index++)
        await desk.file(`${people}/花絮照片/IMG_${index}.jpg`, 200_000 + people)
      await dropFiles(
        page,
        [desk.at(`${people}/花絮照片`), await desk.file('媒体名单.xlsx', 9000)],
        list(page),
      )
      await expectUploadsDone(page)
      await openTab(page, '已完成')
      const folder = panel(page).getByRole('grid').getByRole('row').filter({ hasText: '花絮照片' })
      await expect(folder).toHaveCount(1)
      if (stage.phone) return
      await folder.getByRole('button', { name: /花絮照片/ }).click()
      await expect(panel(page).getByRole('grid')).toContainText('IMG_4.jpg')
    },
  },
  {
    name: 'transfers-download',
    everywhere: true,
    play: async (stage) => {
      const { page, openFolder, say, phone } = stage
      await openFolder()
      await wake(page)
      if (phone) return void (await openTab(page, '下载'))
      await nameIn(page, '嘉宾名单备注.txt').click()
      await page.keyboard.press('Control+Shift+S')
      await nameIn(page, '现场照片').click()
      await page.keyboard.press('Control+Shift+S')
      await question(page)
        .getByRole('button', { name: say('下载为 ZIP', 'Download as ZIP') })
        .click({ timeout: 3000 })
        .catch(() => undefined)
      await openTab(page, '下载')
      await expect(panel(page).getByRole('grid').or(panel(page).getByRole('heading')).first()).toBeVisible()
    },
  },
  {
    name: 'transfers-empty',
    everywhere: true,
    play: async ({ page, openFolder }) => {
      await openFolder()
      await wake(page)
      await openTransfers(page)
    },
  },
  {
    name: 'transfers-finished-empty',
    phone: true,
    play: async ({ page, openFolder }) => {
      await openFolder()
      await wake(page)
      await openTab(page, '已完成')
    },
  },
  {
    name: 'transfers-elsewhere',
    everywhere: true,
    phone: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, server, say } = stage
      const api = await signIn(server.origin, `linxiao${people}`, PASSWORD)
      for (const name of ['发布会航拍合集.mp4', 'Keynote recording.mov']) await leave(api, name)
      await longQuiet(page)
      await openOwn(stage)
      await wake(page)
      await openTransfers(page)
      await panel(page)
        .getByRole('button', { name: say('查看', 'View') })
        .click()
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
    },
  },
  {
    name: 'same-name-upload',
    everywhere: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, desk } = stage
      await openOwn(stage)
      const paths = [
        await desk.file('again/发布会流程表 v6.docx', 'new'),
        await desk.file('again/readme.html', 'new'),
      ]
      await desk.file('again/嘉宾名单备注.txt', 'new')
      await dropFiles(page, [...paths, desk.at('again/嘉宾名单备注.txt')], list(page))
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    },
  },
  {
    name: 'refused-names',
    everywhere: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, desk } = stage
      await openOwn(stage)
      for (const name of [
        '[2024] 现场照片/IMG_1.jpg',
        '[2024] 现场照片/con.txt',
        '会议：纪要（终稿）.docx',
        '说明.txt',
      ])
        await desk.file(`素材/${name}`, 'x')
      await dropFiles(page, [desk.at('素材')], list(page))
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(3)
    },
  },
  {
    name: 'upload-portions',
    both: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, desk } = stage
      await openOwn(stage)
      for (let index = 0; index < 501; index++) await desk.file(`portions/IMG_${index}.jpg`, `${index}`)
      await desk.file('portions/空白.txt', '')
      await dropFiles(page, [desk.at('portions')], list(page))
      await expect(question(page)).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'transfers-portions',
    both: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, desk, phone } = stage
      await openOwn(stage)
      const own = page.viewportSize()
      if (phone) await page.setViewportSize({ width: 1440, height: 900 })
      await page.route(/instance\/uploadFiles/, () => undefined)
      for (let index = 0; index < 620; index++) await desk.file(`present/IMG_${index}.jpg`, `${index}`)
      await dropFiles(page, [desk.at('present')], list(page))
      await question(page).getByRole('button').last().click()
      await openTransfers(page)
      await expect(panel(page).getByRole('status')).toContainText('120')
      if (phone && own) await page.setViewportSize(own)
    },
  },
  {
    name: 'upload-many',
    phone: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, desk } = stage
      await openOwn(stage)
      for (let index = 0; index < 51; index++) await desk.file(`many/IMG_${index}.jpg`, `${index}`)
      await desk.file('many/空白.txt', '')
      await dropFiles(page, [desk.at('many')], list(page))
      await expect(question(page)).toBeVisible()
    },
  },
  {
    name: 'signing-out',
    english: true,
    as: ownDrive,
    play: async (stage) => {
      const { page, say } = stage
      const gate = new Gate(page)
      await gate.install()
      await openOwn(stage)
      const stopped = gate.after(1)
      const paths = [await hollow(stage, '航拍素材.mov', 40 * MB), await hollow(stage, '花絮.mov', 30 * MB)]
      await dropFiles(page, paths, heading(page))
      await stopped
      await page.getByRole('button', { name: '林晓' }).click()
      await page.getByRole('menuitem', { name: say('退出登录', 'Sign out') }).click()
      await expect(question(page)).toBeVisible()
    },
  },
]
