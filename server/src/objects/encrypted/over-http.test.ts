// @module-tag long
import { randomBytes } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder } from '@clouddisk/contract/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { readAgainDayLater } from '../../../test/day-later.ts'
import type { Person } from '../../../test/person.ts'
import { readZipBytes } from '../../../test/read-zip.ts'
import { openUpload } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { ConfigError, type Environment, readConfig } from '../../config/config.ts'
import { scrubAll } from '../../content/scrub-all.ts'
import { readAllObjects } from '../scrub.ts'
import { newMasterKey } from './master-keys.ts'
import { openEncryption } from './open-encryption.ts'

const KB = 1024
const KEY = newMasterKey()
const LINE = 'a line that everybody would know again\n'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_ENCRYPTION_KEY: KEY })
  person = await world.person()
})
afterAll(() => world.close())

const objects = () => join(world.ctx.config.dataDir, 'objects')
const files = async () => {
  const all = await readdir(objects(), { recursive: true, withFileTypes: true })
  return all.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
}
const fileOf = async (instanceId: string): Promise<string> => {
  const { key } = await blobOf(world, instanceId)
  return (await files()).find((name) => name.endsWith(key)) ?? ''
}
const get = async (address: string, headers = {}) => fetch(address, { headers })
const spoil = async (path: string, position: number) => {
  const file = await open(path, 'r+')
  await file.write('damage', position)
  await file.close()
}

describe('a server that encrypts', () => {
  it('returns content whole and in ranges, and stores none of it in plain', async () => {
    const contents = [0, 1, 64 * KB, 3000 * KB, 20_000 * KB].map((size) => Buffer.alloc(size, LINE))
    const { instanceId: parentId } = await person.call(createFolder, {
      parentId: '0',
      instanceName: 'folder',
    })
    const check = await openUpload(person, { parentId, name: 'x', bytes: Buffer.alloc(9), hashes: 'never' })
    expect(check).toMatchObject({ storeEncryption: true })
    const saved = []
    for (const [n, bytes] of contents.entries()) saved.push(await person.upload(parentId, `${n}.txt`, bytes))
    for (const [n, bytes] of contents.entries())
      expect((await person.download(saved[n]?.instanceId ?? '')).equals(bytes)).toBe(true)

    const large = contents.at(-1) ?? Buffer.of()
    const address = await person.call(getDownloadUrl, { instanceId: saved.at(-1)?.instanceId ?? '' })
    const part = await get(address, { range: 'bytes=8388600-9000000' })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(8_388_600, 9_000_001))).toBe(true)

    const { url } = await person.call(getArchiveUrl, { instanceIds: [parentId] })
    const zip = await get(url)
    const entries = new Map(
      readZipBytes(Buffer.from(await zip.arrayBuffer())).map((each) => [each.path, each.bytes]),
    )
    for (const [n, bytes] of contents.entries())
      expect(entries.get(`folder/${n}.txt`)?.equals(bytes)).toBe(true)

    for (const path of await files()) expect((await readFile(path)).includes(LINE)).toBe(false)
    expect((await readAllObjects(world.ctx.db.reader, world.ctx.stores)).faults).toEqual([])
  })

  it('takes what is here already at once, by what it is in the clear', async () => {
    const bytes = randomBytes(100 * KB)
    await person.upload('0', 'one.bin', bytes)
    const before = (await files()).length
    const other = await world.person()
    expect(await openUpload(other, { parentId: '0', name: 'two.bin', bytes })).toMatchObject({
      uploadflag: '1',
    })
    const { instanceId } = await other.upload('0', 'two.bin', bytes)
    expect((await other.download(instanceId)).equals(bytes)).toBe(true)
    expect((await files()).length).toBe(before)
  })

  it('reports corrupt content, and sends no wrong byte', async () => {
    const bytes = randomBytes(9000 * KB)
    const { instanceId } = await person.upload('0', 'damaged.bin', bytes)
    await spoil(await fileOf(instanceId), 100)
    const address = await person.call(getDownloadUrl, { instanceId })
    const later = () => get(address, { range: `bytes=${8000 * KB}-` })
    // What comes before the damage is what it was, until somebody has found it.
    expect(Buffer.from(await (await later()).arrayBuffer()).equals(bytes.subarray(8000 * KB))).toBe(true)
    for (const answer of [await get(address), await later()])
      expect([answer.status, await answer.json()]).toMatchObject([404, { errcode: 50013 }])
    const again = await person.upload('0', 'again.bin', bytes)
    expect((await person.download(again.instanceId)).equals(bytes)).toBe(true)
    await readAgainDayLater(world.ctx)
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
  })

  it('hashes a large file while it is received', async () => {
    const bytes = randomBytes(65 * 1024 * KB)
    const { instanceId } = await person.upload('0', 'large.bin', bytes)
    expect(await blobOf(world, instanceId)).toMatchObject({ state: 'live', size: bytes.length })
  })

  it('takes nothing for known that seems to be wrong', async () => {
    const bytes = randomBytes(200 * KB)
    await spoil(await fileOf((await person.upload('0', 'silent.bin', bytes)).instanceId), 100)
    const { faults } = await scrubAll(world.ctx, () => undefined)
    expect(faults).toMatchObject([
      { check: 'stored content is intact', says: expect.stringContaining('damaged') },
    ])
    const { instanceId } = await person.upload('0', 'again.bin', bytes)
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
  })

  it('opens no database whose content it could not read, and says in one line what is missing', async () => {
    await person.upload('0', 'needed.bin', randomBytes(10))
    const attempt = (env: Environment) => openEncryption(readConfig(env, '/').encryption, world.ctx.db.reader)
    const missing = /^Content is encrypted with master key \w{16}, which is not configured\. .+$/
    const refused: [Environment, RegExp][] = [
      [{}, missing],
      [{ CLOUDDISK_ENCRYPTION_KEY: newMasterKey() }, missing],
      [{ CLOUDDISK_ENCRYPTION_KEY: 'not a key' }, /^expected keys of 32 bytes/],
      [
        { CLOUDDISK_ENCRYPTION_KEY_FILE: 'not/there' },
        /^there is no file \/not\/there\. .+ encryption key > \/not\/there$/,
      ],
      [{ CLOUDDISK_ENCRYPTION_KEY_COMMAND: 'exit 3' }, /^the command failed \(3\)\.$/],
      [{ CLOUDDISK_ENCRYPTION_KEY_COMMAND: 'true' }, /^no key found in it\.$/],
    ]
    for (const [env, says] of refused) {
      const [name = 'CLOUDDISK_ENCRYPTION_KEY_FILE'] = Object.keys(env)
      const error = await attempt(env).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(ConfigError)
      const [variable, words] = (error as Error).message.split(/: (.*)/s)
      expect([variable, words]).toEqual([name, expect.stringMatching(says)])
    }
    expect(await attempt({ CLOUDDISK_ENCRYPTION_KEY: `${newMasterKey()},${KEY}` })).toMatchObject({
      isOn: true,
    })
  })
})
