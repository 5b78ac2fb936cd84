import { createFolder } from '@clouddisk/contract/files'
import { updateAttribute } from '@clouddisk/contract/labels'
import { expect } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { longPress } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, SPACE, type Stage, type World } from './stage.ts'

/** Pictures of the personal table. */

const furnished = new WeakMap<World['server'], Promise<string>>()
const ownerOf = (world: World): Promise<string> => {
  const known = furnished.get(world.server) ?? layOut(world)
  furnished.set(world.server, known)
  return known
}
const put = (api: Person, name: string, size: number, parent = '0') =>
  api.upload(parent, name, Buffer.alloc(size, `${name} ${size} `), { conflict: 'newVersion' })

async function layOut({ server }: World): Promise<string> {
  const name = await newPerson(server, 't_liwei', '李伟', SPACE)
  const api = await signIn(server.origin, name, PASSWORD)
  const { instanceId: project } = await api.call(createFolder, { parentId: '0', instanceName: '品牌发布会' })
  const { instanceId: photos } = await api.call(createFolder, {
    parentId: project,
    instanceName: '现场照片',
  })
  for (let n = 1; n <= 90; n++) await put(api, `签到 ${n}.jpg`, 900 + n * 37, photos)
  await put(api, '年度预算与执行情况说明（财务部与市场部会签版）.docx', 690_000, project)
  for (const size of [210_000, 220_000, 230_000]) await put(api, '报价单.xlsx', size, project)
  await put(api, '合影原图.jpg', 1_840_000, photos)
  await put(api, '发布会录像.mp4', 4_100_000, project)
  await put(api, '访谈录音.mp3', 530_000, project)
  await put(api, '设计源文件.zip', 1_270_000)
  const minutes = await put(api, '会议纪要.md', 5_300)
  const guidelines = await put(api, 'Brand guidelines 2026.pdf', 2_350_000)
  const annotate = (instanceId: string, labels: string[], remark = '') =>
    api.call(updateAttribute, { instanceId, labels, remark })
  await annotate(minutes.instanceId, ['待确认'], '周五前请各部门确认。')
  await annotate(guidelines.instanceId, ['终稿', '市场部', 'For review by legal', '2027'])
  await put(api, '数据库.bak', 310_000)
  return name
}

const newcomers = new WeakMap<World['server'], Promise<string>>()
const emptyOwner = ({ server }: World): Promise<string> => {
  const known = newcomers.get(server) ?? newPerson(server, 't_new', '王芳', SPACE)
  newcomers.set(server, known)
  return known
}

async function show(stage: Stage, query = ''): Promise<void> {
  await stage.open(`personalTable${query}`)
  // A phone has no checkboxes that name the rows.
  await expect(stage.page.locator('[title="数据库.bak"]').first()).toBeVisible()
}

export const personalTableScenes: readonly Scene[] = [
  { name: 'personal-table', everywhere: true, as: ownerOf, play: (stage) => show(stage) },
  {
    name: 'personal-table-100',
    both: true,
    as: ownerOf,
    play: (stage) => show(stage, '?size=100&folders=1&mine=1'),
  },
  {
    name: 'personal-table-selected',
    both: true,
    as: ownerOf,
    play: async (stage) => {
      await show(stage)
      if (stage.phone) await longPress(stage.page, '数据库.bak')
      else
        for (const name of ['数据库.bak', '会议纪要.md'])
          await stage.page
            .getByRole('row')
            .filter({ has: stage.page.locator(`[title="${name}"]`) })
            .getByRole('checkbox')
            .click()
      await expect(stage.page.getByRole('main').getByRole('toolbar')).toBeVisible()
    },
  },
  {
    name: 'personal-table-columns',
    as: ownerOf,
    play: async (stage) => {
      await show(stage)
      await stage.page.getByRole('button', { name: /选择显示的列|Choose columns/ }).click()
      await expect(stage.page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'personal-table-label',
    both: true,
    as: ownerOf,
    play: async (stage) => {
      await stage.page.addInitScript(() =>
        localStorage.setItem('clouddisk.columns.personalTable', 'createTime,createUser'),
      )
      await stage.open(`personalTable?label=${encodeURIComponent('待确认')}`)
      await expect(stage.page.locator('[title="会议纪要.md"]').first()).toBeVisible()
    },
  },
  {
    name: 'personal-table-no-match',
    both: true,
    as: ownerOf,
    play: async (stage) => {
      await stage.open('personalTable?q=没有的文件')
      await expect(stage.page.getByRole('main')).toContainText(/没有符合|No files match/)
    },
  },
  {
    name: 'personal-table-empty',
    both: true,
    as: emptyOwner,
    play: async (stage) => {
      await stage.open('personalTable')
      await expect(stage.page.getByRole('main')).toContainText(/还没有文件|No files yet/)
    },
  },
  {
    name: 'personal-table-loading',
    both: true,
    as: ownerOf,
    play: async (stage) => {
      await stage.page.route('**/instance/personalTable', () => undefined)
      await stage.open('personalTable')
      await expect(stage.page.getByRole('button', { name: /导出|Export/ })).toBeVisible()
    },
  },
  {
    name: 'personal-table-failed',
    both: true,
    as: ownerOf,
    play: async (stage) => {
      await stage.page.route('**/instance/personalTable', (route) =>
        route.fulfill({
          status: 500,
          json: { errcode: 500, errmsg: '服务器出错了。', data: null, traceId: 'a1b2c3d4' },
        }),
      )
      await stage.open('personalTable')
      await expect(stage.page.getByRole('main').getByRole('button', { name: /重试|Retry/ })).toBeVisible()
    },
  },
]
