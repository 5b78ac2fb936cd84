import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openOrCreateSecrets } from './secrets.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clouddisk-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const keyPath = () => join(dataDir, 'secrets', 'instance.key')

it('makes the instance key once, for the owner alone', async () => {
  await openOrCreateSecrets(dataDir)
  const key = await readFile(keyPath())
  expect(key).toHaveLength(32)
  expect((await stat(keyPath())).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataDir, 'secrets'))).mode & 0o777).toBe(0o700)
  await openOrCreateSecrets(dataDir)
  expect(await readFile(keyPath())).toEqual(key)
})

it('derives a key of its own for each purpose, the same at each start', async () => {
  const first = await openOrCreateSecrets(dataDir)
  const again = await openOrCreateSecrets(dataDir)
  const key = first.subKey('object-auth')
  expect(again.subKey('object-auth').equals(key)).toBe(true)
  expect(first.subKey('cursor').equals(key)).toBe(false)
  expect(key.symmetricKeySize).toBe(32)
})

it('differs from one installation to the next', async () => {
  const one = await openOrCreateSecrets(dataDir)
  await rm(keyPath())
  const other = await openOrCreateSecrets(dataDir)
  expect(other.subKey('object-auth').equals(one.subKey('object-auth'))).toBe(false)
})

it('refuses a key of the wrong length', async () => {
  await openOrCreateSecrets(dataDir)
  await writeFile(keyPath(), 'half')
  await expect(openOrCreateSecrets(dataDir)).rejects.toThrow(/damaged/)
})
