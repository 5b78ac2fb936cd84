import { nameKey, splitName } from '@clouddisk/contract/names'
import { newId } from '@clouddisk/server/db/ids'
import { pinyinOf } from '@clouddisk/server/tree/pinyin'

/** A generated tree in memory: what the tables will hold, with the sums that the product keeps. */

export interface Blob {
  readonly id: string
  /** Bytes. */
  readonly size: number
}

export interface Folder {
  readonly id: string
  readonly name: string
  readonly parent: Folder | undefined
  readonly files: number
  /** Name of its n-th file. */
  readonly nameOf: (n: number) => string
  readonly folders: Folder[]
  readonly sums: { size: number; files: number; folders: number }
}

export interface Row {
  readonly id: string
  readonly parentId: string
  readonly isFolder: boolean
  readonly name: string
  readonly nameKey: string
  readonly ext: string
  readonly pinyin: string
  readonly blob: Blob | undefined
  readonly versionId: string | null
  /** ms since the epoch. */
  readonly time: number
  readonly sums: { size: number; files: number; folders: number }
  readonly children: { files: number; folders: number }
}

/** A folder of `files` generated files below `parent`; sums are filled in by `addUp`. */
export function addFolder(parent: Folder, name: string, files = 0, nameOf = numberedNameOf): Folder {
  const folder = { ...newFolder(newId(), name, files), parent, nameOf }
  parent.folders.push(folder)
  return folder
}

export const newFolder = (id: string, name: string, files = 0): Folder => ({
  id,
  name,
  parent: undefined,
  files,
  nameOf: numberedNameOf,
  folders: [],
  sums: { size: 0, files: 0, folders: 0 },
})

/** Fills in the sums of a folder and everything below it. */
export function addUp(folder: Folder, blobs: readonly Blob[]): Folder['sums'] {
  const { sums } = folder
  for (let n = 0; n < folder.files; n++) sums.size += blobOf(blobs, n).size
  sums.files += folder.files
  for (const child of folder.folders) {
    const below = addUp(child, blobs)
    sums.size += below.size
    sums.files += below.files
    sums.folders += below.folders + 1
  }
  return sums
}

/** Everything below a folder, parents first. */
export function* rowsBelow(folder: Folder, blobs: readonly Blob[]): Generator<Row> {
  for (const child of folder.folders) yield folderRow(child)
  for (const child of folder.folders) yield* rowsBelow(child, blobs)
  for (let n = 0; n < folder.files; n++) yield fileRow(folder, n, blobs)
}

const NEWEST = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const MINUTES_BACK = 3 * 365 * 24 * 60

const folderRow = (folder: Folder): Row => ({
  id: folder.id,
  parentId: folder.parent?.id ?? '',
  isFolder: true,
  name: folder.name,
  nameKey: nameKey(folder.name),
  ext: '',
  pinyin: pinyinOf(folder.name),
  blob: undefined,
  versionId: null,
  time: NEWEST,
  sums: folder.sums,
  children: { files: folder.files, folders: folder.folders.length },
})

function fileRow(folder: Folder, n: number, blobs: readonly Blob[]): Row {
  const name = folder.nameOf(n)
  const blob = blobOf(blobs, n)
  return {
    id: newId(),
    parentId: folder.id,
    isFolder: false,
    name,
    nameKey: nameKey(name),
    ext: splitName(name).ext.toLowerCase(),
    pinyin: pinyinOf(name),
    blob,
    versionId: newId(),
    time: NEWEST - (scatter(n) % MINUTES_BACK) * MINUTE,
    sums: { size: blob.size, files: 1, folders: 0 },
    children: { files: 0, folders: 0 },
  }
}

function blobOf(blobs: readonly Blob[], n: number): Blob {
  const blob = blobs[scatter(n) % blobs.length]
  if (!blob) throw new Error('a tree with files needs content')
  return blob
}

/** Names as people have them: cameras, offices, Chinese, capitals, numbers of different lengths. */
const PATTERNS = ['IMG_', 'Quarterly report ', '会议纪要 ', 'scan-', '项目计划（第', 'Invoice '] as const
const ENDINGS = ['.JPG', '.docx', '.docx', '.pdf', '版）.xlsx', '.pdf'] as const

function numberedNameOf(n: number): string {
  const kind = scatter(n) % PATTERNS.length
  return `${PATTERNS[kind]}${n}${ENDINGS[kind]}`
}

/** A number that jumps about but is always the same for the same n. */
const scatter = (n: number): number => ((n + 1) * 2_654_435_761) % 4_294_967_291
