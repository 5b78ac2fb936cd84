// @module-tag long
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { removeInstances } from '@clouddisk/contract/files'
import { queryImports } from '@clouddisk/contract/imports'
import { queryJob } from '@clouddisk/contract/jobs'
import { DAY } from '@clouddisk/contract/time'
import { clearTrash } from '@clouddisk/contract/trash'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blobOf } from '../../test/blob.ts'
import { bodyOf, collect } from '../../test/object-store-conformance.ts'
import { type Person, signIn } from '../../test/person.ts'
import { cliJson, startServer } from '../../test/product.ts'
import { openWorld, PASSWORD, type World } from '../../test/world.ts'
import { DisposableStack } from '../boot.ts'
import { collectGarbage } from '../content/collect.ts'
import { recordPending } from '../content/pending.ts'
import { scrubAll } from '../content/scrub-all.ts'
import { acquireGcLock } from '../db/gc-lock.ts'
import { newId } from '../db/ids.ts'
import { openInstallation } from '../db/installation.ts'
import { sealCredentials } from '../objects/buckets.ts'
import { sealCloudKeys, sealProtocolKey } from '../objects/clouds.ts'
import { DiskStore } from '../objects/disk.ts'
import { Layout } from '../objects/layout.ts'
import { StoreFull, StoreUnavailable } from '../objects/port.ts'
import { makeBackup } from './backup.ts'
import { filesIn } from './destination.ts'
import { FolderDestination } from './folder-destination.ts'
import { readManifest, writeList, writeManifest } from './manifest.ts'
import { BackupRepository } from './repository.ts'
import { restoreBackup } from './restore.ts'
import { applyRetention } from './retention.ts'
import { verifyBackup } from './verify.ts'

let world: World
let person: Person
let folder: string
beforeEach(async () => {
  world = await openWorld()
  await openInstallation(world.ctx.db.pool, { dataDir: world.ctx.config.dataDir })
  person = await world.person()
  folder = join(await mkdtemp(join(tmpdir(), 'clouddisk-backup-')), 'of-its-own')
})
afterEach(async () => {
  await world.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

const keys = async () => (await collect(world.ctx.stores.home.objects())).map(({ key }) => key)

async function purge(instanceId: string): Promise<void> {
  await person.call(removeInstances, { instanceIds: [instanceId] })
  await person.call(clearTrash, {})
  // The administrators' bin holds it for another month; that is not what is tried here.
  const { reader } = world.ctx.db
  await reader.deleteFrom('file').where('id', '=', instanceId).execute()
  await sql`update blob b set state = 'orphaned', state_since = ${world.ctx.now()}
    where not exists (select from file_version v where v.blob_id = b.id)`.execute(reader)
}

it('holds back garbage collection while a backup copies', async () => {
  const { instanceId } = await person.upload('0', 'a', randomBytes(100))
  const first = await acquireGcLock(world.ctx.db.pool)
  const second = await acquireGcLock(world.ctx.db.pool)
  await purge(instanceId)
  world.advance(2 * DAY)
  expect(await collectGarbage(world.ctx)).toBe(0)
  await first.release()
  expect(await collectGarbage(world.ctx)).toBe(0)
  expect(await keys()).toHaveLength(1)
  await second.assertHeld()
  await second.release()
  expect(await collectGarbage(world.ctx)).toBe(1)
  expect(await keys()).toEqual([])
})

it('keeps the old copies of moved content while a backup copies', async () => {
  const { home } = world.ctx.stores
  const key = newId()
  await home.putObject(key, 3, bodyOf(Buffer.from('old')))
  await recordPending(world.ctx, { bucket: home.bucket, key })
  world.advance(2 * DAY)
  const hold = await acquireGcLock(world.ctx.db.pool)
  expect(await collectGarbage(world.ctx)).toBe(0)
  expect(await keys()).toEqual([key])
  await hold.release()
  expect(await collectGarbage(world.ctx)).toBe(1)
  expect(await keys()).toEqual([])
})

it('removes older backups, and with them what none of the others names', async () => {
  const { instanceId } = await person.upload('0', 'a', randomBytes(100))
  await person.upload('0', 'b', randomBytes(200))
  const first = await makeBackup(world.ctx, folder)
  const old = await keys()
  await purge(instanceId)
  world.advance(2 * DAY)
  await collectGarbage(world.ctx)
  const second = await makeBackup(world.ctx, folder, { keep: 2 })
  expect(second).toMatchObject({ objects: 1, copied: 0, removed: [] })
  expect(await verifyBackup(folder)).toMatchObject({ objects: 2, faults: [] })
  world.advance(1000)
  const third = await makeBackup(world.ctx, folder, { keep: 2 })
  expect(third.removed).toEqual([first.generation])
  expect(await readdir(join(folder, 'generations'))).toEqual([second.generation, third.generation])
  expect(await verifyBackup(folder)).toMatchObject({ objects: 1, faults: [] })
  const left = await readdir(join(folder, 'objects', 'stored'), { recursive: true })
  expect(left.filter((name) => old.some((key) => name.endsWith(key)))).toHaveLength(1)
})

it('stops removing objects once the lock is lost', async () => {
  await makeBackup(world.ctx, folder)
  const backup = await BackupRepository.open(folder, world.ctx.config)
  const { objects } = backup
  for (const text of ['one', 'two', 'six']) await objects.putObject(newId(), 3, bodyOf(Buffer.from(text)))
  let left = 2
  backup.assertHeld = async () => {
    if (left-- === 0) throw new Error('it is another’s')
  }
  // The process is stopped for a while behind each.
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  const remove = objects.remove.bind(objects)
  objects.remove = async (key) => {
    await remove(key)
    now += 60_000
  }
  try {
    await expect(applyRetention(backup, 1)).rejects.toThrow('it is another’s')
    expect(await collect(objects.objects())).toHaveLength(1)
  } finally {
    clock.mockRestore()
    await backup.close()
  }
})

it('leaves out corrupt or missing content, and reports it each time', async () => {
  await person.upload('0', 'a', randomBytes(100))
  await person.upload('0', 'b', randomBytes(200))
  const [lost = ''] = await keys()
  await world.ctx.stores.home.remove(lost)
  const made = await makeBackup(world.ctx, folder)
  expect(made).toMatchObject({ objects: 2, copied: 1, missing: [{ key: lost, says: 'is missing' }] })
  expect((await verifyBackup(folder)).faults).toEqual([
    { what: lost, says: expect.stringContaining('could not be backed up in') },
  ])
})

it('passes over what others put beside its objects, and copies anew what they put in an object’s place', async () => {
  await person.upload('0', 'a', randomBytes(100))
  await person.upload('0', 'b', randomBytes(200))
  await makeBackup(world.ctx, folder)
  const { folderOf, stored, storedFolder } = new Layout(join(folder, 'objects'))
  const [linked = '', hidden = ''] = (await keys()).map(stored)
  await writeFile(join(storedFolder, '.DS_Store'), '')
  await writeFile(join(dirname(linked), '.nfs0001'), '')
  await rm(linked)
  await symlink(linked, linked)
  await rm(hidden)
  await mkdir(hidden)
  const { faults } = await verifyBackup(folder)
  expect(faults.map(({ says }) => says)).toEqual(['is missing', 'is missing'])
  world.advance(1000)
  expect(await makeBackup(world.ctx, folder, { keep: 1 })).toMatchObject({
    copied: 2,
    missing: [],
    removed: [expect.any(String)],
  })
  expect(await verifyBackup(folder)).toMatchObject({ objects: 2, faults: [] })
  // The same where it comes from: the content is gone, and all else goes on.
  const [gone = ''] = await keys()
  const home = new Layout(join(world.ctx.config.dataDir, 'objects'))
  await rm(home.stored(gone))
  await mkdir(home.stored(gone))
  await rm(folderOf(gone), { recursive: true })
  world.advance(1000)
  expect((await makeBackup(world.ctx, folder)).missing).toMatchObject([{ key: gone, says: 'is missing' }])
})

it('leaves out unreadable content, whether or not it is quarantined', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await person.upload('0', name, randomBytes(2_000_000))
  const { home } = world.ctx.stores
  const [bad = '', short = ''] = await keys()
  const open = home.open.bind(home)
  let away = ''
  home.open = async (object) => {
    const reader = await open(object)
    const read: typeof reader.read = async (buffer, length, position) => {
      if (position > 0 && object.key === away) throw new StoreUnavailable()
      if (position > 0 && object.key === bad) throw new Error('EIO: i/o error, read')
      return position > 0 && object.key === short ? 0 : reader.read(buffer, length, position)
    }
    return { ...reader, read }
  }
  const made = await makeBackup(world.ctx, folder)
  const { userName } = person.user
  expect(made).toMatchObject({
    copied: 2,
    missing: [
      { key: bad, says: 'cannot be read: EIO: i/o error, read', files: [`${userName}/a`] },
      { key: short, says: 'ends early', files: [`${userName}/b`] },
    ],
  })
  away = bad
  world.advance(1000)
  const refused = { key: bad, says: 'is refused by the store', files: [`${userName}/a`] }
  const later = await makeBackup(world.ctx, folder, { readRetry: { retryDelayMs: 10 } })
  expect(later.missing).toMatchObject([refused, { key: short }])
  vi.spyOn(home, 'check').mockRejectedValue(new StoreUnavailable())
  world.advance(1000)
  await expect(makeBackup(world.ctx, folder)).rejects.toThrow(
    /^The bucket clouddisk does not answer; earlier backups are intact\. Make the backup again later\.$/,
  )
})

it('ends in one line where one fails while another is still on its way', async () => {
  for (const name of ['a', 'b']) await person.upload('0', name, randomBytes(2000))
  const { home } = world.ctx.stores
  const [slow = ''] = await keys()
  const open = home.open.bind(home)
  const failed = Promise.withResolvers<void>()
  home.open = async (object) => {
    if (object.key !== slow) {
      setImmediate(failed.resolve)
      throw new StoreFull()
    }
    await failed.promise
    return open(object)
  }
  const heard: unknown[] = []
  const hear = (error: unknown) => void heard.push(error)
  process.on('unhandledRejection', hear)
  try {
    await expect(makeBackup(world.ctx, folder)).rejects.toThrow(
      /is full; earlier backups are intact\. Free some space and try again\.$/,
    )
    expect(heard).toEqual([])
  } finally {
    process.off('unhandledRejection', hear)
  }
})

it('does not back up corrupt content, and does after its repair', async () => {
  const bytes = randomBytes(300)
  const { instanceId } = await person.upload('0', 'a', bytes)
  const { key } = await blobOf(world, instanceId)
  const pathIn = async (place: string) => {
    const stored = join(place, 'objects', 'stored')
    const names = await readdir(stored, { recursive: true })
    return join(stored, names.find((name) => name.endsWith(key)) ?? '')
  }
  const flipped = Buffer.from(bytes)
  flipped[100] = (flipped[100] ?? 0) ^ 1
  const damaged = { key, says: expect.stringMatching(/^is damaged: SHA-256 /) }
  const path = await pathIn(world.ctx.config.dataDir)
  await writeFile(path, flipped)
  await scrubAll(world.ctx)
  expect(await makeBackup(world.ctx, folder)).toMatchObject({ objects: 1, copied: 0, missing: [damaged] })
  await writeFile(path, bytes)
  await scrubAll(world.ctx)
  world.advance(1000)
  expect(await makeBackup(world.ctx, folder, { keep: 1 })).toMatchObject({ copied: 1, missing: [] })
  expect(await verifyBackup(folder)).toMatchObject({ objects: 1, faults: [] })

  // Where it is in doubt what lies in the backup is read, and goes for something better alone.
  await writeFile(path, flipped)
  await scrubAll(world.ctx)
  world.advance(1000)
  expect(await makeBackup(world.ctx, folder)).toMatchObject({ copied: 0, missing: [] })
  const copy = await pathIn(folder)
  await writeFile(copy, flipped)
  world.advance(1000)
  expect(await makeBackup(world.ctx, folder)).toMatchObject({ copied: 0, missing: [damaged] })
  expect(await readFile(copy)).toEqual(flipped)
  await writeFile(path, bytes)
  world.advance(1000)
  expect(await makeBackup(world.ctx, folder, { keep: 2 })).toMatchObject({ copied: 1, missing: [] })
  expect(await readFile(copy)).toEqual(bytes)

  // A generation that has another hash of it is not taken for the same.
  const [earlier = ''] = await readdir(join(folder, 'generations'))
  const files = filesIn(new FolderDestination(folder), `generations/${earlier}`)
  const manifest = await readManifest(files, earlier)
  if (!manifest) throw new Error('there is no manifest')
  const sha256 = createHash('sha256').update(flipped).digest()
  const list = await writeList(files, Readable.from([{ key, size: 300, sha256 }]))
  await writeManifest(files, { ...manifest, missing: [], objects: { ...manifest.objects, ...list } })
  expect((await verifyBackup(folder)).faults).toEqual([{ what: key, says: 'is damaged' }])
})

it('contains no credentials of buckets, as it contains the key that unseals them', async () => {
  const { db, secrets, now } = world.ctx
  const id = newId()
  const credentials = sealCredentials(secrets, id, { accessKey: 'access', secretKey: 'secret' })
  await db.pool.query(
    `insert into bucket (id, name, endpoint, region, uploads, downloads, credentials, created_at, updated_at)
     values ($1, 'added', 'http://localhost:1', 'r', 'direct', 'proxied', $2, $3, $3)`,
    [id, credentials, now()],
  )
  const cloudId = newId()
  const keys = sealCloudKeys(secrets, cloudId, { accessKey: 'access', secretKey: 'secret' })
  const protocolKey = sealProtocolKey(secrets, cloudId, 'key')
  await db.pool.query(
    `insert into cloud (id, name, credentials, protocol_key, created_at, updated_at) values ($1, 'East', $2, $3, $4, $4)`,
    [cloudId, keys, protocolKey, now()],
  )
  await db.pool.query(`update bucket set cloud_id = $1, cloud = $2 where id = $3`, [
    cloudId,
    JSON.stringify({ name: 'East', protocolKey: protocolKey.toString('base64') }),
    id,
  ])
  const { generation } = await makeBackup(world.ctx, folder)
  const rowsOf = async (table: string) =>
    gunzipSync(
      await readFile(join(folder, 'generations', generation, 'tables', `${table}.copy.gz`)),
    ).toString()
  const rows = await rowsOf('bucket')
  expect(rows).toContain(`${id}\tadded`)
  expect(rows).toContain('East')
  expect(rows).not.toContain(credentials.toString('hex'))
  expect(rows).not.toContain('protocolKey')
  const clouds = await rowsOf('cloud')
  expect(clouds).toContain(`${cloudId}\t`)
  for (const sealed of [keys, protocolKey]) expect(clouds).not.toContain(sealed.toString('hex'))
})

it('contains no passwords of imports, which a restore ends', async () => {
  const { db } = world.ctx
  const [source, id, job] = [newId(), newId(), newId()]
  const sealed = randomBytes(40)
  const input = { importId: id, personId: person.user.userId, language: 'zh-CN' }
  await db.pool.query(
    `insert into import_source (id, kind, name, address) values ($1, 'webdav', 'old', 'http://localhost:1/')`,
    [source],
  )
  await db.pool.query(
    `insert into job (id, kind, person_id, state, target_id, input) values ($1, 'import', $2, 'running', $3, $4)`,
    [job, person.user.userId, newId(), input],
  )
  await db.pool.query(
    `insert into import (id, person_id, source_id, source_name, kind, path, target_id, job_id, state, run, account, credentials)
     values ($1, $2, $3, 'old', 'webdav', '', $4, $5, 'running', 1, 'me', $6)`,
    [id, person.user.userId, source, newId(), job, sealed],
  )
  const { generation } = await makeBackup(world.ctx, folder)
  const file = join(folder, 'generations', generation, 'tables', 'import.copy.gz')
  const rows = gunzipSync(await readFile(file)).toString()
  expect(rows).toContain(id)
  expect(rows).not.toContain(sealed.toString('hex'))

  const restored = join(folder, '..', 'restored')
  await cliJson(restored, ['restore', folder])
  const server = await startServer(restored)
  try {
    const back = await signIn(server.baseUrl, person.user.userName, PASSWORD)
    expect(await back.call(queryImports, {})).toMatchObject([{ importId: id, state: 'cancelled' }])
    expect(await back.call(queryJob, { jobId: job })).toMatchObject({ state: 'cancelled' })
  } finally {
    await server.stop()
  }
})

it('says at once where a folder cannot be used', async () => {
  await makeBackup(world.ctx, folder)
  const file = join(folder, 'clouddisk-backup.json')
  for (const place of ['/proc/nothing', '/proc/nothing/below', file, join(file, 'below')])
    await expect(makeBackup(world.ctx, place)).rejects.toThrow(
      new RegExp(`^${place} cannot be used: .*Give a folder that this user can write to\\.$`),
    )
  for (const nothing of ['', ' '])
    await expect(makeBackup(world.ctx, nothing)).rejects.toThrow('Give the place of the backups')
})

it('is refused inside the data directory or around it, by any path', async () => {
  const { dataDir } = world.ctx.config
  await mkdir(folder)
  const link = join(folder, 'link')
  await symlink(dataDir, link)
  for (const place of [
    join(link, 'inside'),
    link,
    join(dataDir, '..inside'),
    join(dataDir, '...'),
    dirname(dataDir),
  ])
    await expect(makeBackup(world.ctx, place)).rejects.toThrow(/^A backup can’t be inside/)
  expect(await readdir(dataDir)).not.toContain('inside')
  const beside = `${dataDir}-beside`
  expect(await makeBackup(world.ctx, join(beside, '..of-its-own'))).toMatchObject({ missing: [] })
  await rm(beside, { recursive: true })
})

it('is not mixed with the backup of another installation', async () => {
  await makeBackup(world.ctx, folder)
  const other = await openWorld()
  try {
    await expect(makeBackup(other.ctx, folder)).rejects.toThrow('nothing to back up')
    await openInstallation(other.ctx.db.pool, { dataDir: other.ctx.config.dataDir })
    await expect(makeBackup(other.ctx, folder)).rejects.toThrow('holds backups of another Clouddisk')
  } finally {
    await other.close()
  }
})

it('says in one line what of it cannot be read, and that nothing in it was finished', async () => {
  const { generation } = await makeBackup(world.ctx, folder)
  const inGeneration = join(folder, 'generations', generation)
  const manifest = join(inGeneration, 'manifest.json')
  const owner = join(folder, 'clouddisk-backup.json')
  const refused = (given: string) => expect(verifyBackup(given)).rejects
  /** Something else in its place for a while. */
  const instead = async (
    path: string,
    put: (path: string) => Promise<unknown>,
    look: () => Promise<void>,
  ) => {
    await rename(path, `${path}.away`)
    await put(path)
    await look()
    await rm(path, { recursive: true })
    await rename(`${path}.away`, path)
  }
  const loop = (path: string) => symlink(path, path)
  await instead(manifest, mkdir, async () => {
    const says = 'cannot be read: EISDIR: illegal operation on a directory, read'
    expect((await verifyBackup(folder)).faults).toEqual([{ what: `${generation}/manifest.json`, says }])
    world.advance(1000)
    await expect(makeBackup(world.ctx, folder, { keep: 2 })).rejects.toThrow(
      `${generation}/manifest.json ${says}.`,
    )
  })
  await rm(join(folder, 'generations'), { recursive: true })
  const last = await makeBackup(world.ctx, folder)
  await instead(owner, mkdir, () => refused(folder).toThrow(`${owner} cannot be read: EISDIR`))
  await instead(owner, loop, () => refused(folder).toThrow(`${owner} cannot be read: ELOOP`))
  for (const text of ['null', '{}', '{"installation":1}'])
    await instead(
      owner,
      (path) => writeFile(path, text),
      () => refused(folder).toThrow(`${owner} is damaged.`),
    )
  await instead(
    join(folder, 'objects'),
    (path) => writeFile(path, ''),
    () => refused(folder).toThrow(new RegExp(`^${folder} cannot be used: .*objects`)),
  )
  await rm(join(folder, 'generations', last.generation, 'manifest.json'))
  expect(await verifyBackup(folder)).toMatchObject({
    generations: [],
    unfinished: [last.generation],
    faults: [{ what: folder, says: 'holds no finished backup' }],
  })
})

/** As somebody who is let in where everybody is. */
async function asAnybody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

it('is read from read-only media, and reports denied access as such and not as corruption', async () => {
  for (const name of ['a', 'b']) await person.upload('0', name, randomBytes(3000))
  await makeBackup(world.ctx, folder)
  const home = join(folder, '..')
  const dataDir = join(home, 'restored')
  await mkdir(dataDir)
  spawnSync('chmod', ['-R', 'a+rX,a-w', home])
  await chmod(dataDir, 0o777)
  const restore = async (skipCorrupted: boolean) => {
    const cleanup = new DisposableStack()
    const config = { ...world.ctx.config, dataDir }
    const restoring = { config, log: pino({ level: 'silent' }), cleanup, skipCorrupted }
    return restoreBackup(folder, restoring).finally(() => cleanup.close())
  }
  const [key = ''] = await keys()
  const path = new Layout(join(folder, 'objects')).stored(key)
  await asAnybody(async () => {
    expect(await verifyBackup(folder)).toMatchObject({ objects: 2, faults: [] })
    await expect(makeBackup(world.ctx, folder)).rejects.toThrow(/ cannot be used: EACCES.* can write to\.$/)
  })
  await chmod(path, 0)
  const says = `cannot be read: EACCES: permission denied, open '${path}'`
  await asAnybody(async () => {
    expect((await verifyBackup(folder)).faults).toEqual([{ what: key, says }])
    await expect(restore(false)).rejects.toThrow(`The backup ${says}.`)
  })
  expect(await readdir(dataDir)).toEqual([])
  const mayNot = vi
    .spyOn(DiskStore.prototype, 'open')
    .mockRejectedValue(Object.assign(new Error('EACCES: no'), { code: 'EACCES' }))
  const read = vi.spyOn(DiskStore.prototype, 'digest').mockRejectedValue(new Error('EACCES'))
  try {
    await expect(restore(true)).rejects.toThrow(
      /^The backup cannot be read: EACCES: no\. The restore is incomplete, /,
    )
  } finally {
    mayNot.mockRestore()
    read.mockRestore()
    await chmod(home, 0o700)
    await chmod(folder, 0o700)
  }
})

it('is refused if its manifest was forged', async () => {
  const { generation } = await makeBackup(world.ctx, folder)
  const path = join(folder, 'generations', generation, 'manifest.json')
  const { sha256: _, ...manifest } = JSON.parse(await readFile(path, 'utf8'))
  const dataDir = await mkdtemp(join(tmpdir(), 'clouddisk-restored-'))
  const config = { ...world.ctx.config, dataDir }
  const [file, table] = [manifest.files[0], manifest.tables[0]]
  const forged = [
    { files: [{ ...file, place: '../escaped' }] },
    { files: [{ ...file, place: 'postgres/data/postgresql.conf' }] },
    { files: [{ ...file, file: '../../../outside' }] },
    { tables: [{ ...table, file: '/etc/hostname' }] },
    { objects: { ...manifest.objects, file: 'tables/../../outside' } },
    { generation: '..' },
    ...['tables', 'objects', 'files', 'migrations', 'missing', 'sequences'].flatMap((name) => [
      { [name]: undefined },
      { [name]: [null] },
      { [name]: [{}] },
    ]),
    { contentKeys: {} },
    { tables: [{ ...table, columns: [1] }] },
  ]
  try {
    for (const more of forged) {
      const told = { ...manifest, ...more }
      const sha256 = createHash('sha256').update(JSON.stringify(told)).digest('hex')
      await writeFile(path, JSON.stringify({ ...told, sha256 }))
      const what = `${generation}/manifest.json`
      expect((await verifyBackup(folder)).faults).toEqual([{ what, says: 'is damaged' }])
      const cleanup = new DisposableStack()
      await expect(
        restoreBackup(folder, { config, log: pino({ level: 'silent' }), cleanup }),
      ).rejects.toThrow(`${what} is damaged`)
      await cleanup.close()
    }
    await writeFile(path, 'null')
    expect((await verifyBackup(folder)).faults).toMatchObject([{ says: 'is damaged' }])
    expect(await readdir(dataDir)).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
