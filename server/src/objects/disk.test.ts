import { createHash, randomBytes } from 'node:crypto'
import {
  appendFile,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  bodyOf,
  collect,
  conformsToObjectStore,
  lateBody,
  stored,
} from '../../test/object-store-conformance.ts'
import { newId } from '../db/ids.ts'
import { type DiskOptions, type DiskStore, openDiskStore } from './disk.ts'
import { SyncedFolders } from './folders.ts'
import { foreignFiles } from './foreign.ts'
import { Hasher } from './hasher.ts'
import { IncomingFile } from './incoming.ts'
import { Layout } from './layout.ts'
import { NoSuchObject, NoSuchUpload, PartConflict, StoreFull, TransferStalled } from './port.ts'

let folder: string
let store: DiskStore
const reopen = async (options: Partial<DiskOptions> = {}): Promise<DiskStore> => {
  await store?.close()
  store = await openDiskStore({ folder, keepFree: 0, ...options })
  return store
}
const setUp = async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-objects-'))
  await reopen()
}
const tearDown = async () => {
  await store.close()
  await rm(folder, { recursive: true })
}

conformsToObjectStore('a disk', async () => {
  await setUp()
  return { store, readsAsItComes: true, reopen, drop: tearDown }
})

describe('the disk store', () => {
  beforeEach(setUp)
  afterEach(tearDown)
  const PLAN = { size: 3000, partSize: 1000 }
  const content = randomBytes(PLAN.size)
  const part = (uploadId: string, key: string, n: number) =>
    store.putPart({ key, uploadId, ...PLAN }, n, 1000, bodyOf(content.subarray((n - 1) * 1000, n * 1000)))

  /** A sender that goes quiet after its first bytes. */
  const quiet = (): Readable => {
    const body = new Readable({ read: () => undefined })
    body.push(content.subarray(0, 10))
    return body
  }

  it('cuts off a sender that goes quiet or takes too long; nothing of it stays', async () => {
    await reopen({ timeouts: { stallMs: 20 } })
    const key = newId()
    const uploadId = await store.begin(key, PLAN)
    await expect(store.putPart({ key, uploadId, ...PLAN }, 1, 1000, quiet())).rejects.toThrow(TransferStalled)
    await expect(store.putObject(newId(), 1000, quiet())).rejects.toThrow(TransferStalled)
    await reopen({ timeouts: { totalMs: 20 } })
    await expect(store.putPart({ key, uploadId, ...PLAN }, 1, 1000, quiet())).rejects.toThrow(TransferStalled)
    expect((await store.listParts({ key, uploadId, ...PLAN })).parts).toEqual([])
    expect(await collect(store.incoming())).toMatchObject([{ key }])
  })

  it('refuses bytes that would fill the disk, and goes on when there is room again', async () => {
    const key = newId()
    const uploadId = await store.begin(key, PLAN)
    await reopen({ keepFree: Number.MAX_SAFE_INTEGER })
    await expect(store.begin(newId(), PLAN)).rejects.toThrow(StoreFull)
    await expect(part(uploadId, key, 1)).rejects.toThrow(StoreFull)
    await expect(store.putObject(newId(), 1, bodyOf(Buffer.from('x')))).rejects.toThrow(StoreFull)
    await reopen()
    await part(uploadId, key, 1)
  })

  it('counts only whole records of landed parts after a crash', async () => {
    const key = newId()
    const uploadId = await store.begin(key, PLAN)
    await part(uploadId, key, 1)
    await part(uploadId, key, 2)
    await store.close()
    const journal = join(folder, 'incoming', `${key}.parts`)
    await truncate(journal, (await stat(journal)).size - 5)
    await reopen()
    expect((await store.listParts({ key, uploadId, ...PLAN })).parts).toHaveLength(1)
    await part(uploadId, key, 2)
    await reopen()
    expect((await store.listParts({ key, uploadId, ...PLAN })).parts).toHaveLength(2)
    await store.close()
    await appendFile(journal, randomBytes(40))
    await reopen()
    expect((await store.listParts({ key, uploadId, ...PLAN })).parts).toHaveLength(2)
  })

  it('knows no upload whose bytes or journal are gone', async () => {
    for (const suffix of ['', '.parts']) {
      const key = newId()
      const uploadId = await store.begin(key, PLAN)
      await store.close()
      await rm(join(folder, 'incoming', key + suffix))
      await reopen()
      await expect(part(uploadId, key, 1)).rejects.toThrow(NoSuchUpload)
      expect(await store.begin(key, PLAN)).not.toBe(uploadId)
    }
  })

  const storedPath = async (): Promise<string> => {
    const names = await readdir(join(folder, 'stored'), { recursive: true, withFileTypes: true })
    const file = names.find((entry) => entry.isFile())
    return join(file?.parentPath ?? '', file?.name ?? '')
  }

  it('has hashed the bytes by the time the upload is complete', async () => {
    const key = newId()
    const uploadId = await store.begin(key, PLAN)
    await store.complete({ key, uploadId, ...PLAN }, [
      await part(uploadId, key, 1),
      await part(uploadId, key, 2),
      await part(uploadId, key, 3),
    ])
    const sha256 = createHash('sha256').update(content).digest()
    const { sha256: read } = await store.digest(stored(key))
    await rm(await storedPath())
    expect([read, (await store.digest(stored(key))).sha256]).toEqual([sha256, sha256])
    await expect(store.digest(stored(key), { fresh: true })).rejects.toThrow(NoSuchObject)
  })

  it('never writes through what a crash left as a second name of a stored object', async () => {
    const key = newId()
    const uploadId = await store.begin(key, PLAN)
    const parts = [await part(uploadId, key, 1), await part(uploadId, key, 2), await part(uploadId, key, 3)]
    const incoming = join(folder, 'incoming', key)
    const journal = await readFile(`${incoming}.parts`)
    await store.complete({ key, uploadId, ...PLAN }, parts)
    await store.close()
    await link(await storedPath(), incoming)
    // Its tail had not reached the disk.
    await writeFile(`${incoming}.parts`, journal.subarray(0, -12))
    await link(await storedPath(), `${incoming}.whole`)
    await reopen()
    await expect(
      store.putPart({ key, uploadId, ...PLAN }, 3, 1000, bodyOf(randomBytes(1000))),
    ).rejects.toThrow(NoSuchUpload)
    await expect(store.begin(key, PLAN)).rejects.toThrow(PartConflict)
    expect((await store.complete({ key, uploadId, ...PLAN }, parts)).size).toBe(PLAN.size)
    expect(await readFile(await storedPath())).toEqual(content)
    await store.seal(key)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  it('does not overwrite an object that was stored meanwhile', async () => {
    const [first, key] = [newId(), newId()]
    await store.putObject(first, content.length, bodyOf(content))
    const path = join(dirname(await storedPath()), key)
    const { body, awaited, come } = lateBody(randomBytes(3000))
    const putting = store.putObject(key, 3000, body)
    await awaited
    await writeFile(path, content)
    come()
    await expect(putting).rejects.toThrow(PartConflict)
    await rm(path)
    const uploadId = await store.begin(key, PLAN)
    const parts = [await part(uploadId, key, 1), await part(uploadId, key, 2), await part(uploadId, key, 3)]
    await writeFile(path, 'other')
    await expect(store.complete({ key, uploadId, ...PLAN }, parts)).rejects.toThrow(PartConflict)
    expect(await readFile(path, 'utf8')).toBe('other')
    expect(await collect(store.incoming())).toEqual([])
  })

  it('tells who is sending when it closes to send again, and not that the upload has gone', async () => {
    const [inParts, whole] = [newId(), newId()]
    const uploadId = await store.begin(inParts, PLAN)
    const bodies = [quiet(), quiet()] as const
    const sending = [
      store.putPart({ key: inParts, uploadId, ...PLAN }, 1, 1000, bodies[0]),
      store.putObject(whole, content.length, bodies[1]),
    ].map((put) => put.catch((error) => error))
    await expect.poll(() => bodies.map((body) => body.listenerCount('data'))).toEqual([1, 1])
    await store.close()
    for (const error of await Promise.all(sending))
      expect(error).toMatchObject({ code: 'SlowDown', status: 503 })
    await reopen()
    expect((await part(uploadId, inParts, 1)).size).toBe(1000)
  })

  it('closes its files once when a folder cannot be made durable', async () => {
    const layout = new Layout(folder)
    const hasher = new Hasher()
    const folders = new SyncedFolders()
    const fault = new Error('the folder is gone')
    Object.assign(folders, { sync: () => Promise.reject(fault), ensure: () => Promise.resolve() })
    const key = newId()
    await mkdir(layout.folderOf(key), { recursive: true })
    const tools = {
      layout,
      hasher,
      folders,
      incomingKeys: new Set<string>(),
      timeouts: { stallMs: 1000, totalMs: 1000 },
      syncSoon: async () => undefined,
    }
    const upload = await IncomingFile.begin(tools, key, { size: 0, partSize: 1000 })
    const part = await upload.putPart(1, 0, bodyOf(Buffer.alloc(0)))
    await expect(upload.complete([part])).rejects.toThrow(fault)
    expect(upload.isBroken).toBe(true)
    await upload.close()
    await hasher.close()
  })

  it('ignores foreign files, folders and dead links', async () => {
    const put = async () => {
      const key = newId()
      await store.putObject(key, content.length, bodyOf(content))
      return key
    }
    const kept = await put()
    const lost = [await put(), await put(), await put()] as const
    const {
      folderOf,
      stored: placeOf,
      incomingFolder,
      storedFolder,
      untrackedFolder: strayFolder,
    } = new Layout(folder)
    const [looped, dead, hidden] = lost.map(placeOf) as [string, string, string]
    for (const path of [looped, dead, hidden]) await rm(path)
    await symlink(looped, looped)
    await symlink(join(folder, 'nowhere'), dead)
    await mkdir(hidden)
    const elsewhere = newId()
    const beside = [
      join(storedFolder, '.DS_Store'),
      join(dirname(folderOf(kept)), '.DS_Store'),
      join(folderOf(kept), '.nfs0001'),
      join(folderOf(kept), kept.toUpperCase()),
      join(incomingFolder, '.DS_Store'),
    ]
    for (const path of beside) await writeFile(path, 'x')
    // An id, and not where it belongs.
    await mkdir(join(storedFolder, '00000', '@eaDir'), { recursive: true })
    await mkdir(join(storedFolder, '00000', '00'))
    await writeFile(join(storedFolder, '00000', '00', elsewhere), 'x')
    await mkdir(join(incomingFolder, newId()))
    await mkdir(join(strayFolder, '2020-01-01'), { recursive: true })
    await writeFile(join(strayFolder, '2020-01-01', '.DS_Store'), 'x')
    await writeFile(join(strayFolder, '2020-01-02'), 'x')
    await reopen()

    expect((await collect(store.objects())).map(({ key }) => key)).toEqual([kept])
    expect(await collect(store.incoming())).toEqual([])
    expect(await collect(store.untracked())).toEqual([])
    expect((await collect(foreignFiles(folder))).sort()).toEqual(
      [...beside, hidden, join(storedFolder, '00000', '@eaDir'), join(storedFolder, '00000', '00', elsewhere)]
        .filter((path) => !path.startsWith(incomingFolder))
        .sort(),
    )
    for (const key of lost) {
      expect(await store.stat(key)).toBeUndefined()
      await expect(store.digest(stored(key))).rejects.toThrow(NoSuchObject)
      await expect(store.open(stored(key))).rejects.toThrow(NoSuchObject)
    }
    // What comes anew takes its place, and nothing is thrown away for it.
    await store.remove(lost[2])
    for (const key of lost) {
      expect(await store.putObject(key, content.length, bodyOf(content))).toMatchObject({ size: PLAN.size })
    }
    expect(await collect(store.objects())).toHaveLength(4)
    expect(await collect(foreignFiles(folder))).toHaveLength(9)
    await store.deleteUntracked(new Date())
  })

  it('reads a fresh digest from corrupt bytes', async () => {
    const key = newId()
    await store.putObject(key, content.length, bodyOf(content))
    const sha256 = createHash('sha256').update(content).digest()
    expect((await store.digest(stored(key))).sha256).toEqual(sha256)
    const [upper = ''] = await readdir(join(folder, 'stored'))
    const [lower = ''] = await readdir(join(folder, 'stored', upper))
    const file = await open(join(folder, 'stored', upper, lower, key), 'r+')
    await file.write('damage', 100)
    await file.close()
    await reopen()
    expect((await store.digest(stored(key))).sha256).not.toEqual(sha256)
  })

  it('serves more open uploads than it holds files open', async () => {
    const uploads = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const key = newId()
        return { key, uploadId: await store.begin(key, PLAN) }
      }),
    )
    await Promise.all(uploads.map(({ key, uploadId }) => part(uploadId, key, 1)))
    for (const { key, uploadId } of uploads) {
      expect((await store.listParts({ key, uploadId, ...PLAN })).parts).toHaveLength(1)
    }
    const open = await readdir('/proc/self/fd')
    expect(open.length).toBeLessThan(1200)
  })
})
