import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
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
