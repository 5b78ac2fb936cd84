import { nameKey, numberedName } from '@clouddisk/contract/names'
import {
  type FileToUpload,
  type FolderGroup,
  isFailed,
  sourceNameOf,
  type UploadItem,
  type UploadState,
} from './state.ts'

/** Matches a selection with interrupted uploads in the list that have lost their files. Pure. */

type Folder = readonly string[]

interface ResumeSelection<F> {
  readonly parentId: string
  readonly files: readonly F[]
  /** Paths of all folders, from the chosen one down. */
  readonly folders: readonly Folder[]
}
interface ResumeMatch<F> {
  /** Files of interrupted uploads, by uid. */
  readonly matched: ReadonlyMap<string, F>
  /** Files without an interrupted upload. */
  readonly files: readonly F[]
  readonly folders: readonly Folder[]
}

/** Interrupted by a reload: choosing the file again resumes the item. */
const awaitsFile = (item: UploadItem): boolean =>
  (item.needsFile || item.pauseReason === 'restored') && (item.status === 'pause' || isFailed(item))

/**
 * Name, size, time, path and target must agree. The root folder may have got a number when it was first uploaded (G13).
 */
export function matchResumable<F extends FileToUpload>(
  { items, groups }: Pick<UploadState, 'items' | 'groups'>,
  { parentId, files, folders }: ResumeSelection<F>,
): ResumeMatch<F> {
  const groupOf = new Map(groups.map((group) => [group.groupId, group]))
  const remaining = new Map<string, UploadItem[]>()
  for (const item of items.filter(awaitsFile)) {
    const group = item.groupId === null ? undefined : groupOf.get(item.groupId)
    if ((group ? group.parentId : item.parentId) !== parentId) continue
    const key = keyOf(sourceFileOf(item), item.fileSize)
    remaining.set(key, [...(remaining.get(key) ?? []), item])
  }
  const waiting = new Map<string, F>()
  const unmatched: F[] = []
  const foldersByPath = new Map<string, MatchedFolder>()
  for (const file of files) {
    const key = keyOf(file, file.file.size)
    const candidates = remaining.get(key) ?? []
    const item = candidates.find(sameRoot(file)) ?? candidates.find(numberedRoot(file))
    if (!item) {
      unmatched.push(file)
      continue
    }
    waiting.set(item.uid, file)
    remaining.set(
      key,
      candidates.filter((other) => other !== item),
    )
    const group = groupOf.get(item.groupId ?? '')
    if (!group) continue
    for (let depth = 1; depth <= file.path.length; depth++)
      foldersByPath.set(pathKey(file.path.slice(0, depth)), { group, path: item.path.slice(0, depth) })
  }
  return {
    matched: waiting,
    files: unmatched,
    folders: folders.filter((pieces) => !isFolderPresent(foldersByPath, pieces)),
  }
}

/** A folder that exists or will be created, under its final name. */
interface MatchedFolder {
  readonly group: FolderGroup
  readonly path: Folder
}

/** @param foldersByPath folders above matched files, by their paths in the selection. */
function isFolderPresent(foldersByPath: ReadonlyMap<string, MatchedFolder>, pieces: Folder): boolean {
  for (let depth = pieces.length; depth > 0; depth--) {
    const above = foldersByPath.get(pathKey(pieces.slice(0, depth)))
    if (!above) continue
    const key = pathKey([...above.path, ...pieces.slice(depth)])
    return above.group.folders.some((folder) => pathKey(folder) === key)
  }
  return false
}

type SourceFile = Pick<FileToUpload, 'name' | 'lastModified' | 'path'>

/** Excludes the name of the chosen folder. */
const keyOf = ({ name, lastModified, path }: SourceFile, size: number): string =>
  JSON.stringify([nameKey(name), size, lastModified, path.length > 0, pathBelowRootKey(path)])

const pathKey = (path: Folder): string => path.map(nameKey).join('/')
const pathBelowRootKey = (path: Folder): string => pathKey(path.slice(1))

const sourceFileOf = (item: UploadItem): SourceFile => ({
  ...sourceNameOf(item),
  lastModified: item.lastModified,
})

const rootKey = ({ path: [root] }: SourceFile): string => (root === undefined ? '' : nameKey(root))
const sameRoot = (file: SourceFile) => (item: UploadItem) => rootKey(sourceFileOf(item)) === rootKey(file)

/** Matches `照片 (1)` with `照片`. */
const numberedRoot =
  ({ path: [root] }: SourceFile) =>
  (item: UploadItem): boolean => {
    const [own] = sourceNameOf(item).path
    const number = own?.match(/ \((\d+)\)$/)?.[1]
    return (
      root !== undefined &&
      own !== undefined &&
      number !== undefined &&
      nameKey(numberedName(root, Number(number), true)) === nameKey(own)
    )
  }
