import { readFile } from 'node:fs/promises'
import { createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import { expect, type Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { nameIn } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Previews of what a browser does not show, or shows in more than one way. */

const media = (name: string) => readFile(new URL(`../media/${name}`, import.meta.url))
/** Chinese as older Windows programs write it. */
const SHORT_GBK = Buffer.from('d6d0cec4b1e0c2ebb5c4cec4bcfea3bab5dad2bbd0d00a', 'hex')
const SHARED = '发布会素材'

const reader = new WeakMap<World, Promise<string>>()
function readerOf(world: World): Promise<string> {
  const known = reader.get(world) ?? layOut(world)
  reader.set(world, known)
  return known
}

async function layOut({ server, rich }: World): Promise<string> {
  const name = await newPerson(server, 'reader', '周宁')
  const api = await signIn(server.origin, name, PASSWORD)
  await api.upload('0', '旧系统导出.txt', SHORT_GBK)
  await api.upload('0', '手机拍摄.mp4', await media('hevc.mp4'))
  await api.upload('0', '会议录音.ogg', await media('sound.ogg'))
  const { instanceId } = await rich.api.call(createFolder, { instanceName: SHARED })
  await rich.api.upload(instanceId, '方案.docx', Buffer.alloc(31_000, 'y'))
  await rich.api.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: api.user.userId, role: 'viewer' }],
  })
  return name
}

async function enter({ page, phone }: Stage, name: string): Promise<void> {
  if (phone) await phoneRow(page, name).tap()
  else await nameIn(page, name).dblclick()
}

const preview = (name: string, file: string, ready: (page: Page) => Promise<unknown>): Scene => ({
  name,
  both: true,
  as: readerOf,
  play: async (stage) => {
    await stage.open('personalFile')
    await enter(stage, file)
    await ready(stage.page)
  },
})
const dialog = (page: Page) => page.getByRole('dialog')

export const previewScenes: readonly Scene[] = [
  preview('preview-encoding', '旧系统导出.txt', async (page) => {
    await expect(dialog(page).locator('pre')).toBeVisible()
    await page.getByRole('combobox').last().click()
    await expect(page.getByRole('option').first()).toBeVisible()
  }),
  preview('preview-no-picture', '手机拍摄.mp4', (page) => expect(dialog(page)).toContainText('HEVC')),
  preview('preview-sound-only', '会议录音.ogg', (page) =>
    expect(dialog(page).locator('audio')).toBeVisible(),
  ),
  {
    name: 'preview-view-only',
    both: true,
    as: readerOf,
    play: async (stage) => {
      await stage.open('fileShare')
      await enter(stage, SHARED)
      await enter(stage, '方案.docx')
      await expect(dialog(stage.page).getByRole('status')).toBeVisible()
    },
  },
]
