import { isActive, isFailed, targetPathOf, type UploadItem } from '@clouddisk/client/uploads/state'
import type { TransferRecord } from '@clouddisk/contract/desktop'
import type { Download } from './downloads/download.ts'
import type { FollowedRecord } from './record-messages.ts'

/** Uploads and downloads as the records of A§3 (R75). */

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(100, Math.round((part / whole) * 1000) / 10)

/** @param path of the file on this computer. */
export function recordOfUpload(item: UploadItem, path: string): TransferRecord {
  const isReading = item.status === 'checking'
  const finishedPartsSize = isReading ? item.hashedBytes : item.uploadInfo.currentSize
  return {
    id: item.uid,
    type: 'uploadFile',
    instanceId: item.instanceId,
    fileName: item.savedName ?? item.name,
    fileSize: item.fileSize,
    position: targetPathOf(item),
    localPath: path,
    parentId: item.parentId,
    inGroup: item.instanceType !== 'NetDisk_0',
    fileSharingId: item.fileSharingId,
    status: statusOf(item),
    finishedPartsSize,
    progress: item.status === 'success' ? 100 : share(finishedPartsSize, item.fileSize),
    rate: item.uploadInfo.speed,
    errmsg: item.errorMsg,
    error: item.error,
    taskAddTime: item.addedAt,
    finishedTime: null,
    isLocalSync: false,
    localSyncId: null,
  }
}

export const followedUpload = (item: UploadItem, record: TransferRecord): FollowedRecord => ({
  record,
  isReading: item.status === 'checking',
  parts: Object.keys(item.oSuccessPart).length,
})

function statusOf(item: UploadItem): TransferRecord['status'] {
  if (item.status === 'success') return 'finished'
  if (isFailed(item)) return 'error'
  if (item.status === 'pause') return 'pause'
  return isActive(item) ? 'running' : 'waiting'
}

/** @param rate bytes a second. */
export const recordOfDownload = (one: Download, rate: number): TransferRecord => ({
  id: one.id,
  type: 'downloadFile',
  instanceId: one.instanceId,
  fileName: one.fileName,
  fileSize: one.fileSize,
  position: one.folder,
  localPath: one.localPath ?? '',
  parentId: null,
  inGroup: false,
  fileSharingId: one.fileSharingId,
  status: one.status,
  finishedPartsSize: one.received,
  progress: one.status === 'finished' ? 100 : share(one.received, one.fileSize),
  rate,
  errmsg: one.errmsg,
  error: null,
  taskAddTime: one.addedAt,
  finishedTime: null,
  isLocalSync: false,
  localSyncId: null,
})
