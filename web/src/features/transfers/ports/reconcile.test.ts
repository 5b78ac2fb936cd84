import { toStored } from '@clouddisk/client/uploads/items'
import type { UploadItem } from '@clouddisk/client/uploads/state'
import { memoryStorage } from '@clouddisk/client/uploads/system'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { expect, test, vi } from 'vitest'
import { item } from '../testing/items.ts'
import { session } from '../testing/sessions.ts'
import { reconcileWithServer } from './reconcile.ts'

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
  const stored = await reconcileWithServer(storage, openUploads).load()
  return stored?.items[0]
}

const begun = item('a')
const interrupted = item('a', {
  status: 'pause',
  objectKey: 'k',
  bucketName: 'b',
  uploadId: 'x',
  percentage: 30,
  work: { ...begun.work, parts: 'unknown' },
})

test('what the server has received counts, and until when', async () => {
  const found = await load([interrupted], async () => [session('k', { receivedSize: 60 })])
  expect(found).toMatchObject({ percentage: 60, resumableUntil: '2026-11-27T00:00:00Z', objectKey: 'k' })
  expect(found?.uploadInfo.currentSize).toBe(60)
})

test('of a session whose time is over nothing counts any more', async () => {
  const over = { ...interrupted, resumableUntil: new Date(Date.now() - 1000).toISOString() }
  const found = await load([over], async () => [session('other')])
  expect(found).toMatchObject({ objectKey: 'k', uploadId: null, percentage: 0, resumableUntil: null })
})

test('one that is not open any more may have been saved from elsewhere: the save tells', async () => {
  const ended = { ...interrupted, resumableUntil: new Date(Date.now() + 60_000).toISOString() }
  expect(await load([ended], async () => [])).toMatchObject({ objectKey: 'k' })
})

test('one that may be put together already is left to the save, whatever the time', async () => {
  const over = { ...interrupted, resumableUntil: new Date(Date.now() - 1000).toISOString() }
  const joined = { ...over, work: { ...interrupted.work, stored: true } }
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
