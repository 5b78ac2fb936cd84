import { LIMITS, type Limits } from '@clouddisk/contract/limits'
import type { NameReason } from '@clouddisk/contract/name-reasons'
import { suggestFreeName } from '@clouddisk/contract/name-suggestions'
import { folderNameFault, nameFault, nameKey } from '@clouddisk/contract/names'

/** Finds invalid names in a selection, at every depth, and proposes a valid name for each. Pure. */

type Folder = readonly string[]

interface PlacedFile {
  readonly name: string
  readonly path: Folder
}

interface NameSelection<F extends PlacedFile> {
  readonly files: readonly F[]
  /** Paths of all folders, from the chosen one down. */
  readonly folders: readonly Folder[]
}

export interface RefusedName {
  readonly key: string
  readonly kind: 'file' | 'folder'
  readonly name: string
  /** Folders above it, by their names in the selection. */
  readonly path: Folder
  readonly fault: NameReason
  readonly suggestion: string
  /** Valid names in the same folder, by nameKey. */
  readonly siblings: ReadonlySet<string>
}

/** New names by key. Null leaves out the file or the folder with its content. */
export type NewNames = ReadonlyMap<string, string | null>

export const refusedNameFault = (
  kind: RefusedName['kind'],
  name: string,
  limits: Limits = LIMITS,
): NameReason | undefined =>
  kind === 'folder'
    ? folderNameFault(name, limits.folderMax, limits.nameMax)
    : nameFault(name, limits.nameMax)

const keyOf = (kind: RefusedName['kind'], path: Folder, name: string): string =>
  `${kind} ${[...path, name].join('/')}`

type SelectedName = Pick<RefusedName, 'key' | 'kind' | 'name' | 'path'>

/** Folders first, parents before children, then files. */
export function refusedNames(selection: NameSelection<PlacedFile>, limits: Limits = LIMITS): RefusedName[] {
  const taken = new Map<string, Set<string>>()
  const refused: (SelectedName & { fault: NameReason })[] = []
  for (const entry of selectedNames(selection)) {
    const fault = refusedNameFault(entry.kind, entry.name, limits)
    if (fault) refused.push({ ...entry, fault })
    else siblingsOf(taken, entry.path).add(nameKey(entry.name))
  }
  const valid = new Map([...taken].map(([path, names]) => [path, new Set(names)]))
  return refused.map((entry) => ({
    ...entry,
    suggestion: suggestFreeName(entry.name, entry.kind === 'folder', siblingsOf(taken, entry.path), limits),
    siblings: siblingsOf(valid, entry.path),
  }))
}

function siblingsOf(taken: Map<string, Set<string>>, path: Folder): Set<string> {
  const key = path.join('/')
  const names = taken.get(key) ?? new Set()
  taken.set(key, names)
  return names
}

/** Folders without duplicates, including those that only occur in paths of files; then files. */
function selectedNames({ files, folders }: NameSelection<PlacedFile>): SelectedName[] {
  const foldersByKey = new Map<string, SelectedName>()
  const paths = [...folders, ...files.map(({ path }) => path)]
  for (const pieces of paths.toSorted((a, b) => a.length - b.length)) {
    for (let depth = 0; depth < pieces.length; depth++) {
      const path = pieces.slice(0, depth)
      const name = pieces[depth] ?? ''
      const key = keyOf('folder', path, name)
      if (!foldersByKey.has(key)) foldersByKey.set(key, { key, kind: 'folder', name, path })
    }
  }
  const sortedFolders = [...foldersByKey.values()].toSorted((a, b) => a.path.length - b.path.length)
  return [
    ...sortedFolders,
    ...files.map(({ name, path }) => ({ key: keyOf('file', path, name), kind: 'file' as const, name, path })),
  ]
}

/** Applies new names to the selection. `source` keeps the name and path of a renamed file on the user's device. */
export function withNewNames<F extends PlacedFile>(
  { files, folders }: NameSelection<F>,
  names: NewNames,
): NameSelection<F & { readonly source?: PlacedFile }> {
  const newPathOf = (path: Folder): Folder | null => renamedPath(path, names)
  return {
    files: files.flatMap((file) => {
      const path = newPathOf(file.path)
      const name = renamed(keyOf('file', file.path, file.name), file.name, names)
      if (path === null || name === null) return []
      const isSame = name === file.name && path.every((piece, depth) => piece === file.path[depth])
      return [isSame ? file : { ...file, name, path, source: { name: file.name, path: file.path } }]
    }),
    folders: folders.flatMap((path) => {
      const newPath = newPathOf(path)
      return newPath === null ? [] : [newPath]
    }),
  }
}

function renamed(key: string, name: string, names: NewNames): string | null {
  const newName = names.get(key)
  return newName === undefined ? name : newName
}

function renamedPath(path: Folder, names: NewNames): Folder | null {
  const pieces: string[] = []
  for (const [depth, name] of path.entries()) {
    const piece = renamed(keyOf('folder', path.slice(0, depth), name), name, names)
    if (piece === null) return null
    pieces.push(piece)
  }
  return pieces
}
