// @module-tag long
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removeInstances } from '@clouddisk/contract/files'
import { DAY, HOUR, MINUTE } from '@clouddisk/contract/time'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blobOf } from '../../test/blob.ts'
import type { Person } from '../../test/person.ts'
import { askThumbnail, thumbnailOf } from '../../test/thumbnail.ts'
import { openWorld, type World } from '../../test/world.ts'
import { collectGarbage } from '../content/collect.ts'
import { type Conversion, Conversions } from '../conversion/conversions.ts'
import { newId } from '../db/ids.ts'
import { thumbnailConverters } from '../features/thumbnails/converters.ts'
import { expireTrash } from '../features/trash/jobs.ts'
import { dropRenditionsIn, dropUnneeded, enforceBudget } from './evict.ts'
import { readRendition } from './read.ts'
import { Renditions } from './renditions.ts'
import { claimNext } from './work-store.ts'

let world: World
let person: Person
beforeEach(async () => {
  world = await openWorld({ CLOUDDISK_DERIVED_BYTES: '30K' })
  person = await world.person()
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

let pictures = 0
/** What does not compress well. */
const noise = () =>
  sharp({
    create: {
      width: 100,
      height: 100,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()

/** Each of its own content. */
const upload = async ({ isNoise = false } = {}): Promise<string> => {
  const picture = sharp({ create: { width: 100 + ++pictures, height: 100, channels: 3, background: 'teal' } })
  if (isNoise) picture.composite([{ input: await noise(), tile: true }])
  return (await person.upload('0', `picture ${pictures}.png`, await picture.png().toBuffer())).instanceId
}

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.ctx.db.pool.query<T & Record<string, unknown>>(text, values)).rows
const states = async () =>
  (await query<{ state: string }>('select state from rendition order by asked_at')).map(({ state }) => state)
const derivedObjects = async () => (await query(`select from blob where state = 'derived'`)).length

it('are no content: not charged, and not found by uploads of the same bytes', async () => {
  const id = await upload()
  const used = async () =>
    (await query<{ used: number }>('select sum(used)::bigint as used from space'))[0]?.used
  const before = await used()
  const bytes = Buffer.from(await (await thumbnailOf(person, id)).arrayBuffer())
  expect(await used()).toBe(before)
  await person.upload('0', 'the thumbnail itself.webp', bytes)
  expect(await query('select from blob where sha256 is not null')).toHaveLength(2)
})

it('go with their content', async () => {
  const id = await upload()
  await thumbnailOf(person, id)
  await person.call(removeInstances, { instanceIds: [id] })
  await dropUnneeded(world.ctx)
  // In the recycle bin it is still there.
  expect(await states()).toEqual(['ready'])
  const { id: blobId } = await blobOf(world, id)
  for (let stage = 0; stage < 2; stage++) {
    world.advance(31 * DAY)
    await expireTrash(world.ctx)
  }
  world.advance(2 * DAY)
  await collectGarbage(world.ctx)
  expect(await query('select from blob where id = $1', [blobId])).toEqual([])
  await dropUnneeded(world.ctx)
  expect(await states()).toEqual([])
  world.advance(2 * DAY)
  await collectGarbage(world.ctx)
  expect(await query('select from blob')).toEqual([])
})

it('give way to others where all together exceed the budget, those used longest ago first', async () => {
  const ids: string[] = []
  for (let n = 0; n < 12; n++) {
    const id = await upload({ isNoise: true })
    expect((await thumbnailOf(person, id)).status).toBe(200)
    ids.push(id)
    world.advance(2 * HOUR)
    person = await world.again(person)
    // The oldest is used all the time.
    expect((await askThumbnail(person, ids[0] ?? '')).status).toBe(200)
  }
  await enforceBudget(world.ctx)
  const [total] = await query<{ bytes: number }>(
    `select sum(b.size)::bigint as bytes from rendition r join blob b on b.id = r.blob_id`,
  )
  expect(total?.bytes).toBeLessThanOrEqual(30 * 1024)
  // What gave way takes no space any more.
  const [stored] = await query<{ bytes: number }>(
    'select sum(size)::bigint as bytes from blob where sha256 is null',
  )
  expect(stored?.bytes).toBe(total?.bytes)
  expect((await askThumbnail(person, ids[0] ?? '')).status).toBe(200)
  expect((await askThumbnail(person, ids[1] ?? '')).status).toBe(202)
})

it('that were lost or damaged in the store are made again', async () => {
  const id = await upload()
  const first = (await thumbnailOf(person, id)).headers.get('etag')
  const [row] = await query<{ bucket: string; key: string }>(
    `select bucket, key from blob where state = 'derived'`,
  )
  await world.ctx.stores.of(row?.bucket ?? '').remove(row?.key ?? '')
  expect((await askThumbnail(person, id)).status).toBe(202)
  const second = (await thumbnailOf(person, id)).headers.get('etag')
  expect(second).not.toBe(first)
})

it('are made again where their content was moved to', async () => {
  const id = await upload()
  await thumbnailOf(person, id)
  await dropRenditionsIn(world.ctx, world.ctx.stores.home.bucket)
  expect([await states(), await derivedObjects()]).toEqual([[], 0])
  expect((await thumbnailOf(person, id)).status).toBe(200)
})

const turn = (kind: string) => ({ kinds: [kind], served: [], previewsFirst: true })

/** Leaves requests as a server does that was killed while it worked on them. */
const takenByDeadServer = (ids: readonly string[], attempts = 1) =>
  query(
    `update rendition set state = 'running', worker = $1, attempts = $2, lease_until = now() - interval '1 s',
       blob_id = null, finished_at = null where sha256 in (
       select b.sha256 from blob b join file_version v on v.blob_id = b.id where v.file_id = any($3::uuid[]))`,
    [newId(), attempts, ids],
  )

it('go on after a server died, and are given up if servers die of them', async () => {
  const [id, fatal] = [await upload(), await upload()]
  await world.ctx.renditions.close()
  await askThumbnail(person, id)
  await askThumbnail(person, fatal)
  expect(await states()).toEqual(['queued', 'queued'])
  await takenByDeadServer([id])
  await takenByDeadServer([fatal], 3)
  const { ctx } = world
  const renditions = new Renditions(ctx, new Conversions(ctx.config), thumbnailConverters)
  const content = async (fileId: string) => {
    const { sha256, size } = await blobOf(world, fileId)
    return { sha256: sha256 ?? Buffer.alloc(0), size: size ?? 0 }
  }
  const answers = async () => [
    await renditions.request(await content(id), 'thumbnail picture s'),
    await renditions.request(await content(fatal), 'thumbnail picture s'),
  ]
  await vi.waitFor(
    async () =>
      expect(await answers()).toMatchObject([{ state: 'ready' }, { state: 'failed', reason: 'crashed' }]),
    { timeout: 20_000 },
  )
  await renditions.close()
})

it('are dropped while nobody repeats the request, and taken newest first', async () => {
  await world.ctx.renditions.close()
  const ids = [await upload(), await upload(), await upload()]
  for (const id of ids) {
    await askThumbnail(person, id)
    world.advance(4 * MINUTE)
  }
  const newest = await claimNext(world.ctx, newId(), turn('thumbnail picture s'))
  expect(newest?.sha256).toEqual((await blobOf(world, ids[2] ?? '')).sha256)
  expect(await claimNext(world.ctx, newId(), turn('something else'))).toBeUndefined()
  await dropUnneeded(world.ctx)
  expect(await states()).toEqual(['queued', 'running'])
})

it('are made from another rendition, which large content has only once it is asked for by itself', async () => {
  const make = (text: string) => async (conversion: Conversion) => {
    const path = join(conversion.folder.output, 'made')
    await writeFile(path, text + (await readFile(conversion.folder.input, 'latin1')))
    return { path }
  }
  const first = { kind: 'first', version: 1, maxBytes: 1e9, make: make('first of ') }
  const second = {
    ...first,
    kind: 'second',
    from: { kind: 'first', maxBytes: 1e9 },
    make: make('second of '),
  }
  const large = { ...second, kind: 'large', from: { kind: 'first', maxBytes: 1 } }
  const { ctx } = world
  const renditions = new Renditions(ctx, new Conversions(ctx.config), [first, second, large])
  const { instanceId } = await person.upload('0', 'a.txt', Buffer.from('content'))
  const { sha256, size } = await blobOf(world, instanceId)
  const content = { sha256: sha256 ?? Buffer.alloc(0), size: size ?? 0 }
  expect(await renditions.request(content, 'large')).toEqual({ state: 'failed', reason: 'too_large' })
  const made = async (kind: string) => {
    const answer = await renditions.request(content, kind)
    if (answer.state !== 'ready') throw new Error(`${kind} is ${answer.state}`)
    return (await readRendition(ctx, answer.rendition))?.toString()
  }
  await vi.waitFor(async () => expect(await made('second')).toBe('second of first of content'), 20_000)
  await vi.waitFor(async () => expect(await made('large')).toBe('second of first of content'), 20_000)
  await renditions.close()
})

it('are made at once where they are requested while the last worker looks for more', async () => {
  const { ctx } = world
  const one = { ...ctx, config: { ...ctx.config, conversions: 1 } }
  const begin = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const converters = ['first', 'second'].map((kind) => ({
    kind,
    version: 1,
    maxBytes: 1e9,
    make: async ({ folder: { output } }: Conversion) => {
      begin.resolve()
      await end.promise
      await writeFile(join(output, 'made'), kind)
      return { path: join(output, 'made') }
    },
  }))
  // Never started: nothing looks for requests every few seconds.
  const renditions = new Renditions(one, new Conversions(one.config), converters)
  const { sha256, size } = await blobOf(world, await upload())
  const content = { sha256: sha256 ?? Buffer.alloc(0), size: size ?? 0 }
  // A worker that looks for requests sees what was there when its statement began, and ends once it may have the lock.
  await query(`
    create function wait_with_claim() returns trigger language plpgsql as $$ begin
      if current_query() like '%skip locked%' then perform pg_advisory_xact_lock_shared(1); end if;
      return null; end $$`)
  await query(`create trigger wait_with_claim before update on rendition execute function wait_with_claim()`)
  const holder = await ctx.db.pool.connect()
  try {
    await renditions.request(content, 'first')
    await begin.promise
    await holder.query('select pg_advisory_lock(1)')
    end.resolve()
    const waits = `select from pg_locks where locktype = 'advisory' and not granted`
    await vi.waitFor(async () => expect(await query(waits)).toHaveLength(1), 20_000)
    expect(await renditions.request(content, 'second')).toEqual({ state: 'waiting' })
    await holder.query('select pg_advisory_unlock(1)')
    await vi.waitFor(async () => expect(await states()).toEqual(['ready', 'ready']), 20_000)
  } finally {
    holder.release()
    await renditions.close()
  }
})

it('are made while many wait, and lists are answered meanwhile', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => upload()))
  await Promise.all(ids.map((id) => askThumbnail(person, id)))
  expect(await person.list()).toHaveLength(30)
  for (const id of ids) expect((await thumbnailOf(person, id)).status).toBe(200)
})

it('are not made of a link that a conversion leaves in place of its result', async () => {
  const secret = join(world.ctx.config.dataDir, 'secret')
  await writeFile(secret, 'not for anybody')
  const leaves: Record<string, (output: string) => Promise<void>> = {
    file: (output) => symlink(secret, join(output, 'made')),
    folder: async (output) => {
      await rm(output, { recursive: true })
      await mkdir(`${output}.elsewhere`)
      await writeFile(join(`${output}.elsewhere`, 'made'), 'elsewhere')
      await symlink(`${output}.elsewhere`, output)
    },
    pipe: async (output) => void (await promisify(execFile)('mkfifo', [join(output, 'made')])),
  }
  const converters = Object.entries(leaves).map(([kind, leave]) => ({
    kind,
    version: 1,
    maxBytes: 1e9,
    make: async ({ folder: { output } }: Conversion) => {
      await leave(output)
      return { path: join(output, 'made') }
    },
  }))
  const { ctx } = world
  const renditions = new Renditions(ctx, new Conversions(ctx.config), converters)
  const { sha256, size } = await blobOf(world, await upload())
  for (const { kind } of converters)
    await vi.waitFor(
      async () =>
        expect(
          await renditions.request({ sha256: sha256 ?? Buffer.alloc(0), size: size ?? 0 }, kind),
        ).toEqual({ state: 'failed', reason: 'broken' }),
      { timeout: 20_000 },
    )
  await renditions.close()
})
