// @module-tag long
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type Client, createClient, newTraceId } from '@clouddisk/client/http/call'
import { NetworkError } from '@clouddisk/client/http/errors'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../../server/test/person.ts'
import { openWorld, type World } from '../../../../server/test/world.ts'
import { openTransferDatabase } from '../database.ts'
import { Downloads } from './downloads.ts'
import { downloadStore } from './store.ts'

/** Downloads from the real server at the moments that cost files: a full disk, an end between two steps, a sign-out. */

const MB = 1024 * 1024

let world: World
let person: Person
let folder: string
let target: string
let db: DatabaseSync
let downloads: Downloads
/** Fails calls of the server, by their path; undefined: none. */
let cut: RegExp | undefined

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-downloads-'))
  target = join(folder, 'target')
  cut = undefined
  open()
  downloads.setUser(person.user.userId)
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

function open(): void {
  db = openTransferDatabase(join(folder, 'client'))
  const client: Client = createClient({ baseUrl: person.baseUrl, token: () => person.token })
  downloads = new Downloads({
    api: (route, ...call) =>
      cut?.test(route.path) ? Promise.reject(new NetworkError('cut')) : client.call(route, ...call),
    store: downloadStore(db),
    newId: newTraceId,
    now: Date.now,
    textOf: String,
  })
}

async function close(): Promise<void> {
  await downloads.stop()
  db.close()
}

async function add(name: string, size: number): Promise<{ id: string; bytes: Buffer }> {
  const bytes = randomBytes(size)
  const { instanceId } = await person.upload('0', name, bytes)
  const [id = ''] = downloads.add([{ instanceId, fileName: name, fileSize: size, folder: target }])
  return { id, bytes }
}

const finishes = () => once(downloads, 'finished')
const statuses = () => downloads.list().map(({ status }) => status)
const received = (id: string, min: number) =>
  expect.poll(() => downloads.get(id)?.received ?? 0, { interval: 1 }).toBeGreaterThan(min)

it('goes on where its state cannot be written', async () => {
  const done = finishes()
  const { bytes } = await add('a.bin', 3 * MB)
  // As with a full disk, each write of the database fails.
  db.exec('pragma query_only = on')
  await done
  db.exec('pragma query_only = off')
  expect((await readFile(join(target, 'a.bin'))).equals(bytes)).toBe(true)
  expect(downloads.list()).toEqual([])
})

it('brings no second copy where the client was ended after the file had got its name', async () => {
  const done = finishes()
  const { id } = await add('a.bin', MB)
  const rows = () => db.prepare('select * from download').all()
  // The last state before the row is removed, as a kill in between leaves it.
  let last = rows()
  downloads.on('change', () => {
    last = rows()
  })
  await done
  const insert = db.prepare('insert into download (id, user_id, added_at, item) values (?, ?, ?, ?)')
  for (const { id: rowId, user_id: userId, added_at: addedAt, item } of last)
    insert.run(String(rowId), String(userId), Number(addedAt), String(item))
  await close()
  open()
  downloads.setUser(person.user.userId)
  expect(statuses()).toEqual(['pause'])
  const again = finishes()
  downloads.resume([id])
  const [finished] = await again
  expect(finished).toMatchObject({ localPath: join(target, 'a.bin'), received: MB })
  expect(await readdir(target)).toEqual(['a.bin'])
})

it('gives a file its name before it stops, and never another one’s', async () => {
  await mkdir(target)
  await writeFile(join(target, 'a.bin'), 'mine')
  const { id, bytes } = await add('a.bin', 40 * MB)
  await received(id, 39 * MB)
  await close()
  const left = (await readdir(target)).filter((name) => !name.startsWith('.'))
  open()
  downloads.setUser(person.user.userId)
  if (statuses().length > 0) {
    const done = finishes()
    downloads.resume([id])
    await done
  } else expect(left).toContain('a (1).bin')
  expect((await readdir(target)).sort()).toEqual(['a (1).bin', 'a.bin'])
  expect(await readFile(join(target, 'a.bin'), 'utf8')).toBe('mine')
  expect((await readFile(join(target, 'a (1).bin'))).equals(bytes)).toBe(true)
})

it('goes on after the next sign-in with what ran, and leaves paused what was paused', async () => {
  const { id } = await add('running.bin', 60 * MB)
  const paused = await add('paused.bin', MB)
  downloads.pause([paused.id])
  await received(id, 0)
  downloads.setUser(null)
  expect(downloads.list()).toEqual([])
  downloads.setUser('somebody else')
  expect(downloads.list()).toEqual([])
  const done = finishes()
  downloads.setUser(person.user.userId)
  const [finished] = await done
  expect(finished).toMatchObject({ fileName: 'running.bin' })
  expect(statuses()).toEqual(['pause'])
})

it('compares what was interrupted with the server’s hash, however long the answer takes', async () => {
  const { id, bytes } = await add('a.bin', 60 * MB)
  await received(id, 8 * MB)
  downloads.pause([id])
  const [part = ''] = await readdir(target)
  // As a loss of power may leave it.
  const damaged = await readFile(join(target, part))
  await writeFile(join(target, part), damaged.fill(0, 0, 1000))
  cut = /version/i
  downloads.resume([id])
  await expect.poll(async () => downloads.get(id)?.received, { interval: 5 }).toBe(60 * MB)
  cut = undefined
  await finishes()
  expect((await readFile(join(target, 'a.bin'))).equals(bytes)).toBe(true)
})

it('brings three large files at a time, and eight small ones', async () => {
  // Those that run get no further.
  cut = /getDownloadUrl/
  const request = (fileSize: number) => (_: unknown, n: number) => ({
    ...{ instanceId: String(n), fileName: `${fileSize}-${n}`, fileSize, folder: target },
  })
  downloads.add([
    ...Array.from({ length: 5 }, request(2 * MB)),
    ...Array.from({ length: 10 }, request(MB)),
    ...Array.from({ length: 5 }, request(2 * MB)),
  ])
  const running = downloads.list().filter(({ status }) => status === 'running')
  expect(running.filter(({ fileSize }) => fileSize > MB)).toHaveLength(3)
  expect(running.filter(({ fileSize }) => fileSize <= MB)).toHaveLength(8)
})
