import { pageVersions, pinVersion, restoreVersion } from '@clouddisk/contract/versions'
import { expect, type Locator } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { nameIn, row } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of the versions of a file. */

const FILE = '场地租赁合同.txt'
const ONE = '会议记录.txt'
const SIZES = [180_000, 182_500, 1_204_000, 1_204_300, 1_310_000, 1_312_000]

const people = new WeakMap<World['server'], Promise<string>>()
const personOf = (world: World): Promise<string> => {
  const known = people.get(world.server) ?? layOut(world)
  people.set(world.server, known)
  return known
}

async function layOut({ server }: World): Promise<string> {
  const name = await newPerson(server, 'v_wangfang', '王芳')
  const api = await signIn(server.origin, name, PASSWORD)
  await api.upload('0', ONE, Buffer.from('10:00 开会'))
  let instanceId = ''
  for (const [n, size] of SIZES.entries())
    instanceId = (await api.upload('0', FILE, Buffer.alloc(size, `第 ${n} 稿\n`), { conflict: 'newVersion' }))
      .instanceId
  const { list } = await api.call(pageVersions, { instanceId })
  const versionOf = (no: number) => list.find(({ versionNo }) => versionNo === no)?.versionId ?? ''
  await api.call(pinVersion, { instanceId, versionId: versionOf(3), name: '法务评审定稿' })
  await api.call(pinVersion, { instanceId, versionId: versionOf(1) })
  await api.call(restoreVersion, { instanceId, versionId: versionOf(5) })
  return name
}

async function openVersions(stage: Stage, name = FILE): Promise<Locator> {
  const { page, phone, say } = stage
  await stage.open('personalFile')
  if (phone) {
    await phoneRow(page, name).getByRole('button').last().click()
    const sheet = page.getByRole('dialog').getByRole('button')
    await sheet.filter({ hasText: say('历史版本', 'Versions') }).click()
  } else {
    await nameIn(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: say('历史版本', 'Versions') }).click()
  }
  const dialog = page.getByRole('dialog', { name: say('历史版本', 'Versions') })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  return dialog
}

const menuOf = async (stage: Stage, dialog: Locator, no: number) => {
  await dialog
    .getByRole('button', { name: stage.say(`版本 ${no} 的操作`, `Actions on version ${no}`) })
    .click()
  await expect(stage.page.getByRole('menuitem').first()).toBeVisible()
}

export const versionScenes: readonly Scene[] = [
  {
    name: 'versions',
    everywhere: true,
    as: personOf,
    play: async (stage) => void (await openVersions(stage)),
  },
  {
    name: 'versions-only-one',
    both: true,
    as: personOf,
    play: async (stage) => void (await openVersions(stage, ONE)),
  },
  {
    name: 'versions-selected',
    both: true,
    as: personOf,
    play: async (stage) => {
      const dialog = await openVersions(stage)
      await dialog.getByRole('checkbox').first().click()
    },
  },
  {
    name: 'versions-menu',
    both: true,
    as: personOf,
    play: async (stage) => menuOf(stage, await openVersions(stage), 3),
  },
  {
    name: 'versions-pin',
    both: true,
    as: personOf,
    play: async (stage) => {
      await menuOf(stage, await openVersions(stage), 4)
      await stage.page.getByRole('menuitem', { name: stage.say('固定…', 'Pin…') }).click()
      await expect(stage.page.getByRole('textbox').last()).toBeVisible()
    },
  },
  {
    name: 'versions-retention',
    both: true,
    as: personOf,
    play: async (stage) => {
      const dialog = await openVersions(stage)
      await dialog.getByRole('button', { name: stage.say('保留设置', 'Retention') }).click()
      await stage.page.getByRole('radio', { name: stage.say('自定义', 'Custom') }).click()
    },
  },
  {
    name: 'versions-delete',
    both: true,
    as: personOf,
    play: async (stage) => {
      const dialog = await openVersions(stage)
      await dialog.getByRole('checkbox').first().click()
      await dialog.getByRole('button', { name: /删除 4|Delete 4/ }).click()
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'versions-details',
    english: true,
    as: personOf,
    play: async (stage) => {
      await stage.open('personalFile')
      await nameIn(stage.page, FILE).click()
      await stage.page.keyboard.press('Alt+Enter')
      const open = stage.page.getByRole('button', { name: stage.say('查看和恢复', 'View and restore') })
      await expect(open).toBeVisible()
      await expect(row(stage.page, FILE)).toBeVisible()
      await open.scrollIntoViewIfNeeded()
    },
  },
]
