import { LIMITS } from '@clouddisk/contract/limits'
import type { OpenUpload } from '@clouddisk/contract/uploads'

/** An open upload as the server lists it. */
export const session = (objectKey: string, fields: Partial<OpenUpload> = {}): OpenUpload => ({
  objectKey,
  bucketName: 'b',
  instanceName: 'a.txt',
  parentId: 'p',
  folderPath: '个人文件',
  fileSize: 100,
  receivedSize: 0,
  receiveTime: null,
  quietSeconds: 0,
  partSize: 10,
  syncSpeed: LIMITS.syncSpeed,
  conflict: 'keepBoth',
  lastModified: null,
  createTime: '2026-11-20T00:00:00Z',
  expireTime: '2026-11-27T00:00:00Z',
  ...fields,
})
