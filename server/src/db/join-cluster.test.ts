import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { urlOf } from '../../test/postgres-url.ts'
import { boot, type Runtime } from '../boot.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { newId } from './ids.ts'

/** Nothing is asked of it here. */
const STORE = {
  CLOUDDISK_S3_ENDPOINT: 'http://127.0.0.1:9',
  CLOUDDISK_S3_BUCKET: 'drive',
  CLOUDDISK_S3_ACCESS_KEY: 'key',
  CLOUDDISK_S3_SECRET_KEY: 'secret',
}
const ONE_OF_SEVERAL = { ...STORE, CLOUDDISK_CLUSTER: '1' }

let home: string
let database: TestDatabase
let machines: number
const runtimes: Runtime[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-joining-'))
  database = await createTestDatabase()
  machines = 0
})
afterEach(async () => {
  await stop()
  await database.drop()
  await rm(home, { recursive: true })
})

const newMachine = () => join(home, `machine-${++machines}`)
const handKey = (from: string, to: string) =>
  cp(join(from, 'secrets'), join(to, 'secrets'), { recursive: true })
async function start(dataDir: string, settings: Record<string, string> = ONE_OF_SEVERAL): Promise<Runtime> {
  const env = { ...settings, CLOUDDISK_DATA: dataDir, DATABASE_URL: urlOf(database.pool) }
  const runtime = await boot({ config: readConfig(env, home), log: pino({ level: 'silent' }) })
  runtimes.push(runtime)
  return runtime
}
/** The first server as it serves: others may come. */
async function first(): Promise<{ dataDir: string; runtime: Runtime }> {
  const dataDir = newMachine()
  const runtime = await start(dataDir)
  expect(runtime.exclusive).toBe(true)
  await runtime.openToCluster()
  return { dataDir, runtime }
}
const stop = async () => {
  for (const runtime of runtimes.splice(0)) await runtime.close()
}
const expectRefused = async (starting: Promise<unknown>, words: RegExp) => {
  await expect(starting).rejects.toThrow(ConfigError)
  await expect(starting).rejects.toThrow(words)
}

describe('several servers on one database', () => {
  it('have one instance key: a new machine joins by it, and with none or another is refused in one line', async () => {
    const { dataDir, runtime } = await first()
    const second = newMachine()
    await expectRefused(start(second), /^CLOUDDISK_DATA: [^\n]*instance.key is missing\. Copy it [^\n]*$/)
    await handKey(dataDir, second)
    const joined = await start(second)
    expect(joined.exclusive).toBe(false)
    for (const purpose of ['object-calls', 'audit log'])
      expect(joined.ctx.secrets.subKey(purpose).equals(runtime.ctx.secrets.subKey(purpose))).toBe(true)

    const stranger = newMachine()
    const elsewhere = await createTestDatabase()
    const other = await boot({
      config: readConfig({ CLOUDDISK_DATA: stranger, DATABASE_URL: urlOf(elsewhere.pool) }, home),
      log: pino({ level: 'silent' }),
    })
    await other.close()
    await elsewhere.drop()
    await expectRefused(start(stranger), /^The database does not belong to the data directory [^\n]*$/)
    const third = newMachine()
    await handKey(stranger, third)
    await expectRefused(start(third), /^CLOUDDISK_DATA: [^\n]*is not the key of the other servers [^\n]*$/)
    // One that had joined and was given another key since.
    await joined.close()
    await handKey(stranger, second)
    await expectRefused(start(second), /is not the key of the other servers/)
  })

  it('have one bucket', async () => {
    const { dataDir } = await first()
    const second = newMachine()
    await handKey(dataDir, second)
    await expectRefused(
      start(second, { ...ONE_OF_SEVERAL, CLOUDDISK_S3_BUCKET: 'other' }),
      /^CLOUDDISK_S3_BUCKET: the other servers on this database store content in drive, not in other\. Set the same bucket\.$/,
    )
  })

  it.each([
    ['clouddisk', /^CLOUDDISK_CLUSTER: content is stored on one machine's disk\. [^\n]*$/],
    [
      'elsewhere',
      /^CLOUDDISK_S3_BUCKET: content is stored in the bucket elsewhere, which is not set here\. /,
    ],
  ])('are refused as long as content lies in %s', async (bucket, words) => {
    const { dataDir, runtime } = await first()
    await runtime.ctx.db.pool.query(
      `insert into blob (id, sha256, size, bucket, key, state) values ($1::uuid, sha256('x'), 1, $2, $1::uuid::text, 'live')`,
      [newId(), bucket],
    )
    await stop()
    await expectRefused(start(dataDir), words)
  })

  it('wait for the first one, which lets them in once it is ready', async () => {
    const dataDir = newMachine()
    const runtime = await start(dataDir)
    const second = newMachine()
    await handKey(dataDir, second)
    const joining = start(second)
    await runtime.openToCluster()
    expect((await joining).exclusive).toBe(false)
    expect(runtime.exclusive).toBe(false)
  })
})

it.each([
  [{ ...ONE_OF_SEVERAL }, /^CLOUDDISK_CLUSTER: several servers must share one PostgreSQL\./],
  [
    { CLOUDDISK_CLUSTER: '1', DATABASE_URL: 'postgres://u@h/d' },
    /^CLOUDDISK_CLUSTER: several servers must share one S3 store/,
  ],
  [
    { ...ONE_OF_SEVERAL, DATABASE_URL: 'postgres://u@h/d', CLOUDDISK_STORAGE_DRIVER: 'disk' },
    /^CLOUDDISK_CLUSTER: several servers must share one S3 store/,
  ],
])('refuses several servers that would each have something of its own', (env, words) => {
  expect(() => readConfig(env, '/')).toThrow(words)
})
