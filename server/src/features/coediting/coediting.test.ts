import { saveCluster } from '@clouddisk/contract/admin-clusters'
import { openOnline, queryOnlineTypes } from '@clouddisk/contract/coediting'
import { pageVersions } from '@clouddisk/contract/versions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { docx } from '../../../test/make-docx.ts'
import { type OfficeServer, openOfficeServer } from '../../../test/office-server.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let office: OfficeServer
let admin: Person
let ann: Person
beforeAll(async () => {
  world = await openWorld()
  office = await openOfficeServer({ now: () => world.ctx.now().getTime() })
  admin = await world.admin()
  await admin.call(saveCluster, { clusterName: 'Chongqing', coeditingAddress: office.address })
  ann = await world.person('ann_lee', { realName: 'Ann' })
})
afterAll(async () => {
  await world.close()
  await office.close()
})

it('opens a file, locks it, and what is saved is a version', async () => {
  expect(await ann.call(queryOnlineTypes, {})).toMatchObject({ create: ['docx', 'xlsx', 'pptx'] })
  const { instanceId } = await ann.upload('0', 'letter.docx', docx(['one']))
  const opened = await ann.call(openOnline, { instanceId })
  const editor = office.editor(opened)
  const info = await editor.info()
  expect(info.status, String(info.headers['x-wopi-servererror'])).toBe(200)
  expect(info.json()).toMatchObject({
    BaseFileName: 'letter.docx',
    UserFriendlyName: 'Ann',
    UserCanWrite: true,
  })
  const content = await editor.get()
  expect(content.status).toBe(200)
  expect(content.bytes.equals(docx(['one']))).toBe(true)
  expect((await editor.operation('LOCK', { 'x-wopi-lock': 'lock-1' })).status).toBe(200)
  const saved = await editor.put(docx(['two']), 'lock-1')
  expect(saved.status, String(saved.headers['x-wopi-servererror'])).toBe(200)
  expect((await editor.operation('UNLOCK', { 'x-wopi-lock': 'lock-1' })).status).toBe(200)
  expect((await ann.download(instanceId)).equals(docx(['two']))).toBe(true)
  const { list } = await ann.call(pageVersions, { instanceId })
  expect(list.map(({ versionNo }) => versionNo)).toEqual([2, 1])
  expect(await world.doctor()).toEqual([])
})
