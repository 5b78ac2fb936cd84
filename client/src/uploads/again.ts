import { nameKey, numberedName } from '@clouddisk/contract/names'
import {
  type FolderGroup,
  isFailed,
  type NewFile,
  sourceOf,
  type UploadItem,
  type UploadState,
} from './state.ts'

/** A selection of which some may wait in the list already: interrupted, and without their files since. Pure. */

type Folder = readonly string[]

export interface Selected<F> {
  readonly parentId: string
  readonly files: readonly F[]
  /** Every folder met, as pieces from the chosen one down. */
  readonly folders: readonly Folder[]
}
export interface ChosenAgain<F> {
  /** The files that uploads wait for, by uid. */
  readonly waiting: ReadonlyMap<string, F>
  /** What is new. */
  readonly files: readonly F[]
  readonly folders: readonly Folder[]
}

/** Interrupted by a reload: choosing its file once more means going on with it. */
export const waitsForFile = (item: UploadItem): boolean =>
  (item.needsFile || item.pauseReason === 'restored') && (item.status === 'pause' || isFailed(item))

/** Name, size, time and place must agree; a folder may have got a number when it was first taken (G13). */
export function chosenAgain<F extends NewFile>(
  { items, groups }: Pick<UploadState, 'items' | 'groups'>,
  { parentId, files, folders }: Selected<F>,
): ChosenAgain<F> {
  const groupOf = new Map(groups.map((group) => [group.groupId, group]))
  const left = new Map<string, UploadItem[]>()
  for (const item of items.filter(waitsForFile)) {
    const group = item.groupId === null ? undefined : groupOf.get(item.groupId)
    if ((group ? group.parentId : item.parentId) !== parentId) continue
    const key = keyOf(sourced(item), item.fileSize)
    left.set(key, [...(left.get(key) ?? []), item])
  }
  const waiting = new Map<string, F>()
  const rest: F[] = []
  const made = new Map<string, Made>()
  for (const file of files) {
    const key = keyOf(file, file.file.size)
    const alike = left.get(key) ?? []
    const item = alike.find(sameRoot(file)) ?? alike.find(numberedRoot(file))
    if (!item) {
      rest.push(file)
      continue
    }
    waiting.set(item.uid, file)
    left.set(
      key,
      alike.filter((other) => other !== item),
    )
    const group = groupOf.get(item.groupId ?? '')
    if (!group) continue
    for (let depth = 1; depth <= file.path.length; depth++)
      made.set(pathKey(file.path.slice(0, depth)), { group, path: item.path.slice(0, depth) })
  }
  return { waiting, files: rest, folders: folders.filter((pieces) => !isMade(made, pieces)) }
}

/** A folder that is there, or will be, under the name that it got. */
interface Made {
  readonly group: FolderGroup
  readonly path: Folder
}

/** @param made those above the files that are waited for, by their paths where they were chosen. */
function isMade(made: ReadonlyMap<string, Made>, pieces: Folder): boolean {
  for (let depth = pieces.length; depth > 0; depth--) {
    const above = made.get(pathKey(pieces.slice(0, depth)))
    if (!above) continue
    const key = pathKey([...above.path, ...pieces.slice(depth)])
    return above.group.folders.some((folder) => pathKey(folder) === key)
  }
  return false
}

type Placed = Pick<NewFile, 'name' | 'lastModified' | 'path'>

/** All but the name of the chosen folder. */
const keyOf = ({ name, lastModified, path }: Placed, size: number): string =>
  JSON.stringify([nameKey(name), size, lastModified, path.length > 0, placeKey(path)])

const pathKey = (path: Folder): string => path.map(nameKey).join('/')
const placeKey = (path: Folder): string => pathKey(path.slice(1))

const sourced = (item: UploadItem): Placed => ({ ...sourceOf(item), lastModified: item.lastModified })

const rootKey = ({ path: [root] }: Placed): string => (root === undefined ? '' : nameKey(root))
const sameRoot = (file: Placed) => (item: UploadItem) => rootKey(sourced(item)) === rootKey(file)

/** `照片 (1)` of `照片`. */
const numberedRoot =
  ({ path: [root] }: Placed) =>
  (item: UploadItem): boolean => {
    const [own] = sourceOf(item).path
    const number = own?.match(/ \((\d+)\)$/)?.[1]
    return (
      root !== undefined &&
      own !== undefined &&
      number !== undefined &&
      nameKey(numberedName(root, Number(number), true)) === nameKey(own)
    )
  }
