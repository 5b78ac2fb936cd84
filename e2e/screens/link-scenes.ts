import { createOrUpdateLink, pageLinks, removeLinks } from '@clouddisk/contract/links'
import { expect } from '@playwright/test'
import { menuOf, row } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import type { Scene, Stage, World } from './stage.ts'

/** Pictures of external links: the dialog that makes one, one as it is handed on, and the list of them. */

const laidOut = new WeakMap<World['server'], Promise<void>>()
const linksOf = (world: World): Promise<void> => {
  const known = laidOut.get(world.server) ?? layOut(world)
  laidOut.set(world.server, known)
  return known
}

async function layOut({ rich: { api, drive } }: World): Promise<void> {
  const items = await api.list(drive.folderId)
  const idOf = (name: string) => items.find((item) => item.instanceName === name)?.instanceId ?? ''
  const link = (
    names: readonly string[],
    more: Parameters<typeof api.call<typeof createOrUpdateLink>>[1] = {},
  ) => api.call(createOrUpdateLink, { instanceIds: names.map(idOf), ...more })
  const ended = await link(['现场照片'])
  await api.call(removeLinks, { shareIds: [ended.shareId] })
  await link(['品牌素材 2026'], { visitor: 'signedIn', validity: 'permanent', perms: ['view'] })
  await link(['预算与结算明细.xlsx', '主题演讲素材'], { validity: 'employed', remark: '发给会展公司' })
  await link(['发布会主题演讲-终稿.pptx'], {
    perms: ['view', 'download', 'save'],
    validity: '3days',
    maxVisits: 50,
    code: 'K7mQ4x',
  })
  const { total } = await api.call(pageLinks, {})
  expect(total).toBe(4)
}

async function openDialog(stage: Stage, name: string) {
  await linksOf(stage)
  await stage.openFolder()
  const label = stage.say('外链分享…', 'Share link…')
  if (stage.phone) {
    await phoneRow(stage.page, name).getByRole('button').last().click()
    await stage.page.getByRole('dialog').getByRole('button', { name: label }).click()
  } else {
    await menuOf(stage.page, name)
    await stage.page.getByRole('menuitem', { name: label }).click()
  }
  return stage.page.getByRole('dialog').last()
}

export const linkScenes: readonly Scene[] = [
  {
    name: 'link-new',
    everywhere: true,
    play: async (stage) => {
      const dialog = await openDialog(stage, '现场照片')
      await expect(dialog.getByRole('radio').first()).toBeVisible()
    },
  },
  {
    name: 'link-designated',
    both: true,
    play: async (stage) => {
      const dialog = await openDialog(stage, '现场照片')
      await dialog.getByRole('radio', { name: stage.say('指定人员', 'Designated people') }).click()
      await dialog.getByRole('radio', { name: stage.say('自定义', 'Custom') }).click()
      await dialog.getByRole('checkbox').click()
      await dialog.getByRole('button', { name: stage.say('创建外链', 'Create link') }).click()
    },
  },
  {
    name: 'link-shown',
    everywhere: true,
    play: async (stage) => {
      const dialog = await openDialog(stage, '发布会主题演讲-终稿.pptx')
      await expect(dialog.getByRole('img')).toBeVisible()
    },
  },
  {
    name: 'link-menu',
    english: true,
    play: async (stage) => {
      await stage.openFolder()
      await expect(await menuOf(stage.page, '发布会主题演讲-终稿.pptx')).toBeVisible()
    },
  },
  {
    name: 'links-list',
    everywhere: true,
    play: async (stage) => {
      await linksOf(stage)
      await stage.open('mySharing')
      await expect(phoneRow(stage.page, '发布会主题演讲-终稿.pptx')).toBeVisible()
    },
  },
  {
    name: 'links-chosen',
    both: true,
    play: async (stage) => {
      await linksOf(stage)
      await stage.open('mySharing')
      await expect(phoneRow(stage.page, '发布会主题演讲-终稿.pptx')).toBeVisible()
      if (!stage.phone)
        await row(stage.page, '发布会主题演讲-终稿.pptx').getByRole('checkbox').click({ force: true })
    },
  },
  {
    name: 'links-stop',
    play: async (stage) => {
      await linksOf(stage)
      await stage.open('mySharing')
      await row(stage.page, '发布会主题演讲-终稿.pptx').getByRole('checkbox').click({ force: true })
      await stage.page.keyboard.press('Delete')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'links-empty',
    as: 'fresh',
    both: true,
    play: async (stage) => {
      await stage.open('mySharing')
      await expect(stage.page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    },
  },
  {
    name: 'links-failed',
    play: async (stage) => {
      await stage.page.route('**/link/page', (call) => call.fulfill({ status: 500, body: '' }))
      await stage.open('mySharing')
      await expect(stage.page.getByRole('alert')).toBeVisible()
    },
  },
]
