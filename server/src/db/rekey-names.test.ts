import { createFolder, pageInstances, renameInstance } from '@clouddisk/contract/files'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { rekeyNames } from './rekey-names.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function rekey(): Promise<void> {
  const client = await world.ctx.db.pool.connect()
  try {
    await client.query('begin')
    await rekeyNames(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** As names and keys were before keys left anything out. */
const give = (id: string, name: string, key = name) =>
  world.ctx.db.reader.updateTable('file').set({ name, name_key: key }).where('id', '=', id).execute()

it('gives old names keys without what nobody sees, and keeps those apart that become the same', async () => {
  const person = await world.person()
  const made = async (parentId: string, name: string) => {
    const { instanceId } = await person.call(createFolder, {
      parentId,
      instanceName: `f${crypto.randomUUID()}`,
    })
    await give(instanceId, name)
    return instanceId
  }
  const alone = await made('0', 'alone\u200b')
  const first = await made('0', 'same\u200b')
  const second = await made('0', 'same\u2060')
  const clean = await made('0', 'clean')
  const unclean = await made('0', 'cle\u00adan')
  const below = await made(alone, 'clean\u200b')
  const persian = await made('0', 'می\u200cخواهم')
  await rekey()
  const rows = await world.ctx.db.reader
    .selectFrom('file')
    .select(['id', 'name', 'name_key as key'])
    .where('id', 'in', [alone, first, second, clean, unclean, below, persian])
    .execute()
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  expect([alone, first, second, clean, unclean, below, persian].map((id) => keys.get(id))).toEqual([
    'alone',
    'same',
    'same\u2060',
    'clean',
    'cle\u00adan',
    'clean',
    'می\u200cخواهم',
  ])
  // Nothing is renamed, all is there, and the doctor finds nothing wrong; doing it again changes nothing.
  const { list } = await person.call(pageInstances, { parentId: '0' })
  expect(list.map(({ instanceName }) => instanceName)).toEqual(
    expect.arrayContaining(['alone\u200b', 'same\u200b', 'same\u2060', 'clean', 'cle\u00adan']),
  )
  expect(await world.doctor()).toEqual([])
  await rekey()
  expect(await world.doctor()).toEqual([])
  // Each can be told apart by a new name.
  const renamed = await person.call(renameInstance, { instanceId: second, instanceName: 'other' })
  expect(renamed.instanceName).toBe('other')
  await expect(
    person.call(renameInstance, { instanceId: unclean, instanceName: 'cl\u200bean' }),
  ).rejects.toMatchObject({ name: 'name_taken' })
})
