// @module-tag long
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageLogs } from '@clouddisk/contract/audit'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../test/person.ts'
import { cli, cliJson, command, type RunningServer, startServer } from '../../test/product.ts'
import { attachEmbedded } from '../db/embedded.ts'

const PASSWORD = 'Correct-horse1'
const MIB = 1024 * 1024

let home: string
let dataDir: string
let server: RunningServer | undefined
let settings: { CLOUDDISK_ENCRYPTION_KEY_FILE: string }
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-encryption-'))
  dataDir = join(home, 'data')
  settings = { CLOUDDISK_ENCRYPTION_KEY_FILE: join(home, 'master.key') }
})
afterAll(async () => {
  await server?.stop()
  await rm(home, { recursive: true, force: true })
})

const give = (...keys: string[]) => writeFile(settings.CLOUDDISK_ENCRYPTION_KEY_FILE, keys.join('\n'))

interface Status {
  masterKeys: { isGiven: boolean; wraps: number }[]
  contentKeys: { number: number }[]
  buckets: { encrypted: { objects: number }; plain: { objects: number } }[]
}
const rotate = ['encryption', 'rotate', '--json']

/** The server, and the command line beside it, as processes of their own: it takes some seconds. */
it('changes its master key while people work, and needs that one from then on', async () => {
  const { key: a } = await cliJson<{ key: string }>(dataDir, ['encryption', 'key'])
  const b = randomBytes(32).toString('base64')
  await give(a)
  await cliJson(dataDir, ['user', 'add', 'alice', '--password', PASSWORD], settings)
  const file = settings.CLOUDDISK_ENCRYPTION_KEY_FILE
  await chmod(file, 0o640)
  const open = await cli(dataDir, ['doctor'], settings)
  expect(open.code).toBe(0)
  expect(open.out).toMatch(/^No problems found\.\n/)
  expect(open.out).toContain(`can read ${file}`)
  expect(open.out).toContain(`chmod 600 ${file}\n`)
  await chmod(file, 0o600)
  // Who only looked has left no key.
  expect(await cliJson<Status>(dataDir, ['encryption', 'status'], settings)).toMatchObject({
    contentKeys: [],
  })
  const status = async () => (await cli(dataDir, ['encryption', 'status'], settings)).out
  expect(await status()).toMatch(/\n\w{16} {2}configured {2}wraps nothing yet; used for new content\n/)
  server = await startServer(dataDir, settings)
  const person = await signIn(server.baseUrl, 'alice', PASSWORD)
  const files = new Map<string, Buffer>()
  const upload = async (bytes: Buffer) => {
    const { instanceId } = await person.upload('0', `${files.size}.bin`, bytes)
    files.set(instanceId, bytes)
  }
  for (const size of [0, 5000, 9 * MIB]) await upload(randomBytes(size))

  let over = false
  const work = (async () => {
    while (!over) {
      await upload(randomBytes(3000))
      for (const [id, bytes] of files) expect((await person.download(id)).equals(bytes)).toBe(true)
    }
  })()
  work.catch(() => undefined)
  await give(b, a)
  expect(await status()).toMatch(/ nothing yet; .* after `encryption rotate`\n.* wraps 1 content key\n/)
  await killedWhileRotating()
  expect(JSON.parse((await cli(dataDir, rotate, settings)).out)).toMatchObject({
    rewrapped: 1,
    contentKey: 2,
  })
  over = true
  await work
  const asAuditor = ['--password', PASSWORD, '--role', 'auditor']
  await cliJson(dataDir, ['user', 'add', 'auditor', ...asAuditor], settings)
  const auditor = await signIn(server.baseUrl, 'auditor', PASSWORD)
  // What was killed did nothing, and is not told of.
  const told = async () => (await auditor.call(pageLogs, { action: 'content.keysRotated' })).list
  await expect.poll(told).toMatchObject([{ detail: { rewrapped: 1, contentKey: 2 } }])
  await server.stop()
  server = undefined

  const { code, err } = await cli(dataDir, ['encryption', 'status'], { CLOUDDISK_ENCRYPTION_KEY: a })
  expect(code).toBe(1)
  expect(err).toMatch(/^CLOUDDISK_ENCRYPTION_KEY: Content is encrypted with master key \w{16}, .*\n$/)
  expect(await cliJson<Status>(dataDir, ['encryption', 'status'], settings)).toMatchObject({
    masterKeys: [
      { isGiven: true, wraps: 2 },
      { isGiven: true, wraps: 0 },
    ],
    contentKeys: [{ number: 1 }, { number: 2 }],
    buckets: [{ encrypted: { objects: files.size }, plain: { objects: 0 } }],
  })
  expect(await status()).toMatch(/ wraps 2 content keys\n.* wraps nothing; can be removed\n/)
  const byCommand = { CLOUDDISK_ENCRYPTION_KEY_COMMAND: `echo ${b}` }
  expect(await cliJson(dataDir, ['scrub'], byCommand)).toMatchObject({ objects: files.size, faults: [] })
}, 180_000)

/** In the middle of its transaction: it waits for a row that somebody else holds. */
async function killedWhileRotating(): Promise<void> {
  const client = new pg.Client(await attachEmbedded(dataDir))
  await client.connect()
  try {
    await client.query('begin; select from content_key for update')
    const { child, said } = command(dataDir, rotate, settings)
    const waiting = async () => (await client.query('select from pg_locks where not granted')).rowCount
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    child.kill('SIGKILL')
    expect((await said).code).toBeNull()
    await client.query('rollback')
  } finally {
    await client.end()
  }
}
