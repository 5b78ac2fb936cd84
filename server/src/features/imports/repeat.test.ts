import { updateUserRole } from '@clouddisk/contract/privileges'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { importFrom, webDavSource } from '../../../test/import-from.ts'
import type { Person } from '../../../test/person.ts'
import { type ScriptedDav, startScriptedDav } from '../../../test/servers/scripted-dav.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Imports that meet what is there already. */

let world: World
let person: Person
let dav: ScriptedDav
let sourceId: string
beforeAll(async () => {
  world = await openWorld()
  await world.jobs.start()
  await world.jobs.stop()
})
beforeEach(async () => {
  person = await world.person()
  dav = await startScriptedDav()
  sourceId = await webDavSource(await world.admin(), dav.address)
})
afterEach(() => dav.stop())
afterAll(() => world.close())

it('imports a changed file that could not be read the first time after its change (R56)', async () => {
  dav.put('x.txt', 'version one')
  expect((await importFrom(world, person, { sourceId })).outcomes).toEqual({ 'x.txt': 'imported' })
  dav.put('x.txt', 'version two', new Date('2020-03-04T05:06:07Z'))
  dav.instead = (call, response) => {
    if (call !== 'GET x.txt') return false
    response.writeHead(403).end()
    return true
  }
  expect((await importFrom(world, person, { sourceId })).about.counts).toMatchObject({ failed: 1 })
  dav.instead = () => false
  expect((await importFrom(world, person, { sourceId })).outcomes).toEqual({ 'x.txt': 'keptBoth' })
  expect(Object.keys(await person.tree()).length).toBe(2)
})

it('keeps a file beside one of its name that the importer may not see, and does not tell of that (R56)', async () => {
  const owner = await world.person()
  const { rootId: box } = await world.group(owner, [[person, 'editor']])
  const hidden = await owner.upload(box, 'secret.txt', Buffer.from('the same bytes'))
  await owner.call(updateUserRole, {
    instanceId: hidden.instanceId,
    principalType: 'user',
    principalIds: [person.user.userId],
    role: 'forbidden',
  })
  dav.put('secret.txt', 'the same bytes')
  const { outcomes, items } = await importFrom(world, person, { sourceId, targeParentId: box })
  expect(outcomes).toEqual({ 'secret.txt': 'keptBoth' })
  expect(items[0]?.instanceId).not.toBe(hidden.instanceId)
  expect((await person.list(box)).map(({ instanceName }) => instanceName)).toEqual(['secret (1).txt'])
})
