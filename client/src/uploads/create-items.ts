import { nameKey } from '@clouddisk/contract/names'
import { createItem, withOpenSession } from './items.ts'
import type { FileToUpload, FolderGroup, UploadItem, UploadRequest } from './state.ts'

/** Creates items and groups from a selection. Pure except for `newId`. */

interface CreatedItems {
  readonly items: UploadItem[]
  readonly groups: FolderGroup[]
  readonly files: ReadonlyMap<string, FileToUpload>
}

/** @param at ms since the epoch. */
export function createItems(upload: UploadRequest, newId: () => string, at: number): CreatedItems {
  const groups = groupsOf(upload, newId)
  const files = new Map<string, FileToUpload>()
  const items = upload.files.map((file) => {
    const uid = newId()
    files.set(uid, file)
    const [root] = file.path
    const groupId = root === undefined ? null : (groups.get(nameKey(root))?.groupId ?? null)
    const item = createItem({
      uid,
      name: file.name,
      fileSize: file.file.size,
      lastModified: file.lastModified,
      uploadType: groupId === null ? 1 : 2,
      groupId,
      path: file.path,
      ...(file.source && { source: file.source }),
      parentId: groupId === null ? upload.parentId : null,
      uploadTo: upload.isRoot && file.path.length > 0 ? '' : upload.uploadTo,
      instanceType: upload.inGroup ? 'NetDisk_2' : 'NetDisk_0',
      fileSharingId: upload.fileSharingId ?? null,
      linkPath: upload.linkPath ?? null,
      loginMethod: upload.loginMethod ?? 'sso',
      ...(upload.sourceType !== undefined && { sourceType: upload.sourceType }),
      conflict: file.conflict ?? upload.conflict ?? 'keepBoth',
      addedAt: at,
      hasHandle: file.handle !== undefined,
    })
    return file.session ? withOpenSession(item, file.session) : item
  })
  return { items, groups: [...groups.values()], files }
}

/** One group for each dropped folder, by name key. */
function groupsOf(upload: UploadRequest, newId: () => string): Map<string, FolderGroup> {
  const groups = new Map<string, FolderGroup>()
  for (const pieces of foldersOf(upload)) {
    const [name] = pieces
    if (name === undefined) continue
    const group = groups.get(nameKey(name)) ?? newGroup(upload, newId(), name)
    groups.set(nameKey(name), { ...group, folders: [...group.folders, pieces] })
  }
  return groups
}

/** Folders above files and empty folders, without duplicates, parents first. */
function foldersOf(upload: UploadRequest): (readonly string[])[] {
  const foldersByKey = new Map<string, readonly string[]>()
  for (const path of [...upload.files.map((file) => file.path), ...(upload.emptyFolders ?? [])]) {
    for (let depth = 1; depth <= path.length; depth++) {
      const pieces = path.slice(0, depth)
      const key = pieces.join('/')
      if (!foldersByKey.has(key)) foldersByKey.set(key, pieces)
    }
  }
  return [...foldersByKey.values()].sort((a, b) => a.length - b.length)
}

const newGroup = (upload: UploadRequest, groupId: string, name: string): FolderGroup => ({
  groupId,
  ...(upload.selectionId && { selectionId: upload.selectionId }),
  name,
  parentId: upload.parentId,
  fileSharingId: upload.fileSharingId ?? null,
  linkPath: upload.linkPath ?? null,
  folders: [],
  status: 'waiting',
  ids: {},
  error: null,
  task: null,
  tries: 0,
})
