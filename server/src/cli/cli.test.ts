// @module-tag long
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockDataDir } from '../config/data-lock.ts'
import { startEmbedded } from '../db/embedded.ts'
import { postgresProcessesIn } from '../db/embedded-stale.ts'
import { newId } from '../db/ids.ts'
import { migrate } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'
import { createJobs } from '../jobs/jobs.ts'
import { openDiskStore } from '../objects/disk.ts'

/** Kept between starts, as every command of the product does. */
const { NODE_COMPILE_CACHE } = process.env

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))
const README = fileURLToPath(new URL('../../../README.md', import.meta.url))
const OPERATING = fileURLToPath(new URL('../../../docs/operating/README.md', import.meta.url))
const PASSWORD = 'Correct-horse1'
const NOTHING = { files: 0, bytes: 0 }

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clouddisk-cli-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function cli(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Result> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, LANG: 'C.UTF-8', CLOUDDISK_DATA: dataDir, ...env },
  })
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('close', resolve)),
  ])
  return { code, out, err }
}

/** As a server does: with its lock and its database. */
async function withDatabase(work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const lock = await lockDataDir(dataDir, 'server')
  const embedded = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) })
  const pool = openPool(embedded.pool, () => undefined)
  try {
    await migrate(pool)
    await work(pool)
  } finally {
    await pool.end()
    await embedded.stop()
    lock.release()
  }
}

async function pathOfObject(): Promise<string> {
  const entries = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
  const file = entries.find((entry) => entry.isFile() && entry.parentPath.includes('stored'))
  return join(file?.parentPath ?? '', file?.name ?? '')
}

const json = async (...args: string[]) => JSON.parse((await cli([...args, '--json'])).out)

describe('the command line', () => {
  it.each([
    'doctor',
    'doctor --json',
    'scrub',
    'scrub --status',
    'audit verify',
    'storage list',
    'storage leftovers',
    'storage check elsewhere',
    'user list',
    'user freeze alice',
    'encryption status',
    'encryption rotate',
    'job list',
    'job run expire-trash',
    'backup PLACE --keep 14',
  ])('makes no installation where none is: %s', async (words) => {
    const [nowhere, place] = [join(dataDir, 'nowhere'), join(dataDir, 'no-backup')]
    const args = words.replace('PLACE', place).split(' ')
    const says = `There is no Clouddisk in ${nowhere}. Set CLOUDDISK_DATA, or start the server there first.\n`
    expect(await cli(args, { CLOUDDISK_DATA: nowhere })).toMatchObject({ code: 1, err: says })
    expect(await readdir(dataDir)).toEqual([])
  })

  it('manages accounts while no server runs', async () => {
    const added = await cli([
      ...['user', 'add', 'alice', '--password', PASSWORD],
      ...['--real-name', '林晓', '--capacity', '1000', '--must-change', '--json'],
    ])
    expect(added).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(added.out)).toEqual({ userId: expect.any(String), userName: 'alice' })
    await cli(['user', 'freeze', 'alice'])
    await cli(['user', 'quota', 'alice', '60 MB'])
    expect(await json('user', 'list')).toMatchObject([{ totalCapacity: 60 * 1024 * 1024 }])
    await cli(['user', 'quota', 'alice', 'unlimited'])
    expect(await json('user', 'list')).toEqual([
      {
        userId: expect.any(String),
        userName: 'alice',
        userRealName: '林晓',
        isAdmin: false,
        status: 'frozen',
        validUntil: null,
        mustChangePassword: true,
        usedCapacity: 0,
        totalCapacity: null,
        createTime: expect.any(String),
        lastSeenTime: null,
      },
    ])
    const list = await cli(['user', 'list'])
    expect(list.out).toMatch(/^account +name +status/)
    expect(list.out).toContain('林晓')
    expect((await cli(['user', 'unfreeze', 'alice'])).code).toBe(0)
    expect(await json('user', 'passwd', 'alice')).toMatchObject({
      password: expect.stringMatching(/^\w{20}$/),
    })
    expect((await cli(['user', 'passwd', 'alice', '--password-stdin'], {}, `${PASSWORD}\n`)).code).toBe(0)
    expect((await json('user', 'list'))[0]).toMatchObject({ status: 'active', mustChangePassword: false })
    await cli(['user', 'add', 'boundless', '--password', PASSWORD, '--capacity', 'unlimited'])
    expect((await json('user', 'list'))[1]).toMatchObject({ userName: 'boundless', totalCapacity: null })
    await cli(['user', 'add', 'controller', '--password', PASSWORD, '--role', 'auditor'])
    expect((await json('user', 'list'))[2]).toMatchObject({ userName: 'controller', isAdmin: true })
    // Sixteen programs, each with a start of the database.
  }, 300_000)

  it('has a password that it made up changed at the first sign-in, and no other', async () => {
    expect(await json('user', 'add', 'first_time')).toMatchObject({
      password: expect.stringMatching(/^\w{20}$/),
    })
    await cli(['user', 'add', 'by_stdin', '--password-stdin'], {}, PASSWORD)
    await cli(['user', 'add', 'set_anew', '--password', PASSWORD])
    expect((await cli(['user', 'passwd', 'set_anew'])).out).toMatch(
      /^Updated set_anew\. Temporary password, to be changed at sign-in: \w{20}\n$/,
    )
    const people = (await json('user', 'list')) as { userName: string; mustChangePassword: boolean }[]
    const mustChange = new Map(people.map((person) => [person.userName, person.mustChangePassword]))
    expect(['first_time', 'by_stdin', 'set_anew'].map((name) => mustChange.get(name))).toEqual([
      true,
      false,
      true,
    ])
  }, 120_000)

  it('puts an account into a department, by its name or its path', async () => {
    const ids = [newId(), newId(), newId(), newId()]
    const rows = [
      [ids[0], null, 'Sales'],
      [ids[1], ids[0], 'North'],
      [ids[2], null, 'Support'],
      [ids[3], ids[2], 'North'],
    ]
    await withDatabase(async (pool) => {
      for (const [id, parent, name] of rows)
        await pool.query(
          'insert into department (id, parent_id, name, name_key, total) values ($1, $2, $3, lower($3), null)',
          [id, parent, name],
        )
    })
    const add = (name: string, department: string) =>
      cli(['user', 'add', name, '--password', PASSWORD, '--department', department, '--role', 'orgAdmin'])
    expect((await add('seller', ' sales ')).code).toBe(0)
    expect((await add('northerner', 'Support/North')).code).toBe(0)
    expect(await add('lost_one', 'North')).toMatchObject({
      code: 1,
      err: 'Several departments are called North: sales/north, support/north. Give the full path.\n',
    })
    expect(await add('lost_one', 'South')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no department South\. .*\n$/),
    })
    const found = new Map<string, string | null>()
    await withDatabase(async (pool) => {
      const { rows } = await pool.query('select account_name as name, department_id as id from person')
      for (const { name, id } of rows) found.set(name, id)
    })
    expect(found.get('seller')).toBe(ids[0])
    expect(found.get('northerner')).toBe(ids[3])
    expect(found.has('lost_one')).toBe(false)
  }, 120_000)

  it('says in one line what is wrong, and fails', async () => {
    const expectFailure = async (args: string[], message: RegExp, env = {}) => {
      const result = await cli(args, env)
      expect(result.err).toMatch(message)
      expect(result).toMatchObject({ code: 1, out: '' })
    }
    await expectFailure(
      ['user', 'add', 'abc', '--password', PASSWORD],
      /“account name” is invalid\. .*5-120 letters/,
    )
    await expectFailure(['user', 'add', 'alice', '--password', PASSWORD], /“alice” already exists/)
    await expectFailure(['user', 'add', 'bruno', '--password', 'weak'], /at least 8 characters/)
    await expectFailure(['user', 'add', 'bruno', '--capacity', '-1'], /unlimited/)
    await expectFailure(['user', 'add', 'bruno', '--role', 'king'], /superAdmin, orgAdmin/)
    await expectFailure(
      ['user', 'add', 'bruno', '--role', 'orgAdmin'],
      /^A department administrator needs a department\..*\n$/,
    )
    await expectFailure(['user', 'quota', 'alice', 'much'], /20G, or "unlimited"/)
    await expectFailure(['user', 'freeze', 'nobody'], /^There is no account nobody\.\n$/)
    await expectFailure(['user'], /Usage/)
    await expectFailure(['destroy'], /unknown command/)
    await expectFailure(['user', 'list'], /^PORT: expected/, { PORT: 'x' })
    const nowhere = 'postgres://nobody@127.0.0.1:9/nothing'
    await expectFailure(['user', 'list'], /^DATABASE_URL: the connection was refused\. .*\n$/, {
      DATABASE_URL: nowhere,
    })
    const refused = await cli(['user', 'freeze', 'nobody', '--json'])
    expect(JSON.parse(refused.out)).toEqual({ errcode: 1, errmsg: 'There is no account nobody.' })
  })

  it('speaks Chinese where the machine does', async () => {
    const result = await cli(['user', 'add', 'alice', '--password', PASSWORD], { LANG: 'zh_CN.UTF-8' })
    expect(result.err).toContain('已有同名项“alice”')
  })

  it('shows the configuration in force without its secrets', async () => {
    const result = await cli(['config', '--json'], {
      CLOUDDISK_ADMIN_PASSWORD: 'Sesame-open1',
      CLOUDDISK_DEDUPE: 'off',
    })
    const shown = JSON.parse(result.out)
    expect(shown).toMatchObject({ PORT: 8080, CLOUDDISK_DATA: dataDir })
    const documents = await Promise.all([README, OPERATING].map((path) => readFile(path, 'utf8')))
    for (const name of Object.keys(shown)) expect(documents.join(), name).toContain(`\`${name}\``)
    for (const [name] of documents.join().matchAll(/\bCLOUDDISK_\w+/g))
      expect(shown, name).toHaveProperty(name)
    expect(result.out).not.toContain('Sesame')
    expect(result.err).toContain('CLOUDDISK_DEDUPE')
  })

  it.each([
    {},
    {
      CLOUDDISK_TRUSTED_PROXIES: '10.0.0.0/8,loopback',
      CLOUDDISK_OPEN_BROWSER: '1',
      CLOUDDISK_REGIONS: 'here=这里|Here,there=那里|There',
      CLOUDDISK_REDIRECT_ORIGINS: 'sso.example.com',
    },
  ])('shows the configuration as it may be given', async (given) => {
    const { out } = await cli(['config'], given)
    const again = Object.fromEntries(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/).slice(0, 2)),
    )
    expect(await cli(['config'], again)).toMatchObject({ code: 0, out, err: '' })
  })

  it('finds a healthy tree in order, and names what is not', async () => {
    const out = `No problems found.\nChecked: ${dataDir}\n`
    expect(await cli(['doctor'])).toMatchObject({ code: 0, out })
    expect(await json('doctor')).toEqual({ faults: [], warnings: [], setAside: NOTHING })
  })

  it('does not disturb a running server, and works on its database', async () => {
    await withDatabase(async (pool) => {
      expect(await cli(['user', 'add', 'bruno', '--password', PASSWORD])).toMatchObject({ code: 0 })
      const { rows } = await pool.query(
        "select status, password_hash as hash from person where account_name = 'bruno'",
      )
      // At the cost that OWASP names.
      const hash = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(rows).toEqual([{ status: 'active', hash }])
      await pool.query('update space set used = 7')
      const doctor = await cli(['doctor', '--json'])
      expect(doctor.code).toBe(1)
      expect(JSON.parse(doctor.out).faults).not.toEqual([])
      await pool.query('update space set used = 0')
      expect((await cli(['doctor'])).code).toBe(0)
    })
  })

  it('checks the audit log', async () => {
    expect(await cli(['audit', 'verify'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('no problems found.'),
    })
    await withDatabase((pool) =>
      pool.query(
        `insert into audit_log (seq, time, action, result, mac) values (1, now(), 'file.moved', 'ok', '\\x00')`,
      ),
    )
    const verdict = await cli(['audit', 'verify', '--json'])
    expect(verdict.code).toBe(1)
    expect(JSON.parse(verdict.out)).toMatchObject({ checked: 1, faults: [{ kind: 'added', seq: 1 }, {}] })
    expect(await cli(['doctor'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('is beyond the recorded end'),
    })
    await withDatabase(async (pool) => {
      await pool.query('begin; set local session_replication_role = replica; delete from audit_log; commit')
    })
    expect((await cli(['doctor'])).code).toBe(0)
  })

  it('finds untracked objects and corrupt content', async () => {
    const store = await openDiskStore({ folder: join(dataDir, 'objects') })
    const [key, content] = [newId(), Buffer.from('as it came')]
    await store.putObject(key, content.length, Readable.from([content]))
    const doctor = await cli(['doctor', '--json'])
    expect(doctor.code).toBe(1)
    expect(JSON.parse(doctor.out).faults).toEqual([
      { check: 'every stored object is in use', id: key, says: expect.any(String), files: [] },
    ])
    await withDatabase((pool) =>
      pool.query(
        `insert into blob (id, sha256, size, bucket, key, state) values ($1::uuid, $2, $3, 'clouddisk', $1::text, 'live')`,
        [key, createHash('sha256').update(content).digest(), content.length],
      ),
    )
    expect(await json('scrub')).toEqual({
      objects: 1,
      bytes: content.length,
      faults: [],
      setAside: NOTHING,
    })
    await writeFile(await pathOfObject(), 'as it went')
    const scrub = await cli(['scrub'])
    expect(scrub).toMatchObject({ code: 1, err: '' })
    expect(scrub.out).toMatch(
      /^stored content is intact: no longer used by any file: content .* damaged.*\n1 object, 10 B: 1 problem found\.\n.*--repair-from.*\n$/,
    )
    expect(await json('scrub', '--status')).toMatchObject({
      days: 30,
      damaged: 1,
      buckets: [{ wholeTime: expect.any(String), objects: 1 }],
      files: [{ contentId: key, wrong: 'hash' }],
    })
    await withDatabase((pool) => pool.query('delete from blob'))
    await store.setAside(key, new Date())
    await store.close()
    const setAside = { files: 1, bytes: content.length }
    // Network drives do so by themselves.
    const foreign = join(dataDir, 'objects', 'stored', '.DS_Store')
    await writeFile(foreign, '')
    expect(await json('scrub')).toEqual({ objects: 0, bytes: 0, faults: [], setAside })
    expect((await cli(['storage', 'leftovers'])).out).toBe('Nothing would be removed.\n')
    expect(await json('storage', 'leftovers', '--days', '32')).toMatchObject({
      objects: [{ kind: 'setAside', key, bytes: content.length }],
    })
    expect((await cli(['storage', 'leftovers', '--days', '32'])).out).toMatch(
      /^kind .* size +unused by then for\nsetAside .* 10 B +\d+ days?\n/,
    )
    expect(await cli(['doctor'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('to be deleted after 30 days: 1 (10 B).'),
    })
    expect((await json('doctor')).warnings).toEqual([expect.stringMatching(`^Ignored .*: ${foreign}$`)])
    await rm(foreign)
  })

  it('leaves no database running behind it', async () => {
    await cli(['user', 'list'])
    expect(await postgresProcessesIn(join(dataDir, 'postgres', 'data'))).toEqual([])
  })
})

describe('job', () => {
  it('names what comes round by itself, and does it where no server runs', async () => {
    const { out } = await cli(['job', 'list', '--json'])
    expect(JSON.parse(out)).toContainEqual({ name: 'expire-trash', cron: '10 * * * *' })
    const run = await cli(['job', 'run', 'expire-trash', '--json'])
    expect(JSON.parse(run.out)).toEqual({ name: 'expire-trash', where: 'here' })
    const unknown = await cli(['job', 'run', 'nothing'])
    expect(unknown.code).toBe(1)
    expect(unknown.err).toContain('There is no job nothing')
    expect(await cli(['job', 'run', 'repair-from-backup'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The job repair-from-backup needs CLOUDDISK_REPAIR_FROM: .*\n$/),
    })
  })

  it('leaves it to the server where one runs', async () => {
    await withDatabase(async (pool) => {
      const done = Promise.withResolvers<void>()
      const jobs = createJobs(pool, pino({ level: 'silent' }))
      await jobs.start([{ name: 'expire-trash', run: async () => done.resolve() }])
      const run = await cli(['job', 'run', 'expire-trash', '--json'])
      expect(run.err).toBe('')
      expect(JSON.parse(run.out)).toEqual({ name: 'expire-trash', where: 'server' })
      await done.promise
      await jobs.stop()
    })
  })
})
