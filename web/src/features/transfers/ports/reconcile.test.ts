import { toStored } from '@clouddisk/client/uploads/items'
import type { UploadItem } from '@clouddisk/client/uploads/state'
import { memoryStorage } from '@clouddisk/client/uploads/system'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { expect, test, vi } from 'vitest'
import { item } from '../testing/items.ts'
import { reconciled } from './reconcile.ts'

const session = (objectKey: string, receivedSize: number): OpenUpload => ({
  objectKey,
  bucketName: 'b',
  instanceName: 'a.txt',
  parentId: 'p',
  fileSize: 100,
  receivedSize,
  partSize: 10,
  receiveTime: null,
  conflict: 'keepBoth',
  lastModified: null,
  createTime: '2026-11-20T00:00:00Z',
  expireTime: '2026-11-27T00:00:00Z',
})

async function load(items: UploadItem[], openUploads: () => Promise<OpenUpload[]>) {
  const storage = memoryStorage()
  await storage.save({
    userId: 'lin',
    put: items.map(toStored),
    remove: [],
    groups: null,
    handles: new Map(),
    order: items.map(({ uid }) => uid),
  })
  const stored = await reconciled(storage, openUploads).load()
  return stored?.items[0]
}

const interrupted = item('a', {
  status: 'pause',
  objectKey: 'k',
  bucketName: 'b',
  uploadId: 'x',
  percentage: 30,
})

test('what the server has received counts, and until when', async () => {
  const found = await load([interrupted], async () => [session('k', 60)])
  expect(found).toMatchObject({ percentage: 60, resumableUntil: '2026-11-27T00:00:00Z', objectKey: 'k' })
  expect(found?.uploadInfo.currentSize).toBe(60)
})

test('a session that the server no longer has begins anew', async () => {
  const found = await load([interrupted], async () => [session('other', 1)])
  expect(found).toMatchObject({ objectKey: null, uploadId: null, percentage: 0, resumableUntil: null })
})

test('one that may be put together already is left to the save', async () => {
  const joined = { ...interrupted, work: { ...interrupted.work, stored: true } }
  expect(await load([joined], async () => [])).toMatchObject({ objectKey: 'k' })
})

test('a silent server changes nothing, and is not asked where nothing was begun', async () => {
  expect(await load([interrupted], () => Promise.reject(new Error('offline')))).toMatchObject({
    percentage: 30,
  })
  const asked = vi.fn(async () => [])
  await load([item('new')], asked)
  expect(asked).not.toHaveBeenCalled()
})
