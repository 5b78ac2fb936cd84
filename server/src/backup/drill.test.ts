// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryChanges } from '@clouddisk/contract/changes'
import { createFolder, moveInstances, removeInstances } from '@clouddisk/contract/files'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../test/person.ts'
import { cli, cliJson, command, type RunningServer, startServer } from '../../test/product.ts'
import { initiate, openUpload, putPart } from '../../test/transfer.ts'
import { attachEmbedded } from '../db/embedded.ts'
import type { BackupResult } from './backup.ts'
import type { RestoreResult } from './restore.ts'

/** The drill: everything is lost but the backup that was made while people worked. */

const PASSWORD = 'Correct-horse1'
const MIB = 1024 * 1024

let home: string
let dataDir: string
let server: RunningServer
let person: Person
/** Files that were acknowledged and that nobody touches again. */
const kept = new Map<string, Buffer>()

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-drill-'))
  dataDir = join(home, 'data')
  await cliJson(dataDir, ['user', 'add', 'alice', '--password', PASSWORD])
  server = await startServer(dataDir)
  person = await signIn(server.baseUrl, 'alice', PASSWORD)
  for (let n = 0; n < 60; n++) await keep(`kept-${n}`, randomBytes(n * 997))
  await keep('kept-large', randomBytes(70 * MIB))
})
afterAll(async () => {
  await server?.stop()
  await rm(home, { recursive: true, force: true })
})

async function keep(name: string, bytes: Buffer): Promise<void> {
  await person.upload('0', name, bytes)
  kept.set(name, bytes)
}

/** Uploads, moves and deletes side by side until it is told to stop. */
function work(): () => Promise<void> {
  let over = false
  const one = async (who: number) => {
    const target = await person.call(createFolder, {
      parentId: '0',
      instanceName: `work-${who}-${Date.now()}`,
    })
    for (let n = 0; !over; n++) {
      const { instanceId } = await person.upload('0', `work-${who}-${n}-${Date.now()}`, randomBytes(5000 + n))
      if (n % 3 === 0)
        await person.call(moveInstances, { instanceIds: [instanceId], targeParentId: target.instanceId })
      if (n % 3 === 1) await person.call(removeInstances, { instanceIds: [instanceId] })
      if (n % 3 === 2) await keep(`late-${who}-${n}-${Date.now()}`, randomBytes(3000 + n))
    }
  }
  const all = Promise.all([1, 2, 3].map(one))
  // Looked at when it is over; it may fail before.
  all.catch(() => undefined)
  return async () => {
    over = true
    await all
  }
}

const backUp = (folder: string, ...more: string[]) =>
  cliJson<BackupResult>(dataDir, ['backup', folder, ...more])

async function expectAll(who: Person, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const list = new Map((await who.list()).map(({ instanceName, instanceId }) => [instanceName, instanceId]))
  for (const [name, bytes] of files) {
    const found = await who.download(list.get(name) ?? '')
    expect(found.equals(bytes), name).toBe(true)
  }
}

const storedIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(folder, 'objects', 'stored'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Where the content of a file that was kept lies. */
async function objectOf(folder: string, name: string): Promise<{ path: string; key: string }> {
  for (const path of await storedIn(folder))
    if (kept.get(name)?.equals(await readFile(path))) return { path, key: path.split('/').at(-1) ?? '' }
  throw new Error(`${name} is not there`)
}

const generationsIn = (folder: string) => readdir(join(folder, 'generations'))

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  await writeFile(path, bytes)
}

describe('a backup that is made while people work', { timeout: 180_000 }, () => {
  it('restores everything that was acknowledged before it began', async () => {
    const folder = join(home, 'backup')
    const unfinished = await openUpload(person, {
      parentId: '0',
      name: 'unfinished',
      bytes: randomBytes(9 * MIB),
      hashes: 'never',
    })
    await putPart(person, unfinished, await initiate(person, unfinished), 1, randomBytes(9 * MIB))
    const stop = work()
    const first = await backUp(folder)
    expect(first.missing).toEqual([])
    expect(first.copied).toBe(first.objects)
    const acknowledged = new Map(kept)
    // Known to be damaged when the next one is made, which has it whole.
    const { path: damaged } = await objectOf(dataDir, 'kept-30')
    await flipByte(damaged)
    await expect(
      expectAll(person, new Map([...kept].filter(([name]) => name === 'kept-30'))),
    ).rejects.toThrow()
    const second = await backUp(folder)
    await flipByte(damaged)
    await stop()
    const { cursor } = await person.call(queryChanges, {})
    expect(second.missing).toEqual([])
    expect(second.objects).toBeGreaterThanOrEqual(first.objects)
    expect(second.copied).toBeLessThan(second.objects)
    expect((await cli(dataDir, ['backup', 'verify', folder])).out).toMatch(
      /^2 backups, .*: no problems found/,
    )

    const elsewhere = join(home, 'elsewhere')
    const restored = await cliJson<RestoreResult & { faults: unknown[] }>(elsewhere, ['restore', folder])
    expect(restored).toMatchObject({ generation: second.generation, faults: [], missing: [] })
    expect(restored.endedUploads).toBeGreaterThanOrEqual(1)
    expect(await cliJson(elsewhere, ['scrub'])).toMatchObject({ faults: [] })

    const again = await startServer(elsewhere)
    try {
      expect((await person.at(again.baseUrl).fetch('/metrics')).status).toBe(200)
      await expect(person.at(again.baseUrl).list()).rejects.toThrow()
      const back = await signIn(again.baseUrl, 'alice', PASSWORD)
      await expectAll(back, acknowledged)
      // A page that was open all the time looks at everything anew.
      await expect(back.call(queryChanges, { cursor })).rejects.toMatchObject({ name: 'bad_field' })
      // It goes on: new work, the feed that the audit log follows, and another backup.
      await back.upload('0', 'after', randomBytes(1000))
      await back.call(removeInstances, { instanceIds: [(await back.list())[0]?.instanceId ?? ''] })
    } finally {
      await again.stop()
    }
    expect((await cli(elsewhere, ['doctor'])).out).toBe(`No problems found.\nChecked: ${elsewhere}\n`)
    expect(await cliJson<BackupResult>(elsewhere, ['backup', join(home, 'second')])).toMatchObject({
      missing: [],
    })
    expect(await cli(elsewhere, ['restore', folder])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/elsewhere is not empty .*\n$/),
    })
  })

  it('goes on after it was killed, among the rows and among the objects, and leaves earlier ones whole', async () => {
    const folder = join(home, 'killed')
    const locker = new pg.Client(await attachEmbedded(dataDir))
    await locker.connect()
    try {
      await locker.query('begin; lock table trash')
      const among = command(dataDir, ['backup', folder])
      const waiting = async () =>
        (await locker.query(`select from pg_locks where relation = 'trash'::regclass and not granted`))
          .rowCount
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
      among.child.kill('SIGKILL')
      expect((await among.said).code).toBeNull()
    } finally {
      await locker.end()
    }
    expect((await cli(dataDir, ['restore', folder], {})).err).toContain('holds no finished backup')
    const first = await backUp(folder)
    expect(await generationsIn(folder)).toEqual([first.generation])

    await keep('another', randomBytes(70 * MIB))
    const halfway = command(dataDir, ['backup', folder])
    const coming = () => readdir(join(folder, 'objects', 'incoming'))
    await expect
      .poll(async () => (await coming()).length, { timeout: 30_000, interval: 1 })
      .toBeGreaterThan(0)
    halfway.child.kill('SIGKILL')
    expect((await halfway.said).code).toBeNull()
    expect((await cli(dataDir, ['backup', 'verify', folder])).out).toMatch(/^1 backup, .*: no problems found/)
    const third = await backUp(folder)
    expect(third.missing).toEqual([])
    expect(await coming()).toEqual([])
    expect(await generationsIn(folder)).toEqual([first.generation, third.generation])
    expect((await cli(dataDir, ['backup', 'verify', folder])).code).toBe(0)
  })

  it('is refused if a byte differs, and restored without that object on request', async () => {
    const folder = join(home, 'flipped')
    const { generation, objects } = await backUp(folder)
    const object = await objectOf(folder, 'kept-7')
    const other = await objectOf(folder, 'kept-8')
    await flipByte(object.path)
    const verified = await cli(dataDir, ['backup', 'verify', folder])
    expect(verified).toMatchObject({ code: 1, out: expect.stringContaining(`${object.key} is damaged`) })
    const target = join(home, 'new', 'without')
    const refused = await cli(target, ['restore', folder])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err.split('\n')).toEqual([
      `The backup is damaged: 1 of ${objects} objects. Nothing was restored.`,
      `  alice/kept-7: ${object.key} is damaged`,
      expect.stringContaining('--without-damaged'),
      '',
    ])
    expect(await readdir(home)).not.toContain('new')

    await rm(other.path)
    const partly = await cli(target, ['restore', folder, '--without-damaged'])
    expect(partly).toMatchObject({ code: 1, err: '' })
    for (const says of [
      `, ${objects - 2} objects (`,
      'damaged or missing in the backup: 2 objects.\n',
      `  alice/kept-7: ${object.key} is damaged\n`,
      `  alice/kept-8: ${other.key} is missing\n`,
    ])
      expect(partly.out).toContain(says)
    for (const name of ['kept-7', 'kept-8'])
      for (const check of ['damaged content', 'all content is stored'])
        expect(partly.out).toMatch(new RegExp(`^${check}: alice/${name}: `, 'm'))
    expect((await cli(target, ['doctor'])).out).toContain('all content is stored: alice/kept-7: content ')
    const partial = await startServer(target)
    try {
      const back = await signIn(partial.baseUrl, 'alice', PASSWORD)
      const lost = new Map(['kept-7', 'kept-8'].map((name) => [name, kept.get(name)]))
      await expectAll(back, new Map([...kept].filter(([name]) => !lost.has(name))))
      for (const { instanceName, instanceId } of await back.list())
        if (lost.has(instanceName))
          await expect(back.download(instanceId)).rejects.toMatchObject({ name: 'content_damaged' })
    } finally {
      await partial.stop()
    }
    const status = await cli(target, ['scrub', '--status', '--json'])
    expect([status.code, JSON.parse(status.out)]).toMatchObject([1, { damaged: 2, suspected: 0 }])
    const unrepaired = await cli(target, ['scrub', '--repair-from', folder])
    expect(unrepaired.code).toBe(1)
    for (const [name, says] of [
      ['kept-7', `${object.key} in these backups is damaged`],
      ['kept-8', `${other.key} in these backups is missing`],
    ])
      expect(unrepaired.out).toMatch(new RegExp(`alice/${name}: content .*; the copy ${says}\\n`))
    expect(unrepaired.out).toMatch(
      /\nRepaired from .*: 0\.\n.*`scrub --repair-from PLACE` with other backups\./,
    )
    await flipByte(object.path)
    const repaired = await cli(target, ['scrub', '--repair-from', folder])
    expect(repaired.out).toMatch(/\nRepaired from .*: 1\.\n/)

    const rows = join(folder, 'generations', generation, 'tables', 'file.copy.gz')
    await flipByte(rows)
    expect((await cli(dataDir, ['backup', 'verify', folder])).out).toContain('file.copy.gz is damaged')
    const fresh = join(home, 'never-begun')
    expect((await cli(fresh, ['restore', folder, '--without-damaged'])).err).toContain('Nothing was restored')
    await flipByte(rows)
    await flipByte(join(folder, 'generations', generation, 'manifest.json'))
    expect((await cli(fresh, ['restore', folder])).err).toContain('manifest.json is damaged')
  })

  it('does not restore unverified content as a duplicate', async () => {
    const secret = kept.get('kept-9') ?? Buffer.of()
    const own = randomBytes(secret.length)
    const { instanceId } = await person.upload('0', 'claimed', own)
    const running = await attachEmbedded(dataDir)
    const client = new pg.Client(running ?? {})
    await client.connect()
    // As a bucket has it until it was read.
    const claim = (state: string, content: Buffer) =>
      client.query(
        `update blob set state = $1, sha256 = sha256($2), sent_by = (select id from person where account_name = 'alice')
         where id = (select blob_id from file_version where file_id = $3)`,
        [state, content, instanceId],
      )
    await claim('unverified', secret)
    const folder = join(home, 'claimed')
    expect(await cli(dataDir, ['backup', folder])).toMatchObject({ code: 1 })
    await claim('live', own)
    await client.end()
    const target = join(home, 'claimed-new')
    await cli(target, ['restore', folder])
    for (const more of [[], ['--repair-from', folder]]) await cli(target, ['scrub', ...more])
    const restored = await startServer(target)
    try {
      const back = await signIn(restored.baseUrl, 'alice', PASSWORD)
      await expect(back.download(instanceId)).rejects.toThrow('50009')
      await expectAll(back, kept)
    } finally {
      await restored.stop()
    }
  })

  it('repairs corrupt content, and reports what it does not contain', async () => {
    const folder = join(home, 'repair')
    await backUp(folder)
    const objects = await storedIn(dataDir)
    await keep('too-late', randomBytes(2000))
    const { instanceId = '' } =
      (await person.list()).find(({ instanceName }) => instanceName === 'too-late') ?? {}
    const [late = ''] = (await storedIn(dataDir)).filter((path) => !objects.includes(path))
    const [gone = '', flipped = ''] = objects.slice(-2)
    await rm(gone)
    for (const path of [flipped, late]) await flipByte(path)
    const lines = (await cli(dataDir, ['scrub'])).out
    expect(lines).toMatch(/^stored content is intact: alice\/too-late: content \S+ are damaged/m)
    await expect(person.download(instanceId)).rejects.toMatchObject({ name: 'content_damaged' })
    const status = (await cli(dataDir, ['scrub', '--status'])).out
    expect(status).toMatch(/\n2 objects damaged, 1 possibly damaged or missing, /)
    expect(status).toMatch(/\ndamaged {2}hash {2}alice\/too-late {2}content /)
    const repairs = await cli(dataDir, ['scrub', '--repair-from', folder, '--json'])
    expect([repairs.code, JSON.parse(repairs.out)]).toMatchObject([
      1,
      {
        repaired: [expect.any(String), expect.any(String)],
        faults: [{ check: 'stored content is intact', notRepaired: 'no copy in these backups' }],
      },
    ])
    await flipByte(late)
    // The old name of the option.
    const intact = await cli(dataDir, ['scrub', '--heal-from', folder])
    expect(intact.out).toMatch(/no problems found\.\nRepaired .*: 0\.\n/)
    expect(intact.err).toBe('--heal-from is deprecated; use --repair-from\n')
    await expectAll(person, kept)
  })

  it('says in one line what cannot be', async () => {
    const said = async (...args: string[]) => (await cli(dataDir, args)).err
    expect(await said('backup', join(dataDir, 'backup'))).toMatch(/^A backup can’t be inside .*\n$/)
    expect(await said('backup', home)).toMatch(/^A backup can’t be inside .*\n$/)
    expect(await said('backup', 'verify', join(home, 'nothing'))).toMatch(/is not a Clouddisk backup\.\n$/)
    expect(await said('backup', join(home, 'elsewhere'))).toMatch(/holds other files\. .*\n$/)
    expect(await said('backup', join(home, 'backup'), '--keep', '0')).toMatch(
      /Give a whole number of at least 1/,
    )
    expect(await said('restore', join(home, 'backup'), '--generation', 'x')).toMatch(
      /^There is no backup x\. .*\n$/,
    )
  })
})
