import { createItem, emptyState, type ItemFields } from '@clouddisk/client/uploads/items'
import type { FolderGroup, UploadError, UploadItem, UploadState } from '@clouddisk/client/uploads/state'

/** Items and states for tests. */

export const MB = 1024 ** 2
export const GB = 1024 ** 3

export const item = (uid: string, change: Partial<UploadItem> = {}): UploadItem => ({
  ...createItem({ ...FIELDS, uid, name: `${uid}.txt`, fileSize: 100 }),
  ...change,
})

const FIELDS: Omit<ItemFields, 'uid' | 'name' | 'fileSize'> = {
  lastModified: 1000,
  uploadType: 1,
  groupId: null,
  path: [],
  parentId: 'folder',
  uploadTo: '市场部',
  instanceType: 'NetDisk_0',
  fileSharingId: null,
  linkPath: null,
  loginMethod: 'sso',
  conflict: 'keepBoth',
  addedAt: 0,
  hasHandle: false,
}

export const sent = (currentSize: number, totalSize: number, speed = 0, left: number | null = null) => ({
  percentage: (currentSize / totalSize) * 100,
  fileSize: totalSize,
  uploadInfo: { speed, currentSize, totalSize, left, startTime: 0 },
})

/** What waits for room on the server. */
export const roomless = (change: Partial<UploadItem> = {}): Partial<UploadItem> => ({
  status: 'error',
  error: failure('305', { name: 'disk_full' }),
  work: { ...item('').work, tasks: [{ id: 1, kind: 'space', part: null, waiting: 'backoff' }] },
  ...change,
})

export const failure = (code: UploadError['code'], change: Partial<UploadError> = {}): UploadError => ({
  code,
  name: null,
  errcode: null,
  message: null,
  details: {},
  traceId: null,
  retryable: true,
  ...change,
})

export const group = (groupId: string, change: Partial<FolderGroup> = {}): FolderGroup => ({
  groupId,
  name: groupId,
  parentId: 'folder',
  fileSharingId: null,
  linkPath: null,
  folders: [[groupId]],
  status: 'created',
  ids: {},
  error: null,
  task: null,
  tries: 0,
  ...change,
})

export const inGroup = (groupId: string, uid: string, change: Partial<UploadItem> = {}): UploadItem =>
  item(uid, { groupId, uploadType: 2, path: [groupId], ...change })

export const stateOf = (items: readonly UploadItem[], groups: readonly FolderGroup[] = []): UploadState => ({
  ...emptyState(),
  items,
  groups,
  signedIn: true,
})
