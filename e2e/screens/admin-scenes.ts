import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import type { SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import { expect } from '@playwright/test'
import { hold, isCall } from '../support/hold.ts'
import {
  asAdmin,
  choose,
  fails,
  layer,
  menuAt,
  openConsole,
  openRow,
  press,
  retold,
  rowOf,
  SHARES,
  tickRow,
} from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of the administration: groups, files of others and the second bin. */

async function openGroups(stage: Stage): Promise<void> {
  await retold<{ list: AdminGroup[] }>(stage.page, 'admin/groups/page', (data) => ({
    ...data,
    list: data.list.map((group, at) => ({
      ...group,
      usedCapacity: Math.round((SHARES[at % SHARES.length] ?? 0) * group.totalCapacity),
    })),
  }))
  await openConsole(stage, 'groups')
  await expect(rowOf(stage, '品牌资产库')).toBeVisible()
}

const groupMenu = (name: string, zh: string, en: string): Scene => ({
  name,
  as: asAdmin,
  english: true,
  phone: true,
  play: async (stage) => {
    await openGroups(stage)
    await menuAt(stage, '品牌资产库')
    await choose(stage, zh, en)
    await expect(stage.page.locator('[role=dialog], [role=alertdialog]').last()).toBeVisible()
  },
})

const ofRich = ({ rich }: Stage) => `files?person=${rich.api.user.userId}`

async function openSearch(stage: Stage, query: string): Promise<void> {
  await openConsole(stage, `files?among=all${query}`)
}

/** Some of it is nearly over, which takes weeks. */
async function openBin(stage: Stage): Promise<void> {
  const days = [30, 29, 26, 6, 3, 0.4]
  await retold<{ list: SecondTrashItem[] }>(stage.page, 'admin/recycle/page', (data) => ({
    ...data,
    list: data.list.map((item, at) => ({
      ...item,
      fileSize: item.fileSize * 1024 * (at + 1),
      ownerExists: at !== 4,
      expireTime: new Date(Date.now() + (days[at] ?? 20) * 24 * 3600_000).toISOString(),
    })),
  }))
  await openConsole(stage, 'recycle')
  await expect(rowOf(stage, '旧资料')).toBeVisible()
}

const shows = (stage: Stage) => expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()

export const adminScenes: readonly Scene[] = [
  { name: 'admin-groups', as: asAdmin, everywhere: true, play: openGroups },
  {
    name: 'admin-groups-selected',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openGroups(stage)
      for (const name of ['品牌资产库', '2026 新品发布会']) await tickRow(stage, name)
    },
  },
  {
    name: 'admin-groups-menu',
    as: asAdmin,
    phone: true,
    play: async (stage) => {
      await openGroups(stage)
      await menuAt(stage, 'North America')
    },
  },
  groupMenu('admin-group', '编辑', 'Edit'),
  groupMenu('admin-group-members', '查看成员', 'View members'),
  groupMenu('admin-group-give', '更换所有者…', 'Change owner…'),
  groupMenu('admin-group-dissolve', '解散…', 'Delete…'),
  {
    name: 'admin-group-new',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openGroups(stage)
      await press(stage, '新建群组', 'New group')
      await press(stage, '新建', 'Create', layer(stage.page))
    },
  },
  {
    name: 'admin-groups-empty',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await retold(stage.page, 'admin/groups/page', (data: object) => ({ ...data, list: [], total: 0 }))
      await openConsole(stage, 'groups')
      await shows(stage)
    },
  },
  {
    name: 'admin-groups-error',
    as: asAdmin,
    play: async (stage) => {
      await fails(stage.page, 'admin/groups/page')
      await openConsole(stage, 'groups')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },

  {
    name: 'admin-files',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await openConsole(stage, 'files')
      await expect(stage.page.getByRole('main').locator('[data-index]:visible').nth(4)).toBeVisible()
    },
  },
  {
    name: 'admin-files-groups',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'files?kind=groups')
      await expect(rowOf(stage, '品牌资产库')).toBeVisible()
    },
  },
  {
    name: 'admin-files-of',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await openConsole(stage, `${ofRich(stage)}&folder=${stage.rich.drive.folderId}`)
      await expect(rowOf(stage, '主题演讲素材')).toBeVisible()
    },
  },
  {
    name: 'admin-files-drawer',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, `${ofRich(stage)}&folder=${stage.rich.drive.folderId}`)
      await openRow(stage, '预算与结算明细.xlsx')
    },
  },
  {
    name: 'admin-files-empty',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openConsole(stage, `${ofRich(stage)}&folder=${stage.rich.drive.emptyId}`)
      await shows(stage)
    },
  },
  {
    name: 'admin-files-error',
    as: asAdmin,
    play: async (stage) => {
      await openConsole(stage, 'files?person=01980000-0000-7000-8000-000000000000')
      await expect(stage.page.getByRole('main').getByText('无法加载文件')).toBeVisible()
    },
  },
  {
    name: 'admin-found',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await openSearch(stage, '&q=发布会')
      await expect(rowOf(stage, '发布会')).toBeVisible()
    },
  },
  {
    name: 'admin-found-many',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await retold(stage.page, 'admin/files/search', (data: object) => ({ ...data, truncated: true }))
      await openSearch(stage, '&kind=person')
      await expect(rowOf(stage, 'x').or(stage.page.getByRole('row').nth(2)).first()).toBeVisible()
    },
  },
  {
    name: 'admin-found-nothing',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openSearch(stage, '&q=nothing-like-this')
      await shows(stage)
    },
  },

  { name: 'admin-bin', as: asAdmin, everywhere: true, play: openBin },
  {
    name: 'admin-bin-selected',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openBin(stage)
      for (const name of ['Old invoices', '媒体采访提纲']) await tickRow(stage, name)
    },
  },
  {
    name: 'admin-bin-menu',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openBin(stage)
      await menuAt(stage, '媒体采访提纲')
    },
  },
  {
    name: 'admin-bin-give',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openBin(stage)
      await menuAt(stage, '媒体采访提纲')
      await choose(stage, '还原给其他人…', 'Restore to another person…')
      await expect(layer(stage.page)).toBeVisible()
    },
  },
  {
    name: 'admin-bin-remove',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openBin(stage)
      await menuAt(stage, '媒体采访提纲')
      await choose(stage, '彻底删除', 'Delete permanently')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-bin-empty',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await retold(stage.page, 'admin/recycle/page', (data: object) => ({
        ...data,
        list: [],
        total: 0,
        totalSize: 0,
      }))
      await openConsole(stage, 'recycle')
      await shows(stage)
    },
  },
  {
    name: 'admin-bin-error',
    as: asAdmin,
    play: async (stage) => {
      await fails(stage.page, 'admin/recycle/page')
      await openConsole(stage, 'recycle')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-bin-loading',
    as: asAdmin,
    play: async (stage) => {
      await hold(stage.page, isCall('admin/recycle/page'))
      await openConsole(stage, 'recycle')
      await stage.page.waitForTimeout(500)
    },
  },
]
