import { createDepartment } from '@clouddisk/contract/admin-departments'
import { changePeople } from '@clouddisk/contract/admin-people'
import { createFolder } from '@clouddisk/contract/files'
import { addMembers, createGroup } from '@clouddisk/contract/groups'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { createShare } from '@clouddisk/contract/shares'
import { expect } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { menuOf, nameIn, row } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of internal shares, the people picker and permissions. */

interface Company {
  readonly brand: string
  readonly zhang: Person
  readonly group: { readonly rootId: string }
}

const companies = new WeakMap<World['server'], Promise<Company>>()
export const companyOf = (world: World): Promise<Company> => {
  const known = companies.get(world.server) ?? layOut(world)
  companies.set(world.server, known)
  return known
}

const BELOW: Record<string, readonly string[]> = {
  产品研发中心: ['平台组', '终端组'],
  品牌与市场部: ['品牌组', '媒介组', '活动组'],
  法务部: [],
  财务中心: ['核算组'],
}
const PEOPLE: readonly (readonly [account: string, name: string, department: string])[] = [
  ['s_zhangmin', '张敏敏', '品牌组'],
  ['s_wuhan', '吴涵', '品牌组'],
  ['s_chenjie', '陈杰', '品牌组'],
  ['s_wangwei', '王伟', '财务中心'],
  ['s_alice', 'Alice Chen', '媒介组'],
  ['s_zhouhang', '周航', '平台组'],
]

async function layOut({ server, rich: { api: lin, drive } }: World): Promise<Company> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const departments = new Map<string, string>()
  const make = async (departmentName: string, parentId?: string) => {
    const { departmentId } = await admin.call(createDepartment, {
      departmentName,
      ...(parentId !== undefined && { parentId }),
    })
    departments.set(departmentName, departmentId)
    return departmentId
  }
  const top = await make('示例集团')
  for (const [name, below] of Object.entries(BELOW)) {
    const id = await make(name, top)
    for (const one of below) await make(one, id)
  }
  const move = (person: Person, department: string) =>
    admin.call(changePeople, {
      userIds: [person.user.userId],
      action: 'department',
      departmentId: departments.get(department) ?? '',
    })
  await move(lin, '品牌与市场部')
  const people: Person[] = []
  for (const [account, name, department] of PEOPLE) {
    await newPerson(server, account, name)
    const person = await signIn(server.origin, account, PASSWORD)
    await move(person, department)
    people.push(person)
  }
  const [zhang, wu, , wang] = people as [Person, Person, Person, Person]
  const user = (person: Person) => ({ principalType: 'user' as const, principalId: person.user.userId })
  const items = await lin.list(drive.folderId)
  const idOf = (name: string) => items.find((item) => item.instanceName === name)?.instanceId ?? ''
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()
  await lin.call(createShare, {
    instanceIds: [idOf('主题演讲素材'), idOf('预算与结算明细.xlsx')],
    members: [
      { ...user(wang), role: 'viewer' },
      { principalType: 'department', principalId: departments.get('媒介组') ?? '', role: 'editor' },
    ],
  })
  await lin.call(createShare, {
    instanceIds: [idOf('品牌素材 2026')],
    members: [{ ...user(wu), role: 'editor' }],
    expireTime: inDays(5),
  })
  for (const [index, name] of ['媒体采访', '渠道资料', 'Launch partners'].entries()) {
    const folder = await zhang.call(createFolder, { parentId: '0', instanceName: name })
    await zhang.upload(folder.instanceId, `${name}.docx`, Buffer.alloc(2000 * (index + 1), 'x'))
    await zhang.call(createShare, {
      instanceIds: [folder.instanceId],
      members: [{ ...user(lin), role: (['editor', 'viewer', 'manager'] as const)[index] ?? 'viewer' }],
      ...(index < 2 && { expireTime: inDays(index === 0 ? 0.5 : 40) }),
    })
  }
  const group = await lin.call(createGroup, { groupName: '品牌素材库', capacity: 10 })
  await lin.call(addMembers, {
    groupId: group.groupId,
    members: [
      ...people.slice(0, 3).map((person, index) => ({
        ...user(person),
        role: (['manager', 'editor', 'viewer'] as const)[index] ?? 'viewer',
      })),
      { principalType: 'department', principalId: departments.get('媒介组') ?? '', role: 'downloader' },
    ],
  })
  const contracts = await lin.call(createFolder, { parentId: group.rootId, instanceName: '合同与报价' })
  await lin.call(updateUserRole, {
    instanceId: contracts.instanceId,
    principalType: 'user',
    principalIds: [wu.user.userId],
    role: 'forbidden',
  })
  return { brand: '品牌组', zhang, group }
}

/** The share dialog over the files. */
export async function openDialog(stage: Stage, name = '主题演讲素材') {
  await companyOf(stage)
  await stage.openFolder()
  if (stage.phone) {
    await phoneRow(stage.page, name).getByRole('button').last().click()
    await stage.page
      .getByRole('dialog')
      .getByRole('button', { name: stage.say('内部共享…', 'Share…') })
      .click()
  } else {
    await menuOf(stage.page, name)
    await stage.page.getByRole('menuitem', { name: stage.say('内部共享…', 'Share…') }).click()
  }
  return stage.page.getByRole('dialog', { name: stage.say('内部共享', 'Internal sharing') })
}

export const sharingScenes: readonly Scene[] = [
  {
    name: 'share-dialog',
    everywhere: true,
    play: async (stage) => {
      const dialog = await openDialog(stage, '现场照片')
      const tree = dialog.getByRole('tree')
      await tree.getByRole('treeitem', { name: '品牌与市场部' }).dblclick()
      const brand = tree.getByRole('treeitem', { name: '品牌组' })
      await brand.click()
      await stage.page.keyboard.press('Space')
      await dialog.getByRole('option', { name: '张敏敏' }).click()
      await dialog.getByRole('option', { name: '吴涵' }).click()
      if (stage.phone) await dialog.getByRole('tab').nth(1).click()
      await dialog.getByRole('combobox', { name: stage.say('“吴涵”的角色', 'Role of 吴涵') }).click()
      await expect(stage.page.getByRole('listbox').last()).toBeVisible()
    },
  },
  {
    name: 'share-existing',
    both: true,
    play: async (stage) => {
      const dialog = await openDialog(stage)
      if (stage.phone) await dialog.getByRole('tab').nth(1).click()
      await expect(dialog.getByText(stage.say('已共享给 2 人', 'Shared with 2'))).toBeVisible()
    },
  },
  {
    name: 'share-custom-day',
    both: true,
    play: async (stage) => {
      const dialog = await openDialog(stage)
      await dialog.getByRole('searchbox').fill('周')
      await dialog.getByRole('option').first().click()
      if (stage.phone) await dialog.getByRole('tab').nth(1).click()
      await dialog.getByRole('radio', { name: stage.say('自定义', 'Custom') }).click()
      await dialog
        .getByRole('button', { name: /日|day/i })
        .last()
        .click()
      await expect(stage.page.getByRole('grid').last()).toBeVisible()
    },
  },
  {
    name: 'share-not-found',
    both: true,
    play: async (stage) => {
      const dialog = await openDialog(stage)
      await dialog.getByRole('searchbox').fill('没有这个人')
      await expect(dialog.getByText(stage.say('没有找到', 'No results for'))).toBeVisible()
    },
  },
  {
    name: 'shares-received',
    everywhere: true,
    play: async (stage) => {
      await companyOf(stage)
      await stage.open('fileShare')
      await expect(stage.page.getByText('渠道资料').last()).toBeVisible()
    },
  },
  {
    name: 'shares-published',
    both: true,
    play: async (stage) => {
      await companyOf(stage)
      await stage.open('fileShare')
      await stage.page.getByRole('tab').first().click()
      await expect(stage.page.getByText('主题演讲素材').last()).toBeVisible()
      if (!stage.phone) await row(stage.page, '主题演讲素材').getByRole('checkbox').click({ force: true })
    },
  },
  {
    name: 'shares-empty',
    as: 'fresh',
    both: true,
    play: async (stage) => {
      await stage.open('fileShare')
      await expect(stage.page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    },
  },
  {
    name: 'shares-failed',
    play: async (stage) => {
      await stage.page.route('**/innerSharing/page', (call) => call.fulfill({ status: 500, body: '' }))
      await stage.open('fileShare')
      await expect(stage.page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'shares-stop',
    play: async (stage) => {
      await companyOf(stage)
      await stage.open('fileShare')
      await stage.page.getByRole('tab').first().click()
      await nameIn(stage.page, '主题演讲素材').click()
      await stage.page.keyboard.press('Delete')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'share-folder',
    both: true,
    play: async (stage) => {
      await companyOf(stage)
      await stage.open('fileShare')
      if (stage.phone) await phoneRow(stage.page, '媒体采访').click()
      else await nameIn(stage.page, '媒体采访').dblclick()
      await expect(stage.page.getByText('媒体采访.docx').last()).toBeVisible()
    },
  },
  {
    name: 'access-panel',
    play: async (stage) => {
      await companyOf(stage)
      await stage.openFolder()
      await nameIn(stage.page, '主题演讲素材').click()
      await stage.page.keyboard.press('Alt+Enter')
      await expect(stage.page.getByText('谁可以访问')).toBeVisible()
      await expect(stage.page.getByText('媒介组')).toBeVisible()
    },
  },
  {
    name: 'permissions',
    everywhere: true,
    play: async (stage) => {
      const { group } = await companyOf(stage)
      await stage.open(`groupFile?folder=${group.rootId}`)
      if (stage.phone) {
        await phoneRow(stage.page, '合同与报价').getByRole('button').last().click()
        await stage.page
          .getByRole('dialog')
          .getByRole('button', { name: stage.say('权限…', 'Permissions…') })
          .click()
      } else {
        await menuOf(stage.page, '合同与报价')
        await stage.page.getByRole('menuitem', { name: stage.say('权限…', 'Permissions…') }).click()
      }
      await expect(stage.page.getByText('张敏敏')).toBeVisible()
    },
  },
  {
    name: 'why',
    everywhere: true,
    play: async (stage) => {
      const { group } = await companyOf(stage)
      await stage.open(`groupFile?folder=${group.rootId}`)
      const name = stage.say('我的权限…', 'My permissions…')
      if (stage.phone) {
        await phoneRow(stage.page, '合同与报价').getByRole('button').last().click()
        await stage.page.getByRole('dialog').getByRole('button', { name }).click()
      } else {
        await menuOf(stage.page, '合同与报价')
        await stage.page.getByRole('menuitem', { name }).click()
      }
      const dialog = stage.page.getByRole('dialog', {
        name: stage.say('我的权限', 'My permissions'),
      })
      await dialog.getByRole('tab').nth(1).click()
      await dialog.getByRole('searchbox').fill('吴涵')
      await dialog.getByRole('button', { name: /s_wuhan/ }).click()
      await expect(dialog.getByRole('listitem').first()).toBeVisible()
    },
  },
]
