import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Keyring } from '../../test/keyring.ts'
import { SessionBus } from '../../test/session-bus.ts'
import { keptSecrets } from './kept-secrets.ts'
import { systemKeyStore } from './key-store.ts'
import { sealedFile } from './sealed-file.ts'
import { SessionKeeper } from './session.ts'

/** With the real GNOME keyring on a bus of its own. */

const run = promisify(execFile)
const SERVER = 'https://drive.example.com'
const SESSION = { userId: '1', userName: 'alice', token: 'a-secret-token' }

let bus: SessionBus
let keyring: Keyring
let keys: string
let folder: string

beforeAll(async () => {
  bus = await SessionBus.start()
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', bus.address)
  keys = await mkdtemp(join(tmpdir(), 'clouddisk-keyring-'))
  keyring = await Keyring.start(keys)
})
afterAll(async () => {
  await keyring?.stop()
  await bus?.stop()
  vi.unstubAllEnvs()
  await rm(keys, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = () => new SessionKeeper(keptSecrets(systemKeyStore(), sealedFile(folder)), SERVER)
const lookUp = () =>
  run('secret-tool', ['lookup', 'service', 'clouddisk', 'name', `session ${SERVER}`]).then(
    ({ stdout }) => stdout,
    () => null,
  )

it('keeps the sign-in in the key store of the system, and in no file', async () => {
  await open().begin(SESSION)
  expect(JSON.parse((await lookUp()) ?? '')).toEqual(SESSION)
  expect(await readFile(join(folder, 'secrets')).catch(() => null)).toBeNull()
  const restarted = open()
  expect(await restarted.load()).toEqual(SESSION)
  await restarted.end()
  expect(await lookUp()).toBeNull()
  expect(await open().load()).toBeNull()
})

it('moves a sign-in from the sealed file into the key store', async () => {
  await new SessionKeeper(sealedFile(folder), SERVER).begin(SESSION)
  const restarted = open()
  expect(await restarted.load()).toEqual(SESSION)
  expect(JSON.parse((await lookUp()) ?? '')).toEqual(SESSION)
  expect(await new SessionKeeper(sealedFile(folder), SERVER).load()).toBeNull()
  await restarted.end()
})

it('keeps the sign-in in the sealed file where the key store cannot be used', async () => {
  const path = process.env.PATH
  vi.stubEnv('PATH', folder)
  try {
    await open().begin(SESSION)
    expect(await open().load()).toEqual(SESSION)
    expect(await new SessionKeeper(sealedFile(folder), SERVER).load()).toEqual(SESSION)
  } finally {
    vi.stubEnv('PATH', path)
  }
})

describe('a key store that is locked', () => {
  const PATIENCE_MS = 100
  const openLocked = () =>
    new SessionKeeper(keptSecrets(systemKeyStore(), sealedFile(folder), PATIENCE_MS), SERVER)
  const sealed = () => new SessionKeeper(sealedFile(folder), SERVER).load()
  let unlocked: string

  /** Its program waits, as for the person's password, until `unlock`. */
  beforeEach(async () => {
    const { stdout } = await run('which', ['secret-tool'])
    unlocked = join(folder, 'unlocked')
    const program = join(folder, 'secret-tool')
    await writeFile(
      program,
      `#!/bin/sh\nuntil [ -e ${unlocked} ]; do sleep 0.05; done\nexec ${stdout.trim()} "$@"\n`,
    )
    await chmod(program, 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  })
  afterEach(async () => {
    await unlock()
    await open().end()
    vi.stubEnv('PATH', process.env.PATH?.replace(`${folder}:`, ''))
  })
  const unlock = () => writeFile(unlocked, '')

  it('keeps a sign-in in the sealed file until it is unlocked, without waiting for it', async () => {
    await openLocked().begin(SESSION)
    expect(await sealed()).toEqual(SESSION)
    expect(await openLocked().load()).toEqual(SESSION)
    await unlock()
    await expect.poll(sealed).toBeNull()
    expect(JSON.parse((await lookUp()) ?? '')).toEqual(SESSION)
  })

  it('gives the sign-in that it has when it is unlocked', async () => {
    await unlock()
    await open().begin(SESSION)
    await rm(unlocked)
    const session = openLocked()
    expect(await session.load()).toBeNull()
    const found = once(session, 'change')
    await unlock()
    expect(await found).toEqual([SESSION])
    expect(session.current).toEqual(SESSION)
  })

  it('gives none where somebody has signed in meanwhile', async () => {
    await unlock()
    await open().begin(SESSION)
    await rm(unlocked)
    const session = openLocked()
    expect(await session.load()).toBeNull()
    await session.begin({ ...SESSION, userName: 'bob' })
    await unlock()
    await expect.poll(async () => JSON.parse((await lookUp()) ?? '{}').userName).toBe('bob')
    await expect.poll(sealed).toBeNull()
    expect(session.current?.userName).toBe('bob')
  })

  it('keeps nothing of a sign-in that has ended by the time it is unlocked', async () => {
    const secrets = keptSecrets(systemKeyStore(), sealedFile(folder), PATIENCE_MS)
    const session = new SessionKeeper(secrets, SERVER)
    const begun = session.begin(SESSION)
    await session.end()
    await begun
    expect(session.current).toBeNull()
    expect(await sealed()).toBeNull()
    // It follows in its turn.
    await secrets.write('another', 'secret')
    await unlock()
    await expect.poll(() => sealedFile(folder).read('another')).toBeNull()
    expect(await lookUp()).toBeNull()
    await secrets.remove('another')
  })
})
