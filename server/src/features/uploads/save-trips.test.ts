import { createFolder } from '@clouddisk/contract/files'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** How often a save waits for the database while it holds its space, and all others wait for it. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

/** The query by which a save finds its upload: no background job makes it. */
const FINDS_UPLOAD = 'for update of u, s'

/** Of each save that `work` commits, how often it waits for an answer. Background jobs do not count. */
async function waits(work: () => Promise<unknown>): Promise<number[]> {
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  const transactions = new Map<unknown, { open: number; waits: number; ofSave: boolean }>()
  const committed: number[] = []
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text
    const answer = query.apply(this, args)
    // Nothing is locked while BEGIN is on its way.
    if (text === 'begin') {
      transactions.set(this, { open: 0, waits: 0, ofSave: false })
      return answer
    }
    const mine = transactions.get(this)
    if (!mine) return answer
    mine.ofSave ||= text.includes(FINDS_UPLOAD)
    if (mine.open++ === 0) mine.waits++
    const over = () => {
      mine.open--
      if (text === 'commit' && mine.ofSave) committed.push(mine.waits)
    }
    answer.then(over, over)
    return answer
  } as never)
  await work()
  vi.restoreAllMocks()
  return committed
}

const opened = async (name: string, bytes: Buffer, more: transfer.NewContent = {}) => {
  const upload = { parentId: '0', name, bytes, hashes: 'after' as const, ...more }
  const check = await transfer.openUpload(person, upload)
  await transfer.putAll(person, check, bytes)
  return () => transfer.save(person, upload, check)
}

it('waits twice for a new file: for what it finds, and for its end', async () => {
  const save = await opened('new.txt', Buffer.from('new'))
  expect(await waits(save)).toEqual([2])
  expect(await person.tree()).toMatchObject({ 'new.txt': 3 })
})

it('asks whether rules apply to names within a query that it makes anyway', async () => {
  const save = await opened('asked.txt', Buffer.from('asked'))
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await save()
  const texts = (query.mock.calls as unknown[][]).map(([asked]) =>
    typeof asked === 'string' ? asked : (asked as { text: string }).text,
  )
  const about = texts.filter((text) => text.includes('dlp_rule'))
  expect(about).toEqual([expect.stringContaining(FINDS_UPLOAD)])
})

it.each([
  ['keepBoth', 'renamed', { 'keepBoth.txt': 7, 'keepBoth (1).txt': 4 }],
  ['newVersion', 'newVersion', { 'newVersion.txt': 4 }],
  ['skip', 'skipped', { 'skip.txt': 7 }],
] as const)('does with a name that is taken what was asked for: %s', async (conflict, outcome, tree) => {
  const save = await opened(`${conflict}.txt`, Buffer.from('more'), { conflict })
  await person.upload('0', `${conflict}.txt`, Buffer.from('earlier'))
  expect(await save()).toMatchObject({ outcome })
  expect(await person.tree()).toMatchObject(tree)
})

it('leaves nothing of a save that is refused because its name is taken, and takes it under another', async () => {
  const bytes = Buffer.from('refused')
  const upload = { parentId: '0', name: 'Fail', bytes, hashes: 'after' as const, conflict: 'fail' as const }
  const check = await transfer.openUpload(person, upload)
  await transfer.putAll(person, check, bytes)
  await person.call(createFolder, { instanceName: 'fail' })
  await expect(transfer.save(person, upload, check)).rejects.toMatchObject({ name: 'name_taken' })
  expect(await transfer.save(person, { ...upload, name: 'other' }, check)).toMatchObject({
    outcome: 'created',
  })
  expect(await person.tree()).toMatchObject({ fail: {}, other: 7 })
})
