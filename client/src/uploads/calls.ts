import { batchCreateFolder, type FolderNode } from '@clouddisk/contract/files'
import { fileTypeOf } from '@clouddisk/contract/filetypes'
import { nameKey, splitName } from '@clouddisk/contract/names'
import { MINUTE } from '@clouddisk/contract/time'
import {
  checkUploadAble,
  LAST_MODIFIED_MAX,
  recycleObject,
  type SavedInstance,
  type SmallFiles,
  saveUpload,
  secondUpload,
  type UploadCheck,
} from '@clouddisk/contract/uploads'
import type { Api } from './ports.ts'
import type { FolderGroup, UploadItem } from './state.ts'

/** API calls of the upload sequence (A§7). */

/** Verifying the end of a large file, or all of it after a restart of the server, is slow. */
const SAVE_MS = 5 * MINUTE

export function requestCheck(
  api: Api,
  item: UploadItem,
  withHashes: boolean,
  signal: AbortSignal,
): Promise<UploadCheck> {
  return api(
    checkUploadAble,
    {
      fSize: item.fileSize,
      fName: item.fName,
      category: item.instanceType,
      conflict: item.conflict,
      lastModified: timeOf(item),
      ...targetFieldsOf(item),
      ...sourceFieldOf(item),
      ...(withHashes ? hashesOf(item) : {}),
      ...(item.objectKey === null ? {} : { objectKey: item.objectKey }),
    },
    { signal },
  )
}

/** @param proof null if the user may read that content anyway. */
export function requestInstantUpload(
  api: Api,
  item: UploadItem,
  fileId: string,
  proof: string | null,
  signal: AbortSignal,
): Promise<SavedInstance> {
  return api(
    secondUpload,
    {
      fileId,
      ...(item.objectKey === null ? {} : { objectKey: item.objectKey }),
      fileName: item.fName,
      category: item.instanceType,
      instanceType: typeOf(item),
      conflict: item.conflict,
      lastModified: timeOf(item),
      ...targetFieldsOf(item),
      ...sourceFieldOf(item),
      ...(proof === null ? {} : { proof }),
    },
    { signal, timeoutMs: SAVE_MS },
  )
}

export function requestSave(api: Api, item: UploadItem, signal: AbortSignal): Promise<SavedInstance> {
  return api(
    saveUpload,
    {
      ...hashesOf(item),
      bucketName: item.bucketName ?? '',
      objectKey: item.objectKey ?? '',
      fType: String(fileTypeOf(splitName(item.name).ext).fType),
      fSize: item.fileSize,
      fName: item.fName,
      category: item.instanceType,
      partSize: item.partSize,
      partNum: item.partCount,
      lastPartSize: item.lastPartSize,
      instanceType: typeOf(item),
      classifierId: 'File',
      conflict: item.conflict,
      lastModified: timeOf(item),
      ...targetFieldsOf(item),
      ...sourceFieldOf(item),
    },
    { signal, timeoutMs: SAVE_MS },
  )
}

/** Fields of one file in the head of a batch. */
export const smallFileFields = (item: UploadItem, sha256: string): SmallFiles['files'][number] => ({
  ...(item.work.batch === null ? {} : { no: item.work.batch.no }),
  ...(item.parentId === null ? {} : { parentId: item.parentId }),
  fSize: item.fileSize,
  fName: item.fName,
  sha256,
  conflict: item.conflict,
  lastModified: timeOf(item),
})

export async function requestRecycle(api: Api, item: UploadItem, signal: AbortSignal): Promise<void> {
  if (item.objectKey === null) return
  await api(
    recycleObject,
    {
      objectKey: item.objectKey,
      bucketName: item.bucketName ?? '',
      partNum: item.iMaxSuccessNum,
      ...(item.uploadId === null ? {} : { uploadId: item.uploadId }),
    },
    { signal },
  )
}

/** Creates the folders of a group in one call. Existing folders are reused. */
export function requestFolders(api: Api, group: FolderGroup, signal: AbortSignal): Promise<FolderNode> {
  const root = treeOf(group.folders)
  return api(
    batchCreateFolder,
    {
      parentId: group.parentId,
      instanceName: root?.instanceName ?? group.name,
      children: root?.children ?? [],
      ...(group.fileSharingId === null ? {} : { fileSharingId: group.fileSharingId }),
      ...(group.linkPath === null ? {} : { linkPath: group.linkPath }),
    },
    { signal },
  ) as Promise<FolderNode>
}

/** The folders as a tree. Paths that differ only in case are one folder. */
export function treeOf(folders: readonly (readonly string[])[]): FolderNode | undefined {
  const top: FolderNode[] = []
  for (const pieces of folders) {
    let level = top
    for (const piece of pieces) {
      let node = level.find(({ instanceName }) => nameKey(instanceName) === nameKey(piece))
      if (!node) {
        node = { instanceName: piece, children: [] }
        level.push(node)
      }
      node.children ??= []
      level = node.children
    }
  }
  return top[0]
}

const targetFieldsOf = (item: UploadItem) => ({
  ...(item.parentId === null ? {} : { parentId: item.parentId }),
  ...(item.fileSharingId === null ? {} : { fileSharingId: item.fileSharingId }),
  ...(item.linkPath === null ? {} : { linkPath: item.linkPath }),
})

export const sourceFieldOf = ({ sourceType }: UploadItem) => (sourceType === undefined ? {} : { sourceType })

const hashesOf = (item: UploadItem) => ({ fMd5: item.fMd5 ?? '', sha256: item.sha256 ?? '' })

/** A file may have a time before 1970, in the far future, or none. */
const timeOf = (item: UploadItem): number =>
  Math.min(LAST_MODIFIED_MAX, Math.max(0, Math.trunc(item.lastModified) || 0))

/** "2" for the category NetDisk_2. */
const typeOf = ({ instanceType }: UploadItem) => (instanceType === 'NetDisk_2' ? '2' : '0')
