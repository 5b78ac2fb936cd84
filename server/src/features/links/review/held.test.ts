import { saveDlpRule } from '@clouddisk/contract/dlp'
import { createFolder, pageInstances } from '@clouddisk/contract/files'
import {
  copyLinkInstances,
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  pageLinkInstances,
} from '@clouddisk/contract/links'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { visitorOf } from '../../../../test/visitor.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { checkLinks } from './check-links.ts'

/** What a checked link keeps from visitors, with empty files alone: these are checked without reading any. */

let world: World
let person: Person
let linkPath: string
let folder: string
let held: string
beforeAll(async () => {
  world = await openWorld()
  const admin = await world.admin('superAdmin')
  const rule = { name: '工资', kind: 'fileName', level: 'high', action: 'review' } as const
  await admin.call(saveDlpRule, { ...rule, terms: ['工资'], enabled: true })
  const owner = await world.person()
  person = await world.person()
  const upload = async (name: string) => (await owner.upload(folder, name, Buffer.alloc(0))).instanceId
  folder = (await owner.call(createFolder, { parentId: '0', instanceName: '资料' })).instanceId
  await upload('a.txt')
  const perms = ['view', 'download', 'save'] as const
  const link = await owner.call(createOrUpdateLink, { instanceIds: [folder], code: '', perms: [...perms] })
  linkPath = link.linkPath
  while (await checkLinks(world.ctx));
  held = await upload('工资.txt')
  while (await checkLinks(world.ctx));
})
afterAll(() => world.close())

it('is not found by its id', async () => {
  const visitor = visitorOf(world.baseUrl)
  await expect(visitor.call(getLinkDownloadUrl, { linkPath, instanceId: held })).rejects.toMatchObject({
    name: 'not_found',
  })
})

it('is not listed', async () => {
  const { list, total } = await visitorOf(world.baseUrl).call(pageLinkInstances, { linkPath })
  expect([list.map(({ instanceName }) => instanceName), total]).toEqual([['a.txt'], 1])
})

it('is not in a ZIP', async () => {
  const zip = visitorOf(world.baseUrl).call(getLinkArchiveUrl, { linkPath, instanceIds: [folder] })
  expect(await zip).toMatchObject({ fileCount: 1 })
})

it('is not saved', async () => {
  const visitor = visitorOf(world.baseUrl, person)
  await visitor.call(copyLinkInstances, { linkPath, instanceIds: [folder], targeParentId: '0' })
  const [copy] = (await person.call(pageInstances, { parentId: '0' })).list
  const { list } = await person.call(pageInstances, { parentId: copy?.instanceId ?? '' })
  expect(list.map(({ instanceName }) => instanceName)).toEqual(['a.txt'])
})
