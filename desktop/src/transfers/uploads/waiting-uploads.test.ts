// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../../server/test/person.ts'
import { openWorld, type World } from '../../../../server/test/world.ts'
import { startTransferHost, type TransferHost } from '../../../test/transfer-host.ts'

/** Selections that are larger than the upload list (C42, R123), with a server that allows 20 files in it. */

const LIST = 20
const FILES = 70

let world: World
let person: Person
let folder: string
let paths: string[]
let host: TransferHost

beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_UPLOAD_FILES_CLIENT: String(LIST) })
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-waiting-'))
  paths = Array.from({ length: FILES }, (_, at) => join(folder, `${String(at).padStart(2, '0')}.bin`))
  for (const path of paths) await writeFile(path, randomBytes(2000))
  host = await start()
})
afterEach(async () => {
  await host.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = () =>
  startTransferHost({
    baseUrl: person.baseUrl,
    token: person.token,
    userId: person.user.userId,
    folder: join(folder, 'client'),
    downloadFolder: join(folder, 'downloads'),
  })

const add = (some: readonly string[], wait: boolean) =>
  host.call(
    'addTask',
    {
      tasks: some.map((_, file) => ({
        type: 'uploadFile' as const,
        ...{ file, path: [], parentId: person.user.rootId, position: '', inGroup: false },
      })),
      wait,
    },
    some,
  )
const counts = () => host.call('countTransfers', {})
const finished = (count: number) =>
  expect.poll(async () => (await counts()).finished, { timeout: 60_000 }).toBe(count)
const names = async () => (await person.list()).map(({ instanceName }) => instanceName).sort()
/** The list is never longer than the server allows. */
const longest = () =>
  Math.max(...host.messages.flatMap((one) => (one.myType === 'listChanged' ? [one.counts.upload] : [])))

/** The client has read the server's limit: files that do not exist are refused for their number. */
const limitIsKnown = () =>
  expect.poll(() => add(Array(LIST + 1).fill(join(folder, 'none')), false).catch(String)).toMatch(/20/)

it('takes them as it has room, and never holds more', async () => {
  await limitIsKnown()
  await add(paths, true)
  await finished(FILES)
  expect(longest()).toBeLessThanOrEqual(LIST)
  expect(await counts()).toMatchObject({ upload: 0, waiting: 0 })
  expect(await names()).toEqual(paths.map((path) => basename(path)))
})

it('keeps those that wait when the client is killed, and begins none by itself (R117)', async () => {
  await limitIsKnown()
  await add(paths, true)
  await expect.poll(async () => (await counts()).finished, { interval: 5 }).toBeGreaterThan(0)
  await host.kill()
  host = await start()
  await expect.poll(async () => (await counts()).upload).toBe(LIST)
  expect((await counts()).uploading).toBe(0)
  const goOn = async () => {
    await host.call('execCmd', { cmd: 'jobResume', list: 'uploadFile' })
    return (await counts()).finished
  }
  await expect.poll(goOn, { timeout: 60_000, interval: 200 }).toBe(FILES)
  expect(await names()).toEqual(paths.map((path) => basename(path)))
})

it('shows those that are gone when their turn comes as failed, and sends the others', async () => {
  await limitIsKnown()
  await add(paths, true)
  const gone = paths.slice(-3)
  for (const path of gone) await rm(path)
  await finished(FILES - gone.length)
  const failed = async () =>
    (await host.call('pageTransfers', { list: 'uploadFile', pageNo: 1, pageSize: 100 })).list.map(
      ({ fileName, status, error }) => [fileName, status, (error as { code?: string } | null)?.code],
    )
  await expect.poll(failed).toEqual(gone.map((path) => [basename(path), 'error', 'fileMissing']))
  expect(await counts()).toMatchObject({ upload: gone.length, waiting: 0 })
  const told = () => host.messages.filter((one) => one.myType === 'jobFinish' && !one.isFinish)
  await expect.poll(() => told().length).toBe(gone.length)
  // They stay so over a restart, and can be taken from the list.
  await host.kill()
  host = await start()
  expect((await failed()).map(([, status]) => status)).toEqual(['error', 'error', 'error'])
  await host.call('execCmd', { cmd: 'jobDelete', list: 'uploadFile' })
  await expect.poll(async () => (await counts()).upload).toBe(0)
})

it('shows a chosen file that cannot be read as failed beside the others', async () => {
  await add([paths[0] ?? '', join(folder, 'gone.bin')], true)
  await finished(1)
  const shown = async () =>
    (await host.call('pageTransfers', { list: 'uploadFile', pageNo: 1, pageSize: 9 })).list
  await expect
    .poll(shown)
    .toMatchObject([{ fileName: 'gone.bin', status: 'error', error: { code: 'fileMissing' } }])
})

it('leaves them out when all uploads are deleted, and refuses too many where none may wait', async () => {
  await limitIsKnown()
  await expect(add(paths, false)).rejects.toThrow(/20/)
  await add(paths, true)
  await host.call('execCmd', { cmd: 'jobDelete', list: 'uploadFile' })
  expect(await counts()).toMatchObject({ waiting: 0 })
})
