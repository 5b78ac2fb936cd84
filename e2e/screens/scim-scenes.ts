import { saveDirectory } from '@clouddisk/contract/directories'
import { pageDirectoryRuns } from '@clouddisk/contract/directory-runs'
import { makeScimToken } from '@clouddisk/contract/scim'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { sendScim } from '../../server/test/scim-client.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, menuAt, openConsole } from './administration.ts'
import type { Scene, Stage, World } from './stage.ts'

/** A SCIM directory on the integration platform. */

const known = new WeakMap<World['server'], Promise<void>>()

const withScim = async (world: World): Promise<string> => {
  const made = known.get(world.server) ?? furnish(world)
  known.set(world.server, made)
  await made
  return asAdmin(world)
}

async function furnish({ server }: World): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const identity = { code: 'entra', name: 'Entra ID 推送', protocol: 'scim' } as const
  const { directoryId } = await admin.call(saveDirectory, { ...identity, settings: {} })
  const { token } = await admin.call(makeScimToken, { directoryId })
  const send = (method: string, path: string, body?: object) =>
    sendScim(server.origin, token, { method, path, body })
  const ids: string[] = []
  for (const [i, name] of ['李娜', '王军', '赵敏', '孙宇', '周舟', '吴桐'].entries()) {
    const made = await send('POST', '/Users', {
      userName: `scim.user${i}@corp.example`,
      externalId: `e${i}`,
      displayName: name,
      emails: [{ value: i === 2 ? 'not an address' : `user${i}@corp.example`, type: 'work', primary: true }],
    })
    ids.push(made.body.id)
  }
  const members = ids.slice(0, 3).map((value) => ({ value }))
  const group = await send('POST', '/Groups', { displayName: '设计组', members })
  await send('POST', '/Groups', { displayName: '研发中心全体成员' })
  await send('POST', '/Users', { userName: 'admin' })
  await send('POST', '/Users', { userName: 'has space' })
  await send('GET', '/Users?filter=userName%20is%20%22x%22')
  await admin.call(saveDirectory, {
    ...identity,
    directoryId,
    settings: { guardShare: 10, guardLeast: 2, groupRoles: [{ group: group.body.id, roleId: 'default' }] },
  })
  for (const id of ids.slice(3)) await send('DELETE', `/Users/${id}`)
  const { list } = await admin.call(pageDirectoryRuns, { directoryId })
  expect(list).toMatchObject([{ state: 'waiting' }])
}

async function openMenu(stage: Stage, zh: string, en: string): Promise<void> {
  await openConsole(stage, 'platforms')
  await menuAt(stage, 'Entra ID 推送')
  await choose(stage, zh, en)
}

export const scimScenes: readonly Scene[] = [
  {
    name: 'admin-scim-new',
    as: withScim,
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'platforms')
      await page.getByRole('button', { name: say('添加目录', 'Add directory') }).click()
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: say('接入协议', 'Protocol') })
        .click()
      await page.getByRole('option', { name: 'SCIM' }).click()
    },
  },
  {
    name: 'admin-scim-edit',
    as: withScim,
    everywhere: true,
    play: async (stage) => {
      await openMenu(stage, '编辑', 'Edit')
      await expect(stage.page.getByRole('dialog')).toContainText('设计组')
    },
  },
  {
    name: 'admin-scim-connection',
    as: withScim,
    everywhere: true,
    play: async (stage) => {
      await openMenu(stage, 'SCIM 连接', 'SCIM connection')
      await expect(stage.page.getByRole('dialog')).toContainText('/disk/scim/v2')
    },
  },
  {
    name: 'admin-scim-waiting',
    as: withScim,
    everywhere: true,
    play: async (stage) => {
      const { page, say } = stage
      await openMenu(stage, '同步记录', 'Runs')
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
      await expect(page.getByRole('dialog')).toContainText(say('人将被冻结', 'would be frozen'))
    },
  },
  {
    name: 'admin-scim-token',
    as: withScim,
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openMenu(stage, 'SCIM 连接', 'SCIM connection')
      await page.getByRole('button', { name: say('更换令牌', 'Replace token') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('更换令牌', 'Replace token') })
        .click()
      await expect(page.getByRole('dialog').getByText(/^cds_/)).toBeVisible()
    },
  },
]
