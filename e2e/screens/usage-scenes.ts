import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { expect } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { nameIn } from '../support/files.ts'
import { longPress, phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, SPACE, type Stage, type World } from './stage.ts'

/** Pictures of what fills a space, and of the size of chosen items. */

interface Furnished {
  readonly name: string
  readonly groupId: string
}
const furnished = new WeakMap<World['server'], Promise<Furnished>>()
const ownerOf = (world: World): Promise<Furnished> => {
  const known = furnished.get(world.server) ?? layOut(world)
  furnished.set(world.server, known)
  return known
}
const personOf = async (world: World): Promise<string> => (await ownerOf(world)).name

async function layOut({ server }: World): Promise<Furnished> {
  const name = await newPerson(server, 'u_liwei', '李伟', SPACE)
  const api = await signIn(server.origin, name, PASSWORD)
  const { instanceId: photos } = await api.call(createFolder, { parentId: '0', instanceName: '团建照片' })
  const { instanceId: project } = await api.call(createFolder, { parentId: '0', instanceName: '项目资料' })
  await put(api, '合影原图.jpg', 18_400_000, photos)
  await put(api, '活动现场.jpg', 9_200_000, photos)
  await put(api, '发布会录像.mp4', 41_000_000, project)
  for (const size of [6_100_000, 6_300_000, 6_900_000])
    await put(api, '年度预算与执行情况说明.docx', size, project)
  for (const size of [2_100_000, 2_200_000]) await put(api, '报价单.xlsx', size)
  await put(api, '访谈录音.mp3', 5_300_000, project)
  await put(api, '设计源文件.zip', 12_700_000)
  await put(api, '数据库.bak', 3_100_000)
  const { instanceId: gone } = await put(api, '旧版宣传片.mp4', 15_000_000)
  await api.call(removeInstances, { instanceIds: [gone] })
  const { groupId, rootId } = await api.call(createGroup, {
    groupName: '品牌组素材',
    description: '',
    capacity: 1,
  })
  await put(api, '标志.png', 2_400_000, rootId)
  await put(api, '宣传视频.mp4', 24_000_000, rootId)
  return { name, groupId }
}

const put = (api: Person, name: string, size: number, parent = '0') =>
  api.upload(parent, name, Buffer.alloc(size, `${name} ${size} `), { conflict: 'newVersion' })

async function show(stage: Stage, query = '', path = 'personalFile/usage'): Promise<void> {
  await stage.open(`${path}${query}`)
  await expect(stage.page.getByRole('main').getByRole('tab').first()).toBeVisible()
}

export const usageScenes: readonly Scene[] = [
  { name: 'usage', everywhere: true, as: personOf, play: (stage) => show(stage) },
  {
    name: 'usage-selected',
    both: true,
    as: personOf,
    play: async (stage) => {
      await show(stage, '?kind=picture')
      const name = '活动现场.jpg'
      await (stage.phone ? longPress(stage.page, name) : nameIn(stage.page, name).click())
      await expect(stage.page.getByRole('main').getByRole('toolbar')).toBeVisible()
    },
  },
  { name: 'usage-kind', both: true, as: personOf, play: (stage) => show(stage, '?kind=video') },
  { name: 'usage-versions', both: true, as: personOf, play: (stage) => show(stage, '?show=versions') },
  { name: 'usage-folders', both: true, as: personOf, play: (stage) => show(stage, '?show=folders') },
  { name: 'usage-bin', both: true, as: personOf, play: (stage) => show(stage, '?show=trash') },
  {
    name: 'usage-group',
    both: true,
    as: personOf,
    play: async (stage) => show(stage, `?group=${(await ownerOf(stage)).groupId}`, 'groupFile/usage'),
  },
  {
    name: 'size-dialog',
    everywhere: true,
    as: personOf,
    play: async (stage) => {
      const { page, phone, say } = stage
      await stage.open('personalFile')
      if (phone) {
        await phoneRow(page, '项目资料').getByRole('button').last().click()
        await page
          .getByRole('dialog')
          .getByRole('button')
          .filter({ hasText: say('大小…', 'Size…') })
          .click()
      } else {
        await nameIn(page, '项目资料').click({ button: 'right' })
        await page.getByRole('menuitem', { name: say('大小…', 'Size…') }).click()
      }
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
]
