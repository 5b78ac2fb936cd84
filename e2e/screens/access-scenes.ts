import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { workbookOf } from '../../server/src/workbooks/write.ts'
import { nameIn } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { question } from '../support/transfers.ts'
import { choose } from './people-scenes.ts'
import { companyOf, openDialog } from './sharing-scenes.ts'
import type { Scene, World } from './stage.ts'

/** Pictures of who may do what: shares in their rarer states, permissions and their reasons, the picker, a first password. */

const both = true

const newcomers = new WeakMap<World['server'], Promise<unknown>>()
/** Somebody who was given a password and has to make up one. */
const newcomerOf = (world: World): Promise<unknown> => {
  const make = async () =>
    (await organisation(world.server)).person('newcomer', '新同事', { mustChangePassword: true })
  const known = newcomers.get(world.server) ?? make()
  newcomers.set(world.server, known)
  return known
}

export const accessScenes: readonly Scene[] = [
  {
    name: 'shares-leave',
    both,
    play: async (stage) => {
      await companyOf(stage)
      await stage.open('fileShare')
      await choose(stage, '渠道资料', '退出共享', 'Leave share')
      await expect(question(stage.page)).toBeVisible()
    },
  },
  {
    name: 'share-table',
    both,
    play: async (stage) => {
      const { desk, say } = stage
      const dialog = await openDialog(stage, '现场照片')
      const columns = ['账号', '角色'].map((title) => ({ title, width: 20 }))
      const rows = [
        ['s_wuhan', '可编辑'],
        ['s_nobody', '可编辑'],
        ['s_chenjie', '可预览'],
        ['s_wuhan', '可预览'],
      ]
      const workbook = await buffer(workbookOf('名单', columns, Readable.from([rows]), 'UTC'))
      await dialog
        .getByLabel(say('从表格批量添加', 'Add from a spreadsheet'))
        .setInputFiles(await desk.file('现场照片 共享名单.xlsx', workbook))
      if (stage.phone) await dialog.getByRole('tab').nth(1).click()
      await expect(dialog.getByRole('status').filter({ hasText: 's_nobody' })).toBeVisible()
    },
  },
  {
    name: 'share-roster',
    both,
    play: async (stage) => {
      const { page, say, phone } = stage
      const dialog = await openDialog(stage, '现场照片')
      await dialog.getByRole('searchbox').fill('品牌与市场部')
      await dialog.getByRole('option').first().click()
      if (phone) await dialog.getByRole('tab').nth(1).click()
      await page.getByRole('button', { name: say('查看名单', 'Show people') }).click()
      await expect(dialog.getByText('媒介组')).toBeVisible()
    },
  },
  {
    name: 'picker-names',
    as: 'fresh',
    both,
    play: async (stage) => {
      const { page, say } = stage
      await companyOf(stage)
      await stage.open('groupFile')
      await page
        .getByRole('button', { name: say('新建群组', 'New group') })
        .first()
        .click()
      await page.getByRole('button', { name: say('选择成员…', 'Choose members…') }).click()
      await page.getByRole('dialog').getByRole('searchbox').fill('陈')
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'permissions-role',
    both,
    play: async (stage) => {
      const { group } = await companyOf(stage)
      await stage.open(`groupFile?folder=${group.rootId}`)
      await choose(stage, '合同与报价', '权限…', 'Permissions…')
      const name = stage.say('“陈杰”的权限', 'Access of 陈杰')
      await stage.page.getByRole('dialog').getByRole('combobox', { name }).click()
      await expect(stage.page.getByRole('listbox').last()).toBeVisible()
    },
  },
  {
    name: 'why-mine',
    both,
    as: async (world) => {
      await companyOf(world)
      return 's_chenjie'
    },
    play: async (stage) => {
      const { group } = await companyOf(stage)
      await stage.open(`groupFile?folder=${group.rootId}`)
      await choose(stage, '合同与报价', '我的权限…', 'My permissions…')
      await expect(stage.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'group-files-viewer',
    both,
    as: async (world) => {
      await companyOf(world)
      return 's_chenjie'
    },
    play: async (stage) => {
      const { group } = await companyOf(stage)
      await stage.open(`groupFile?folder=${group.rootId}`)
      await expect(phoneRow(stage.page, '合同与报价')).toBeVisible()
      if (!stage.phone) await nameIn(stage.page, '合同与报价').click()
    },
  },
  {
    name: 'first-password',
    as: 'signedOut',
    both,
    play: async (stage) => {
      const { page, say, server } = stage
      await newcomerOf(stage)
      await page.goto(`${server.origin}/disk/login`)
      await page.getByLabel(say('账号', 'Account')).fill('newcomer')
      await page.getByLabel(say('密码', 'Password'), { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: say('设置新密码', 'Set a new password') })).toBeVisible()
      await page.getByLabel(say('新密码', 'New password'), { exact: true }).fill('short')
      await page.keyboard.press('Enter')
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
]
