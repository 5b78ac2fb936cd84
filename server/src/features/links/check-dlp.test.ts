import { randomUUID } from 'node:crypto'
import { classifyInstances } from '@clouddisk/contract/classification'
import { removeDlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { createFolder } from '@clouddisk/contract/files'
import {
  addLinkViewCount,
  checkLinkDlp,
  createOrUpdateLink,
  pageLinks,
  queryLinkCheck,
  queryLinkConfig,
  queryLinkLoginAuth,
} from '@clouddisk/contract/links'
import { createShare } from '@clouddisk/contract/shares'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { checkLinks } from './review/check-links.ts'

/** What is asked before a link is made, and of who is signed in. */

let world: World
let owner: Person
beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
})
afterAll(() => world.close())

const upload = async (name: string, content = name) =>
  (await owner.upload('0', name, Buffer.from(content))).instanceId
const ask = (who: Person, ...instanceIds: string[]) => who.call(checkLinkDlp, { instanceIds })

it('says what a new link would meet, without making it', async () => {
  const admin = await world.admin('superAdmin')
  const other = await world.person()
  const file = await upload('a.txt')
  const folder = await owner.call(createFolder, { parentId: '0', instanceName: '资料' })
  expect(await ask(owner, file, folder.instanceId)).toEqual({ ret: 0, data: [], msg: '' })
  await owner.call(createOrUpdateLink, { instanceIds: [folder.instanceId] })
  expect(await ask(owner, file, folder.instanceId)).toEqual({
    ret: 3,
    data: [{ name: '资料', classifierId: 'Folder' }],
    msg: '',
  })
  await owner.call(createShare, {
    instanceIds: [file],
    members: [{ principalType: 'user', principalId: other.user.userId, role: 'editor' }],
  })
  expect(await ask(other, file)).toEqual({
    ret: 2,
    data: [{ name: 'a.txt', classifierId: 'File', reason: 'permission' }],
    msg: '',
  })
  await expect(ask(await world.person(), file)).rejects.toMatchObject({ name: 'not_found' })
  const many = Array.from({ length: 101 }, () => randomUUID())
  await expect(ask(owner, ...many)).rejects.toMatchObject({ name: 'too_many_items' })

  expect(await owner.call(queryLinkConfig, {})).toMatchObject({ contentCheck: false })
  const rule = { level: 'high', action: 'review', enabled: true } as const
  const made = [
    await admin.call(saveDlpRule, { ...rule, name: '代号', kind: 'words', terms: ['蓝鲸'] }),
    await admin.call(saveDlpRule, { ...rule, name: '工资', kind: 'fileName', terms: ['工资'] }),
  ]
  const [named, secret] = [await upload('工资.txt'), await upload('b.txt', '蓝鲸')]
  const found = { name: '工资.txt', classifierId: 'File', rule: '工资', level: 'high', action: 'review' }
  // Content is known once it was read for a link.
  expect(await ask(owner, named, secret)).toEqual({ ret: 1, data: [found], msg: '' })
  const { shareId } = await owner.call(createOrUpdateLink, { instanceIds: [secret] })
  await vi.waitFor(
    async () => {
      await checkLinks(world.ctx)
      expect(await owner.call(queryLinkCheck, { shareId })).toMatchObject({ review: 'waiting' })
    },
    { timeout: 30_000, interval: 50 },
  )
  expect(await ask(owner, named, secret)).toEqual({
    ret: 1,
    data: [found, { name: 'b.txt', classifierId: 'File', rule: '代号', level: 'high', action: 'review' }],
    msg: '',
  })
  expect(await owner.call(queryLinkConfig, {})).toMatchObject({
    contentCheck: true,
    defaults: { visitor: 'anyone', perms: ['view', 'download'], validity: '1month' },
    code: { min: 4, max: 16, random: 6 },
  })
  for (const { ruleId } of made) await admin.call(removeDlpRule, { ruleId })
})

it('says why an item may not be linked', async () => {
  const { rootId } = await world.group(owner)
  const plain = await upload('plain.txt')
  const secret = await owner.call(createFolder, { parentId: '0', instanceName: '机密资料' })
  await owner.call(classifyInstances, { instanceIds: [secret.instanceId], level: 3 })
  const { instanceId: inside } = await owner.upload(secret.instanceId, 'c.txt', Buffer.from('c'))
  expect(await ask(owner, plain, secret.instanceId, inside, rootId)).toEqual({
    ret: 2,
    data: [
      { name: '机密资料', classifierId: 'Folder', reason: 'classification', classification: 3 },
      { name: 'c.txt', classifierId: 'File', reason: 'classification', classification: 3 },
      { name: expect.any(String), classifierId: 'Folder', reason: 'root' },
    ],
    msg: '',
  })
})

it('says who is signed in, and counts a visit once', async () => {
  const stranger = await world.person()
  const file = await upload('c.txt')
  const { linkPath, shareId } = await owner.call(createOrUpdateLink, {
    instanceIds: [file],
    code: '',
    visitor: 'designated',
    principalIds: [(await world.person()).user.userId],
  })
  const signedIn = visitorOf(world.baseUrl, stranger)
  expect(await visitorOf(world.baseUrl).call(queryLinkLoginAuth, { linkPath })).toEqual({
    needSignIn: true,
    admitted: true,
    userName: '',
    userRealName: '',
  })
  expect(await signedIn.call(queryLinkLoginAuth, { linkPath })).toEqual({
    needSignIn: false,
    admitted: false,
    userName: stranger.user.userName,
    userRealName: stranger.user.userRealName,
  })
  await owner.call(createOrUpdateLink, { shareId, visitor: 'signedIn' })
  for (let n = 0; n < 3; n++) await signedIn.call(addLinkViewCount, { linkPath })
  const { list } = await owner.call(pageLinks, { instanceId: file })
  expect(list).toMatchObject([{ viewCount: 1 }])
})
