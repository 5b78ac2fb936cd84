import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createClient } from '@clouddisk/client/http/call'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../../server/test/person.ts'
import { openWorld, type World } from '../../../../server/test/world.ts'
import { openTransferDatabase } from '../database.ts'
import { Uploads } from './uploads.ts'

/** Uploads of people who sign in to one client, one after the other. */

const MB = 1024 * 1024

let world: World
let person: Person
let other: Person
let folder: string
let db: DatabaseSync
let uploads: Uploads
let token: string

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ;[person, other] = await Promise.all([world.person(), world.person()])
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-uploads-'))
  db = openTransferDatabase(join(folder, 'client'))
  await open(person)
})
afterEach(async () => {
  await uploads.stop()
  db.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(who: Person): Promise<void> {
  uploads = new Uploads(db, createClient({ baseUrl: world.baseUrl, token: () => token }))
  await signIn(who)
}

function signIn(who: Person): Promise<void> {
  token = who.token
  return uploads.setUser(who.user.userId)
}

async function put(name: string, size: number): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, randomBytes(size))
  return path
}

async function send(who: Person, path: string): Promise<string> {
  const target = { parentId: who.user.rootId, position: '', inGroup: false }
  const { ids } = await uploads.add([{ path, folders: [] }], target)
  return ids[0] ?? ''
}

const add = async (who: Person, name: string, size: number) => send(who, await put(name, size))

const shown = () => uploads.items().map(({ name, status }) => [name, status])
const sending = () =>
  expect.poll(() => uploads.items()[0]?.uploadInfo.currentSize ?? 0, { interval: 5 }).toBeGreaterThan(0)
const namesOf = async (who: Person) => (await who.list()).map(({ instanceName }) => instanceName)
const arrives = (who: Person, name: string) => expect.poll(() => namesOf(who)).toEqual([name])

it('keeps the uploads of a person while another is signed in, each in a list of their own (R114)', async () => {
  const id = await add(person, 'mine.bin', 60 * MB)
  await sending()
  await signIn(other)
  expect(shown()).toEqual([])
  await add(other, 'theirs.bin', MB)
  await arrives(other, 'theirs.bin')
  expect(await namesOf(person)).toEqual([])

  await signIn(person)
  expect(shown()).toEqual([['mine.bin', 'pause']])
  expect(uploads.pathOf(id)).toBe(join(folder, 'mine.bin'))
  await uploads.resume([id])
  await arrives(person, 'mine.bin')
  expect(await namesOf(other)).toEqual(['theirs.bin'])
})

it('keeps them over a restart of the client while another is signed in', async () => {
  await add(person, 'mine.bin', 60 * MB)
  await sending()
  await signIn(other)
  await uploads.stop()
  await open(other)
  expect(shown()).toEqual([])
  await signIn(person)
  expect(shown()).toEqual([['mine.bin', 'pause']])
})

it('goes on after a sign-out with the next sign-in of the same person', async () => {
  await add(person, 'mine.bin', 60 * MB)
  await sending()
  await uploads.setUser(null)
  expect(shown()).toEqual([['mine.bin', 'pause']])
  await signIn(person)
  await arrives(person, 'mine.bin')
})

it('adds nothing to the list of somebody who signs in while the files are looked for', async () => {
  const path = await put('mine.bin', 10)
  await Promise.all([send(person, path), signIn(other)])
  expect(shown()).toEqual([])
})

it('takes over the list of an older client', async () => {
  await uploads.stop()
  db.exec(`
    create table old (uid text primary key, position integer not null, item text not null, path text, modified real) strict;
    insert into old select uid, position, item, path, modified from upload;
  `)
  await open(person)
  await add(person, 'mine.bin', 60 * MB)
  await sending()
  await uploads.stop()
  db.exec(`
    delete from old;
    insert into old select uid, position, item, path, modified from upload;
    drop table upload; alter table old rename to upload;
    create table old_queue (only integer primary key check (only = 1), user_id text, groups text not null) strict;
    insert into old_queue select 1, user_id, groups from upload_queue;
    drop table upload_queue; alter table old_queue rename to upload_queue;
  `)
  await open(person)
  expect(shown()).toEqual([['mine.bin', 'pause']])
})
