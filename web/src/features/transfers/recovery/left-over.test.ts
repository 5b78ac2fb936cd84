import type { OpenUpload } from '@clouddisk/contract/uploads'
import { expect, test } from 'vitest'
import { item } from '../testing/items.ts'
import { leftOver } from './left-over.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const session = (objectKey: string, createTime: string, receiveTime: string | null = null): OpenUpload => ({
  objectKey,
  bucketName: 'b',
  instanceName: 'a.txt',
  parentId: 'p',
  fileSize: 100,
  receivedSize: 0,
  partSize: 10,
  receiveTime,
  conflict: 'keepBoth',
  lastModified: null,
  createTime,
  expireTime: '2026-11-27T00:00:00Z',
})

test('what this browser lists, and of which something came a moment ago, is not left over', () => {
  const open = [
    session('own', '2026-11-19T00:00:00Z'),
    session('elsewhere', '2026-11-19T00:00:00Z'),
    session('young', '2026-11-20T11:55:00Z'),
    session('going on', '2026-11-19T00:00:00Z', '2026-11-20T11:55:00Z'),
    session('stopped', '2026-11-19T00:00:00Z', '2026-11-20T11:45:00Z'),
  ]
  const items = [item('a', { objectKey: 'own' })]
  expect(leftOver(open, { items }, NOW).map(({ objectKey }) => objectKey)).toEqual(['elsewhere', 'stopped'])
})
