// @module-tag long
import { createHash, randomBytes } from 'node:crypto'
import { lchown, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TransferRecord } from '@clouddisk/contract/desktop'
import { removeDlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { createFolder } from '@clouddisk/contract/files'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../../server/test/person.ts'
import { openWorld, PASSWORD, type World } from '../../../server/test/world.ts'
import { startTransferHost, type TransferHost } from '../../test/transfer-host.ts'

/** Transfers of the client against the real server, through the calls of the page, in a process that can be killed. */

let world: World
let person: Person
let folder: string
let target: string
let host: TransferHost | undefined

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-transfers-'))
  target = (await person.call(createFolder, { instanceName: 'target' })).instanceId
})
afterEach(async () => {
  await host?.stop()
  host = undefined
  await rm(folder, { recursive: true, force: true })
})

const start = async () => {
  const { baseUrl, token, user } = person
  host = await startTransferHost({
    baseUrl,
    token,
    userId: user.userId,
    folder: join(folder, 'client'),
    downloadFolder: join(folder, 'downloads'),
  })
  return host
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Files below a folder, by path, with their hashes. */
async function hashesBelow(root: string): Promise<Record<string, string>> {
  const found = await readdir(root, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = files.map(
    async (path) => [path.slice(root.length + 1), sha256(await readFile(path))] as const,
  )
  return Object.fromEntries(await Promise.all(hashes))
}

async function makeFiles(sizes: Readonly<Record<string, number>>): Promise<string[]> {
  const root = join(folder, 'source')
  const paths = Object.keys(sizes).map((name) => join(root, name))
  for (const [at, path] of paths.entries()) {
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, randomBytes(Object.values(sizes)[at] ?? 0))
  }
  return paths
}

const upload = (
  one: TransferHost,
  paths: readonly string[],
  folders: (path: string) => string[] = () => [],
) =>
  one.call(
    'addTask',
    {
      tasks: paths.map((path, file) => ({
        type: 'uploadFile' as const,
        ...{ file, path: folders(path), parentId: target, position: 'target', inGroup: false },
      })),
    },
    paths,
  )

const openOf = (one: TransferHost, list: 'uploadFile' | 'downloadFile' | 'finished') =>
  one.call('pageTransfers', { list, pageNo: 1, pageSize: 1000 })

const finishes = (one: TransferHost, count: number) =>
  expect.poll(async () => (await one.call('countTransfers', {})).finished, { timeout: 60_000 }).toBe(count)

const running = (one: TransferHost, list: 'uploadFile' | 'downloadFile', min: number) =>
  expect
    .poll(async () => (await openOf(one, list)).list[0]?.finishedPartsSize ?? 0, { interval: 10 })
    .toBeGreaterThan(min)

const MB = 1024 * 1024

describe('uploads (R75, R76, R116, R118, R119)', () => {
  it('sends files of all sizes and folders, and keeps their records', async () => {
    const paths = await makeFiles({ 'a.txt': 10, 'b/c.bin': 300_000, 'b/d/e.bin': 80 * MB, 'b/d/空.txt': 1 })
    const one = await start()
    await upload(one, paths, (path) =>
      path
        .slice(join(folder, 'source').length + 1)
        .split('/')
        .slice(0, -1),
    )
    await finishes(one, 4)
    expect(await person.tree(target)).toEqual({
      'a.txt': 10,
      b: { 'c.bin': 300_000, d: { 'e.bin': 80 * MB, '空.txt': 1 } },
    })
    const { list } = await openOf(one, 'finished')
    const large = list.find(({ fileName }) => fileName === 'e.bin')
    expect(large).toMatchObject({
      type: 'uploadFile',
      status: 'finished',
      progress: 100,
      position: 'target/b/d',
      localPath: paths[2],
      finishedTime: expect.any(Number),
    })
    expect(sha256(await person.download(large?.instanceId ?? ''))).toBe(
      sha256(await readFile(paths[2] ?? '')),
    )
    const told = one.messages.map(({ myType }) => myType)
    for (const kind of ['progress', 'partFinish', 'jobFinish']) expect(told).toContain(kind)
    await one.call('execCmd', { cmd: 'jobDelete', list: 'finished' })
    expect((await openOf(one, 'finished')).total).toBe(0)
  })

  it('is paused after the client was killed, and goes on with the same bytes (R117)', async () => {
    const [path = ''] = await makeFiles({ 'large.bin': 60 * MB })
    const before = await start()
    await upload(before, [path])
    await running(before, 'uploadFile', 8 * MB)
    await before.kill()
    const after = await start()
    const { list } = await openOf(after, 'uploadFile')
    expect(list).toMatchObject([{ fileName: 'large.bin', status: 'pause', localPath: path }])
    await after.call('execCmd', { cmd: 'jobResume', list: 'uploadFile' })
    await finishes(after, 1)
    const files = await person.list(target)
    expect(files).toHaveLength(1)
    expect(sha256(await person.download(files[0]?.instanceId ?? ''))).toBe(sha256(await readFile(path)))
  })

  it('pauses, resumes and removes uploads by command', async () => {
    const paths = await makeFiles({ 'a.bin': 40 * MB, 'b.bin': 40 * MB })
    const one = await start()
    const { ids } = await upload(one, paths)
    await running(one, 'uploadFile', 0)
    await one.call('execCmd', { cmd: 'jobPause', list: 'uploadFile' })
    const statuses = async () => (await openOf(one, 'uploadFile')).list.map(({ status }) => status)
    await expect.poll(statuses).toEqual(['pause', 'pause'])
    expect(await one.call('countTransfers', {})).toMatchObject({ upload: 2, uploading: 0, pending: 0 })
    await expect
      .poll(
        () =>
          one.messages.filter((message) => message.myType === 'jobFinish' && message.msg === 'jobPause')
            .length,
      )
      .toBe(2)
    await one.call('execCmd', { cmd: 'jobDelete', ids: ids.slice(1) })
    await one.call('execCmd', { cmd: 'jobResume', ids: ids.slice(0, 1) })
    await finishes(one, 1)
    expect(await person.tree(target)).toEqual({ 'a.bin': 40 * MB })
  })

  it('tells of files that are gone or have changed, and refuses more than 2,000 (R123)', async () => {
    const [path = ''] = await makeFiles({ 'large.bin': 60 * MB })
    const before = await start()
    await expect(upload(before, [join(folder, 'nothing')])).rejects.toThrow('找不到所选文件')
    await expect(
      upload(
        before,
        Array.from({ length: 2001 }, () => path),
      ),
    ).rejects.toThrow()
    await upload(before, [path])
    await running(before, 'uploadFile', 8 * MB)
    await before.kill()
    await utimes(path, new Date(), new Date(Date.now() - 60_000))
    const after = await start()
    await rm(path)
    await after.call('execCmd', { cmd: 'jobResume', list: 'uploadFile' })
    const status = async () => (await openOf(after, 'uploadFile')).list[0]
    await expect.poll(status).toMatchObject({ status: 'error', error: { code: 'missingFileInformation' } })
  })
})

it('says which file a rule of the firm has stopped (R118)', async () => {
  const admin = await world.admin('superAdmin')
  const rule = { level: 'high', enabled: true, action: 'block', kind: 'fileType' } as const
  const { ruleId } = await admin.call(saveDlpRule, {
    ...rule,
    name: '图纸',
    terms: ['dwg'],
    places: ['upload'],
  })
  target = (await world.group(person)).rootId
  const one = await start()
  await upload(one, await makeFiles({ 'plan.dwg': 10, 'plan.txt': 10 }))
  await finishes(one, 1)
  await expect
    .poll(() => one.messages.filter(({ myType }) => myType === 'dlpInfo'))
    .toEqual([
      { myType: 'dlpInfo', id: expect.any(String), fileName: 'plan.dwg', errmsg: expect.stringMatching(/./) },
    ])
  const [left] = (await openOf(one, 'uploadFile')).list
  expect(left).toMatchObject({ fileName: 'plan.dwg', status: 'error', errmsg: expect.stringMatching(/./) })
  await admin.call(removeDlpRule, { ruleId })
})

describe('downloads (R75, R116, R134)', () => {
  const download = (
    one: TransferHost,
    items: readonly { id: string; name: string; size: number; isFolder?: boolean }[],
  ) =>
    one.call('addTask', {
      tasks: items.map(({ id, name, size, isFolder = false }) => ({
        type: 'downloadFile' as const,
        instanceId: id,
        classifierId: isFolder ? ('Folder' as const) : ('File' as const),
        fileName: name,
        fileSize: size,
      })),
    })

  const put = async (name: string, size: number, parentId = target) => {
    const bytes = randomBytes(size)
    const { instanceId } = await person.upload(parentId, name, bytes)
    return { id: instanceId, name, size, bytes }
  }

  it('brings files and folders, and replaces none that is there', async () => {
    const inner = (await person.call(createFolder, { parentId: target, instanceName: '子文件夹' })).instanceId
    await person.call(createFolder, { parentId: inner, instanceName: '空文件夹' })
    const [a, b] = [await put('a.bin', 300_000), await put('b.bin', 3 * MB, inner)]
    const one = await start()
    await mkdir(join(folder, 'downloads'))
    await writeFile(join(folder, 'downloads', 'a.bin'), 'mine')
    await download(one, [a, { id: target, name: 'target', size: 0, isFolder: true }])
    await finishes(one, 3)
    expect(await hashesBelow(join(folder, 'downloads'))).toEqual({
      'a.bin': sha256(Buffer.from('mine')),
      'a (1).bin': sha256(a.bytes),
      'target/a.bin': sha256(a.bytes),
      'target/子文件夹/b.bin': sha256(b.bytes),
    })
    expect(await readdir(join(folder, 'downloads', 'target', '子文件夹', '空文件夹'))).toEqual([])
    const { list } = await openOf(one, 'finished')
    expect(list.find(({ localPath }) => basename(localPath) === 'a (1).bin')).toMatchObject({
      type: 'downloadFile',
      status: 'finished',
      progress: 100,
    } satisfies Partial<TransferRecord>)
  })

  // Links of others can be made by root alone.
  it.runIf(process.getuid?.() === 0)(
    'follows links of the person, and none that somebody else has put there',
    async () => {
      const a = await put('a.bin', 3000)
      const [own, foreign] = [join(folder, 'own'), join(folder, 'foreign')]
      for (const path of [own, foreign, join(folder, 'downloads')]) await mkdir(path)
      await symlink(own, join(folder, 'downloads', 'own'))
      await symlink(foreign, join(folder, 'downloads', 'foreign'))
      await lchown(join(folder, 'downloads', 'foreign'), 12_345, 12_345)
      const one = await start()
      for (const name of ['own', 'foreign'])
        await download(one, [{ id: target, name, size: 0, isFolder: true }])
      const status = async () => (await openOf(one, 'downloadFile')).list
      await expect
        .poll(status)
        .toMatchObject([{ status: 'error', errmsg: expect.stringContaining('无法写入下载位置') }])
      await finishes(one, 1)
      expect(await hashesBelow(own)).toEqual({ 'a.bin': sha256(a.bytes) })
      expect(await hashesBelow(foreign)).toEqual({})
    },
  )

  it('goes on where it was killed, and compares the whole with the server’s hash', async () => {
    const big = await put('big.bin', 200 * MB)
    const before = await start()
    await download(before, [big])
    await running(before, 'downloadFile', MB)
    await before.kill()
    const after = await start()
    const [left] = (await openOf(after, 'downloadFile')).list
    expect(left).toMatchObject({ status: 'pause', fileName: 'big.bin' })
    await after.call('execCmd', { cmd: 'jobResume', list: 'downloadFile' })
    await finishes(after, 1)
    expect(await hashesBelow(join(folder, 'downloads'))).toEqual({ 'big.bin': sha256(big.bytes) })
  })

  it('begins anew if the file has another version, and says what is refused', async () => {
    const big = await put('big.bin', 200 * MB)
    const before = await start()
    await download(before, [big])
    await running(before, 'downloadFile', MB)
    await before.kill()
    const next = randomBytes(MB)
    await person.upload(target, 'big.bin', next, { conflict: 'newVersion' })
    const after = await start()
    await after.call('execCmd', { cmd: 'jobResume', list: 'downloadFile' })
    await finishes(after, 1)
    expect(await hashesBelow(join(folder, 'downloads'))).toEqual({ 'big.bin': sha256(next) })
    await download(after, [{ id: 'no-such-file', name: 'x', size: 1 }])
    const failed = async () => (await openOf(after, 'downloadFile')).list[0]
    await expect.poll(failed).toMatchObject({ status: 'error', errmsg: expect.stringMatching(/./) })
  })

  it('waits for the next sign-in when the session has ended', async () => {
    const other = await signIn(world.baseUrl, person.user.userName, PASSWORD)
    const one = await start()
    await person.fetch('/disk/api/pub/sso/logout')
    const { instanceId } = await other.upload(target, 'a.bin', randomBytes(10))
    await download(one, [{ id: instanceId, name: 'a.bin', size: 10 }])
    await expect.poll(() => one.messages.map(({ myType }) => myType)).toContain('signInExpired')
    expect((await openOf(one, 'downloadFile')).list).toMatchObject([{ status: 'pause' }])
  })
})
