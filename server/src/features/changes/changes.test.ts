import { type Change, queryChanges, streamChanges } from '@clouddisk/contract/changes'
import { createFavorites } from '@clouddisk/contract/favorites'
import { createFolder, moveInstances, removeInstances, renameInstance } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { clearTrash, restoreTrash } from '@clouddisk/contract/trash'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { follow } from '../../../test/stream.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0', who = person) =>
  (await who.call(createFolder, { parentId, instanceName })).instanceId
const now = async (who = person) => (await who.call(queryChanges, {})).cursor
const since = (cursor: string, who = person) => who.call(queryChanges, { cursor })
const told = (list: readonly Change[]) => list.map((change) => [change.kind, change.instanceId])

describe('the changes feed', () => {
  it('tells each write once, with the folders that show something else now', async () => {
    const start = await now()
    const [a, b] = [await folder('a'), await folder('b')]
    await person.call(renameInstance, { instanceId: a, instanceName: 'c' })
    await person.call(moveInstances, { instances: [a], targeParentId: b })
    const { instanceId: f } = await person.upload(b, 'f', Buffer.from('x'))
    await person.upload(b, 'f', Buffer.from('yy'), { conflict: 'newVersion' })
    await person.call(createFavorites, { instanceIds: [f] })
    await person.call(removeInstances, { instanceIds: [f] })
    await person.call(restoreTrash, { instanceIds: [f] })
    await person.call(removeInstances, { instanceIds: [f] })
    await person.call(clearTrash, {})
    const { list, cursor } = await since(start)
    const root = person.user.rootId
    expect(list.map(({ kind, instanceId, parentIds }) => ({ kind, instanceId, parentIds }))).toEqual([
      { kind: 'folder.created', instanceId: a, parentIds: [root] },
      { kind: 'folder.created', instanceId: b, parentIds: [root] },
      { kind: 'file.renamed', instanceId: a, parentIds: [root, a] },
      { kind: 'file.moved', instanceId: a, parentIds: [root, b] },
      { kind: 'file.created', instanceId: f, parentIds: [b] },
      { kind: 'file.versioned', instanceId: f, parentIds: [b] },
      { kind: 'favorite.added', instanceId: f, parentIds: [b] },
      { kind: 'file.trashed', instanceId: f, parentIds: [b] },
      { kind: 'file.restored', instanceId: f, parentIds: [b] },
      { kind: 'file.trashed', instanceId: f, parentIds: [b] },
      { kind: 'file.purged', instanceId: null, parentIds: [] },
    ])
    expect((await since(cursor)).list).toEqual([])
  })

  it('tells a move that became a version, too', async () => {
    const to = await folder('to')
    const there = await person.upload(to, 'f', Buffer.from('old'))
    const moved = await person.upload('0', 'f', Buffer.from('new'))
    const start = await now()
    await person.call(moveInstances, {
      instances: [moved.instanceId],
      targeParentId: to,
      conflict: 'newVersion',
    })
    const { list } = await since(start)
    expect(list.flatMap((change) => change.parentIds)).toEqual(
      expect.arrayContaining([to, person.user.rootId]),
    )
    expect(list.map((change) => change.instanceId)).toContain(there.instanceId)
  })

  it('tells nothing of what was refused', async () => {
    await folder('a')
    const start = await now()
    await expect(folder('A')).rejects.toMatchObject({ name: 'name_taken' })
    expect((await since(start)).list).toEqual([])
  })

  it('does not lose what began before and was committed after others', async () => {
    const start = await now()
    const late = new pg.Client(world.ctx.db.pool.options)
    await late.connect()
    const { rows } = await late.query('select id from space where root_id = $1', [person.user.rootId])
    await late.query('begin')
    await late.query(`insert into change (kind, space_id, parent_ids) values ('folder.created', $1, '{}')`, [
      rows[0].id,
    ])
    const early = await folder('early')
    const first = await since(start)
    expect(told(first.list)).toEqual([['folder.created', early]])
    await late.query('commit')
    await late.end()
    const second = await since(first.cursor)
    expect(told(second.list)).toEqual([['folder.created', null]])
    expect((await since(second.cursor)).list).toEqual([])
  })

  it('shows nobody what others do', async () => {
    const other = await world.person()
    const start = await now()
    const id = await folder('theirs', '0', other)
    await other.call(createFavorites, { instanceIds: [id] })
    await other.call(removeInstances, { instanceIds: [id] })
    expect((await since(start)).list).toEqual([])
    expect((await since(start, other)).list).toHaveLength(3)
  })

  it.each([
    'x',
    '1',
    '1:2',
    '5:3:',
    '3:5:1',
    '3:5:7',
    '3:9:5,4',
    '1:2:3:4',
    '-1:2:',
    '99999999999999999999:99999999999999999999:',
    "1:1:'",
  ])('refuses the cursor %s', async (cursor) => {
    await expect(since(cursor)).rejects.toMatchObject({ code: 20001, details: { field: 'cursor' } })
  })
})

describe('the stream of changes', () => {
  it('brings what was missed since the cursor, then what happens now', async () => {
    const start = await now()
    const missed = await folder('missed')
    const stream = await follow(person, start)
    await stream.until((change) => change.instanceId === missed)
    const live = await folder('live')
    await stream.until((change) => change.instanceId === live)
    expect(told(stream.seen)).toEqual([
      ['folder.created', missed],
      ['folder.created', live],
    ])
    stream.stop()
    const again = await follow(person, undefined, { 'last-event-id': stream.cursor() })
    const later = await folder('later')
    await again.until((change) => change.instanceId === later)
    expect(told(again.seen)).toEqual([['folder.created', later]])
    again.stop()
  })

  it('brings nobody what others do', async () => {
    const other = await world.person()
    const [mine, theirs] = [await follow(person), await follow(other)]
    const hidden = await folder('theirs', '0', other)
    await theirs.until((change) => change.instanceId === hidden)
    const own = await folder('own')
    await mine.until((change) => change.instanceId === own)
    expect(told(mine.seen)).toEqual([['folder.created', own]])
    mine.stop()
    theirs.stop()
  })

  it('loses nothing that happens while it is being opened, and repeats nothing', async () => {
    for (let round = 0; round < 15; round++) {
      const opening = follow(person, await now())
      const made: string[] = []
      let open = false
      opening.finally(() => {
        open = true
      })
      // One after the other, so that some are committed in every moment of the opening.
      while (!open) made.push(await folder(`round ${round} ${made.length}`))
      made.push(await folder(`round ${round} last`))
      const stream = await opening
      await stream.until((change) => change.instanceId === made.at(-1))
      expect(stream.seen.map((change) => change.instanceId)).toEqual(made)
      stream.stop()
    }
  })

  it('goes on for one who stays while others come and go', async () => {
    const steady = await follow(person)
    for (let round = 0; round < 10; round++) {
      const [passing, other] = await Promise.all([follow(person), follow(await world.person())])
      const id = await folder(`round ${round}`)
      await Promise.all([steady.until((c) => c.instanceId === id), passing.until((c) => c.instanceId === id)])
      passing.stop()
      other.stop()
    }
    expect(steady.seen).toHaveLength(10)
    steady.stop()
  })

  it('hears of writes of other processes', async () => {
    const stream = await follow(person)
    await world.ctx.db.pool.query(
      `insert into change (kind, space_id, parent_ids) select 'capacity.changed', id, '{}' from space where root_id = $1`,
      [person.user.rootId],
    )
    await stream.until((change) => change.kind === 'capacity.changed')
    stream.stop()
  })

  it('repeats nothing that was told elsewhere before this process had read it', async () => {
    const steady = await follow(person)
    const start = await now()
    // As another process commits it: nobody is woken, and it is found by the next poll.
    await world.ctx.db.pool.query(
      `insert into change (kind, space_id, parent_ids) select 'capacity.changed', id, '{}' from space where root_id = $1`,
      [person.user.rootId],
    )
    const elsewhere = await since(start)
    expect(elsewhere.list.map(({ kind }) => kind)).toEqual(['capacity.changed'])
    const [known, fresh] = [await follow(person, elsewhere.cursor), await follow(person)]
    const later = await folder('later')
    for (const stream of [steady, known, fresh]) await stream.until((change) => change.instanceId === later)
    expect(steady.seen.map(({ kind }) => kind)).toEqual(['capacity.changed', 'folder.created'])
    for (const stream of [known, fresh]) expect(told(stream.seen)).toEqual([['folder.created', later]])
    for (const stream of [steady, known, fresh]) stream.stop()
  })

  it('brings once what was under way when its cursor was taken', async () => {
    const late = new pg.Client(world.ctx.db.pool.options)
    await late.connect()
    await late.query('begin')
    await late.query(
      `insert into change (kind, space_id, parent_ids) select 'capacity.changed', id, '{}' from space where root_id = $1`,
      [person.user.rootId],
    )
    // Behind it, and before the cursor.
    await folder('early')
    const streams = [await follow(person, await now()), await follow(person)]
    await late.query('commit')
    await late.end()
    const after = await folder('after')
    for (const stream of streams) {
      await stream.until((change) => change.instanceId === after)
      expect(stream.seen.map(({ kind }) => kind)).toEqual(['capacity.changed', 'folder.created'])
      stream.stop()
    }
  })

  it('is refused without a session and for a made-up cursor', async () => {
    const refused = await fetch(world.baseUrl + pathOf(streamChanges))
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ errcode: 401 })
    const answer = await person.fetch(`${pathOf(streamChanges)}?cursor=5:3:`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ errcode: 20001 })
  })
})
