import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { envelope, type ReceivedRequest, StoreServer, sha256, xml } from '../../test/store-server.ts'
import { createClient } from '../http/call.ts'
import { digests } from './digests.ts'
import { hashBlob, proveBlob } from './hash.ts'
import type { QueueNotice, UploadPorts } from './ports.ts'
import { createUploadQueue, type QueueOptions } from './runner.ts'
import type { FileToUpload, UploadItem, UploadQueue } from './state.ts'
import { memoryStorage, systemPorts } from './system.ts'
import { fetchTransport } from './transport.ts'

/** The queue with its real ports against an HTTP server. Waits are shortened. */

const SHORTER = 50

let server: StoreServer
let storage: ReturnType<typeof memoryStorage>
let notices: QueueNotice[]
let hooks: Record<'refresh' | 'finished' | 'allEnded', ReturnType<typeof vi.fn<(...args: unknown[]) => void>>>
let queues: UploadQueue[]

beforeEach(async () => {
  server = await new StoreServer().start()
  storage = memoryStorage()
  notices = []
  queues = []
  hooks = { refresh: vi.fn(), finished: vi.fn(), allEnded: vi.fn() }
})

afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.stop()))
  await server.stop()
})

function queueOf(options: QueueOptions = {}, ports: Partial<UploadPorts> = {}): UploadQueue {
  const client = createClient({ baseUrl: server.url, token: () => 'token' })
  const queue = createUploadQueue(
    {
      ...systemPorts,
      clock: { now: Date.now, after: (ms, run) => systemPorts.clock.after(ms / SHORTER, run) },
      api: client.call,
      network: client,
      hasher: { hash: hashBlob, digests, prove: proveBlob },
      transport: fetchTransport(),
      storage,
      hooks: { ...hooks, notify: (notice) => void notices.push(notice) },
      ...ports,
    },
    { ...options, settings: { partBytes: 1000, leaveMs: 1_000_000, ...options.settings } },
  )
  queues.push(queue)
  queue.setUser('lin')
  return queue
}

const fileOf = (
  content: Uint8Array<ArrayBuffer> | Blob,
  name = 'a.bin',
  path: string[] = [],
): FileToUpload => ({
  file: content instanceof Blob ? content : new Blob([content]),
  name,
  lastModified: 1000,
  path,
})
const upload = (queue: UploadQueue, ...files: FileToUpload[]) =>
  queue.add({ parentId: '0', uploadTo: 'Files', files })

/** Waits until the items meet a condition. */
function until(queue: UploadQueue, holds: (items: readonly UploadItem[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(queue.snapshot().items)) return
      leave()
      resolve()
    }
    const leave = queue.subscribe(look)
    look()
  })
}
const ended = (queue: UploadQueue) =>
  until(queue, (items) => items.every(({ status }) => status === 'success' || status === 'error'))
const stored = () => [...server.sessions.values()].find(({ saved }) => saved)?.whole

test('a small file: check with hashes, one authorized PUT, save', async () => {
  const content = randomBytes(900)
  const queue = queueOf()
  upload(queue, fileOf(content, '报告 2026.docx'))
  await ended(queue)
  expect(queue.snapshot().items).toMatchObject([{ status: 'success', savedName: 'saved.bin' }])
  expect(server.received.map(({ path }) => path.split('/').at(-1))).toEqual([
    'checkUploadAble',
    'queryUploadAuth',
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    'upload',
  ])
  const [check] = server.calls('checkUploadAble')
  expect(check?.json).toMatchObject({
    fSize: 900,
    fName: '5oql5ZGKIDIwMjYuZG9jeA_d_d',
    category: 'NetDisk_0',
    parentId: '0',
    conflict: 'keepBoth',
    lastModified: 1000,
    sha256: sha256(content),
  })
  const [auth] = server.calls('queryUploadAuth')
  expect(auth?.json).toMatchObject({
    httpVerb: 'PUT',
    action: 'upload',
    contentType: 'application/octet-stream',
  })
  const [save] = server.calls('upload')
  expect(save?.json).toMatchObject({
    fType: '3',
    partSize: 1000,
    partNum: 1,
    lastPartSize: 900,
    classifierId: 'File',
    instanceType: '0',
  })
  expect(stored()?.equals(content)).toBe(true)
})

test('a file for a group is uploaded with the type of group files', async () => {
  const queue = queueOf()
  queue.add({ parentId: 'g', uploadTo: 'Team', inGroup: true, files: [fileOf(randomBytes(900))] })
  await ended(queue)
  expect(server.calls('checkUploadAble')[0]?.json).toMatchObject({ category: 'NetDisk_2' })
  expect(server.calls('upload')[0]?.json).toMatchObject({ category: 'NetDisk_2', instanceType: '2' })
})

test('a large file is sent with three parts in flight, each with its own authorization', async () => {
  const content = randomBytes(25_300)
  const three = Promise.withResolvers<void>()
  server.intercept = async ({ query }) => {
    if (server.partsInFlight === 3) three.resolve()
    if (query.has('partNumber')) await three.promise
    return false
  }
  const queue = queueOf()
  upload(queue, fileOf(content))
  await ended(queue)
  expect(stored()?.equals(content)).toBe(true)
  expect(server.mostPartsInFlight).toBe(3)
  const uris = server.calls('queryUploadAuth').map(({ json }) => json.resourceUri)
  const sent = server.received.filter(({ path }) => path.startsWith('/disk/objects/'))
  expect(sent.map(({ uri }) => uri.replace('/disk/objects', '')).sort()).toEqual([...uris].sort())
  expect(queue.snapshot().items).toMatchObject([{ percentage: 100, iMaxSuccessNum: 26, partCount: 26 }])
  expect(server.calls('checkUploadAble')[0]?.json.sha256).toBeUndefined()
})

test('more than a thousand parts are listed in pages', async () => {
  server.partSize = 10
  const content = randomBytes(10_505)
  const queue = queueOf()
  upload(queue, fileOf(content))
  await ended(queue)
  expect(stored()?.equals(content)).toBe(true)
  expect(server.calls('GET').map(({ query }) => query.get('part-number-marker'))).toEqual(['0', '1000'])
})

test('known content is uploaded instantly with a proof, also during the upload', async () => {
  const content = randomBytes(25_000)
  server.known = content
  const queue = queueOf()
  upload(queue, fileOf(content))
  await ended(queue)
  expect(queue.snapshot().items).toMatchObject([{ status: 'success', instant: true }])
  expect(server.calls('upload')).toEqual([])
  expect(server.calls('secondUpload')).toHaveLength(1)
  await vi.waitFor(() => expect(server.calls('recycleObject')).toHaveLength(1))
})

test('after a wrong proof the content is sent', async () => {
  const content = randomBytes(25_000)
  server.known = content
  const queue = queueOf({}, { hasher: { hash: hashBlob, digests, prove: async () => 'f'.repeat(64) } })
  upload(queue, fileOf(content))
  await ended(queue)
  expect(queue.snapshot().items).toMatchObject([{ status: 'success', instant: false }])
  expect(stored()?.equals(content)).toBe(true)
})

test('a part that fails with 5xx is sent again', async () => {
  let failures = 2
  server.intercept = ({ query }, response) => {
    if (query.get('partNumber') !== '3' || failures-- <= 0) return false
    xml(response, 503, '<Error><Code>SlowDown</Code></Error>')
    return true
  }
  const content = randomBytes(5000)
  const queue = queueOf()
  upload(queue, fileOf(content))
  await ended(queue)
  expect(stored()?.equals(content)).toBe(true)
})

test.each([
  ['that is external is retried without limit', true, 'success'],
  ['of the server fails after its retries', false, 'error'],
] as const)('a store %s while it does not respond', async (_, direct, status) => {
  server.direct = direct
  let losses = 6
  server.intercept = ({ query, path }, response) => {
    if (query.get('partNumber') !== '3' || losses-- <= 0) return false
    expect(path.startsWith('/disk/objects/')).toBe(!direct)
    response.destroy()
    return true
  }
  const content = randomBytes(5000)
  const queue = queueOf()
  upload(queue, fileOf(content))
  await ended(queue)
  expect(queue.snapshot().items).toMatchObject([{ status }])
  expect(notices.filter(({ kind }) => kind !== 'uploadFailed')).toEqual([])
  if (direct) expect(stored()?.equals(content)).toBe(true)
})

test('parts in flight share the granted rate', async () => {
  server.syncSpeed = 1234
  const content = randomBytes(5500)
  const waits: number[] = []
  // Only explicit waits take time.
  const clock: UploadPorts['clock'] = {
    now: () => 0,
    after: (ms, run) => {
      waits.push(ms)
      return systemPorts.clock.after(0, run)
    },
  }
  const queue = queueOf({}, { clock })
  upload(queue, fileOf(content))
  await ended(queue)
  expect(stored()?.equals(content)).toBe(true)
  const longest = Math.max(...waits.filter((ms) => ms < 10_000))
  expect(longest).toBeCloseTo((content.length / server.syncSpeed) * 1000)
})

test('pause aborts the requests, and resume sends only missing parts', async () => {
  const content = randomBytes(8000)
  const cut: Promise<unknown>[] = []
  server.intercept = ({ query }, response) => {
    const hangs = query.has('partNumber') && Number(query.get('partNumber')) > 2
    if (hangs) cut.push(new Promise((resolve) => response.once('close', resolve)))
    return hangs
  }
  const queue = queueOf()
  const [uid = ''] = upload(queue, fileOf(content))
  await until(queue, ([item]) => item?.iMaxSuccessNum === 2)
  await vi.waitFor(() => expect(cut).toHaveLength(3))
  queue.pause([uid])
  await Promise.all(cut)
  expect(queue.snapshot().items).toMatchObject([
    { status: 'pause', percentage: 25, resumableUntil: '2026-12-01T00:00:00.000Z' },
  ])
  server.intercept = () => false
  const before = server.calls('PUT').length
  queue.resume([uid])
  await ended(queue)
  expect(stored()?.equals(content)).toBe(true)
  const sent = server.calls('PUT').slice(before)
  expect(sent.map(({ query }) => Number(query.get('partNumber'))).sort()).toEqual([3, 4, 5, 6, 7, 8])
})

test('an unreachable server pauses the upload, which resumes when the server is back', async () => {
  const content = randomBytes(6000)
  const port = server.port
  server.intercept = ({ query }) => query.get('partNumber') === '4'
  const queue = queueOf()
  upload(queue, fileOf(content))
  await until(queue, ([item]) => (item?.iMaxSuccessNum ?? 0) >= 3)
  const { sessions } = server
  await server.stop()
  await until(queue, ([item]) => item?.pauseReason === 'offline')
  server = await new StoreServer().start(port)
  for (const [key, session] of sessions) server.sessions.set(key, session)
  await ended(queue)
  expect(stored()?.equals(content)).toBe(true)
  expect(notices.map(({ kind }) => kind)).toEqual(['networkDisconnected', 'networkConnected'])
})

test('an expired session pauses the upload, and signing in resumes it', async () => {
  const content = randomBytes(6000)
  let expired = true
  server.intercept = ({ path, json }, response) => {
    const refused =
      expired && path.endsWith('queryUploadAuth') && String(json.resourceUri).includes('partNumber=4')
    if (refused) envelope(response, 401, null, 401)
    return refused
  }
  const queue = queueOf()
  upload(queue, fileOf(content))
  await until(queue, ([item]) => item?.pauseReason === 'signedOut')
  expect(notices).toEqual([{ kind: 'signedOut' }])
  expired = false
  queue.setUser('lin')
  await ended(queue)
  expect(stored()?.equals(content)).toBe(true)
})

test('after a reload the same file continues where it stopped, and another is refused', async () => {
  const content = randomBytes(8000)
  server.intercept = ({ query }) => Number(query.get('partNumber')) > 4
  const first = queueOf()
  const [uid = ''] = upload(first, fileOf(content))
  await until(first, ([item]) => item?.iMaxSuccessNum === 4)
  await first.stop()
  server.intercept = () => false
  const before = server.calls('PUT').length

  const second = queueOf()
  await second.start()
  expect(second.snapshot().items).toMatchObject([
    { uid, status: 'pause', pauseReason: 'restored', needsFile: true },
  ])
  expect(second.attachFile(uid, fileOf(randomBytes(7999)))).toBe('different')
  expect(second.attachFile('nobody', fileOf(content))).toBe('unknown')
  expect(second.attachFile(uid, fileOf(content))).toBe('attached')
  await ended(second)
  expect(stored()?.equals(content)).toBe(true)
  expect(server.calls('PUT').slice(before)).toHaveLength(4)
  expect(server.calls('checkUploadAble').filter(({ json }) => !json.objectKey)).toHaveLength(1)
})

const isSave = ({ path }: ReceivedRequest) => path.endsWith('/instance/upload')
const isMerge = ({ method, query }: ReceivedRequest) => method === 'POST' && query.has('uploadId')

test.each([
  ['saved, of one part', 500, isSave],
  ['saved, of many', 5000, isSave],
  ['merged', 5000, isMerge],
])('after a reload an item that only had to be %s finishes without its file', async (_, size, isHeld) => {
  const content = randomBytes(size)
  const held = Promise.withResolvers<void>()
  server.intercept = (request) => {
    if (isHeld(request)) held.resolve()
    return isHeld(request)
  }
  const first = queueOf()
  upload(first, fileOf(content))
  await held.promise
  await first.stop()
  server.intercept = () => false
  const second = queueOf()
  await second.start()
  await ended(second)
  expect(second.snapshot().items).toMatchObject([{ status: 'success', needsFile: false }])
  expect(stored()?.equals(content)).toBe(true)
})

test('the state is stored before a save is requested', async () => {
  const asked: unknown[] = []
  server.intercept = ({ path }) => {
    if (path.endsWith('/instance/upload')) asked.push(storage.queue().items.map(({ work }) => work.stored))
    return false
  }
  const queue = queueOf()
  upload(queue, fileOf(randomBytes(10)))
  await ended(queue)
  expect(asked).toEqual([[true]])
})

test('finished items are not stored, and another user finds nothing', async () => {
  const queue = queueOf()
  upload(queue, fileOf(randomBytes(10)))
  await ended(queue)
  server.intercept = ({ path }) => path.endsWith('checkUploadAble')
  upload(queue, fileOf(randomBytes(20)))
  await queue.stop()
  expect(storage.queue().items.map(({ fileSize }) => fileSize)).toEqual([20])

  const other = queueOf()
  other.setUser('wu')
  await other.start()
  expect(other.snapshot().items).toEqual([])
  await other.stop()
  expect(storage.queue()).toMatchObject({ userId: 'wu', items: [] })
})

test('a deleted upload is discarded in the store', async () => {
  server.intercept = ({ query }) => query.has('partNumber')
  const queue = queueOf()
  const [uid = ''] = upload(queue, fileOf(randomBytes(5000)))
  await until(queue, ([item]) => item?.uploadId != null)
  const objectKey = queue.snapshot().items[0]?.objectKey
  queue.remove([uid])
  await until(queue, (items) => items.length === 0)
  expect(server.calls('recycleObject').map(({ json }) => json.objectKey)).toEqual([objectKey])
})

test('a folder: one call for its folders, then its files, one refresh of the list', async () => {
  const queue = queueOf()
  queue.add({
    parentId: '0',
    uploadTo: 'Files',
    files: [fileOf(randomBytes(10), 'a.txt', ['trip']), fileOf(randomBytes(20), 'b.txt', ['trip', 'day 1'])],
    emptyFolders: [['trip', 'day 2']],
  })
  await ended(queue)
  const [made] = server.calls('batchCreateFolder')
  expect(made?.json).toMatchObject({
    parentId: '0',
    instanceName: 'trip',
    children: [{ instanceName: 'day 1' }, { instanceName: 'day 2' }],
  })
  const parents = server.calls('upload').map(({ json }) => json.parentId)
  expect(new Set(parents).size).toBe(2)
  expect(parents.every((id) => String(id).startsWith('folder-'))).toBe(true)
  expect(hooks.finished).toHaveBeenCalledTimes(2)
  expect(hooks.allEnded).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(hooks.refresh.mock.calls.flat(2)).toContain(parents[1]))
})

const TOGETHER = { settings: { smallFilesMax: 10 } }
const small = (...names: string[]) => names.map((name) => fileOf(randomBytes(100), name))

test('small files are sent in one call, and one that cannot be read fails alone', async () => {
  const queue = queueOf(TOGETHER)
  const unreadable = new Blob(['x'])
  unreadable.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  const files = small('a', 'b', 'c')
  server.refusalOf = ({ no }) => (no === 1 ? 40901 : 0)
  upload(queue, ...files, fileOf(unreadable, 'd'))
  await ended(queue)
  expect(queue.snapshot().items).toMatchObject([
    { name: 'a', status: 'success', instanceId: expect.stringMatching(/^small-/) },
    { name: 'b', status: 'error', error: { name: 'name_taken' } },
    { name: 'c', status: 'success' },
    { name: 'd', status: 'error', error: { code: 'fileMissing' }, needsFile: true },
  ])
  expect(server.received).toHaveLength(1)
  const [sent] = server.calls('uploadFiles')
  const contents = await Promise.all(files.map(({ file }) => file.arrayBuffer()))
  expect(sent?.json.files).toMatchObject(
    contents.map((content, no) => ({
      no,
      parentId: '0',
      fSize: 100,
      sha256: sha256(new Uint8Array(content)),
    })),
  )
  expect(sent?.body.subarray(-300).equals(Buffer.concat(contents.map((one) => Buffer.from(one))))).toBe(true)
})

test('small files are sent from disk, and one that disappears after hashing fails alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'))
  try {
    const paths = ['a', 'b', 'c'].map((name) => join(folder, name))
    await Promise.all(paths.map((path) => writeFile(path, randomBytes(100))))
    const files = await Promise.all(paths.map((path) => openAsBlob(path)))
    const read: Blob[] = []
    const queue = queueOf(TOGETHER, {
      hasher: {
        hash: hashBlob,
        prove: proveBlob,
        digests: async (contents) => {
          read.push(...contents)
          const said = await digests(contents)
          await rm(paths[1] ?? '', { force: true })
          return said
        },
      },
    })
    upload(queue, ...files.map((file, at) => fileOf(file, paths[at]?.slice(-1))))
    await ended(queue)
    expect(queue.snapshot().items).toMatchObject([
      { name: 'a', status: 'success', instanceId: expect.stringMatching(/^small-/) },
      { name: 'b', status: 'error', error: { code: 'fileMissing' }, needsFile: true },
      { name: 'c', status: 'success', instanceId: expect.stringMatching(/^small-/) },
    ])
    expect(read.slice(0, 3)).toEqual(files)
    expect(server.calls('checkUploadAble')).toEqual([])
    expect(new Set(server.calls('uploadFiles').map(({ json }) => json.batchId)).size).toBe(1)
    const sent = server.calls('uploadFiles').at(-1)?.body.subarray(-200)
    const left = await Promise.all([files[0], files[2]].map(async (file) => (await file?.bytes()) ?? []))
    expect(sent?.equals(Buffer.concat(left.map((bytes) => Buffer.from(bytes))))).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the outcome of a lost response is queried without the files after a reload', async () => {
  const asked: unknown[] = []
  server.intercept = ({ path }, response) => {
    if (!path.endsWith('/uploadFiles')) return false
    asked.push(storage.queue().items.map(({ work }) => work.batch?.no))
    // Handles the request, but drops the response.
    response.end = () => response.destroy() as never
    return false
  }
  const first = queueOf(TOGETHER)
  const files = small('a', 'b')
  upload(first, ...files)
  await vi.waitFor(() => expect(server.batchFiles.size).toBe(2))
  await first.stop()
  expect(asked[0]).toEqual([0, 1])

  server.intercept = () => false
  const second = queueOf(TOGETHER)
  await second.start()
  await ended(second)
  expect(second.snapshot().items.map(({ status }) => status)).toEqual(['success', 'success'])
  expect(server.batchFiles.size).toBe(2)
  expect(server.calls('uploadFiles')).toHaveLength(asked.length)
  expect(server.calls('checkUploadAble')).toEqual([])
})

test('a file that was changed on disk fails as such', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'))
  try {
    const path = join(folder, 'a.bin')
    await writeFile(path, randomBytes(5000))
    const file = await openAsBlob(path)
    await writeFile(path, randomBytes(6000))
    const queue = queueOf()
    upload(queue, fileOf(file))
    await ended(queue)
    expect(queue.snapshot().items).toMatchObject([{ error: { code: 'fileMissing' }, needsFile: true }])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a merge with status 200 and an error fails', async () => {
  let failures = 1
  server.intercept = ({ method, query }, response) => {
    if (method !== 'POST' || !query.has('uploadId') || failures-- <= 0) return false
    xml(response, 200, '<Error><Code>InternalError</Code><Message>try again</Message></Error>')
    return true
  }
  const content = randomBytes(5000)
  const queue = queueOf()
  upload(queue, fileOf(content))
  await ended(queue)
  expect(stored()?.equals(content)).toBe(true)
})

test('a failing storage is reported once, and the upload continues', async () => {
  const queue = queueOf(
    {},
    { storage: { load: async () => null, save: () => Promise.reject(new Error('full')) } },
  )
  upload(queue, fileOf(randomBytes(3000)), fileOf(randomBytes(10), 'b.bin'))
  await ended(queue)
  expect(queue.snapshot().items.map(({ status }) => status)).toEqual(['success', 'success'])
  expect(notices).toEqual([{ kind: 'storageFailed' }])
})

test('stop ends all work and reports nothing more', async () => {
  server.intercept = ({ query }) => query.has('partNumber')
  const queue = queueOf()
  upload(queue, fileOf(randomBytes(5000)))
  await until(queue, ([item]) => item?.uploadId != null)
  const listener = vi.fn()
  queue.subscribe(listener)
  await queue.stop()
  queue.pauseAll()
  expect(listener).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(server.partsInFlight).toBe(0))
})
