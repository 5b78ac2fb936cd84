import type { BadFieldReason } from '@clouddisk/contract/errors'
import { LIMITS, type Limits } from '@clouddisk/contract/limits'
import { suggestFreeName } from '@clouddisk/contract/name-suggestions'
import { folderNameFault, nameFault, nameKey } from '@clouddisk/contract/names'

/** Finds invalid names in a selection, at every depth, and proposes a valid name for each. Pure. */

type Folder = readonly string[]

interface PlacedFile {
  readonly name: string
  readonly path: Folder
}

export interface NameSelection<F extends PlacedFile> {
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
  readonly fault: BadFieldReason
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
): BadFieldReason | undefined =>
  kind === 'folder'
    ? folderNameFault(name, limits.folderMax, limits.nameMax)
    : nameFault(name, limits.nameMax)

const keyOf = (kind: RefusedName['kind'], path: Folder, name: string): string =>
  `${kind} ${[...path, name].join('/')}`

type SelectedName = Pick<RefusedName, 'key' | 'kind' | 'name' | 'path'>

/** Folders first, parents before children, then files. */
export function refusedNames(selection: NameSelection<PlacedFile>, limits: Limits = LIMITS): RefusedName[] {
  const taken = new Map<string, Set<string>>()
  const refused: (SelectedName & { fault: BadFieldReason })[] = []
  for (const one of selectedNames(selection)) {
    const fault = refusedNameFault(one.kind, one.name, limits)
    if (fault) refused.push({ ...one, fault })
    else siblingsOf(taken, one.path).add(nameKey(one.name))
  }
  const valid = new Map([...taken].map(([path, names]) => [path, new Set(names)]))
  return refused.map((one) => ({
    ...one,
    suggestion: suggestFreeName(one.name, one.kind === 'folder', siblingsOf(taken, one.path), limits),
    siblings: siblingsOf(valid, one.path),
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
  const found = new Map<string, SelectedName>()
  const paths = [...folders, ...files.map(({ path }) => path)]
  for (const pieces of paths.toSorted((a, b) => a.length - b.length)) {
    for (let depth = 0; depth < pieces.length; depth++) {
      const path = pieces.slice(0, depth)
      const name = pieces[depth] ?? ''
      const key = keyOf('folder', path, name)
      if (!found.has(key)) found.set(key, { key, kind: 'folder', name, path })
    }
  }
  const byDepth = [...found.values()].toSorted((a, b) => a.path.length - b.path.length)
  return [
    ...byDepth,
    ...files.map(({ name, path }) => ({ key: keyOf('file', path, name), kind: 'file' as const, name, path })),
  ]
}

/** Applies new names to the selection. `source` keeps the name and path of a renamed file on the user's device. */
export function withNewNames<F extends PlacedFile>(
  { files, folders }: NameSelection<F>,
  names: NewNames,
): NameSelection<F & { readonly source?: PlacedFile }> {
  const moved = (path: Folder): Folder | null => renamedPath(path, names)
  return {
    files: files.flatMap((file) => {
      const path = moved(file.path)
      const name = renamed(keyOf('file', file.path, file.name), file.name, names)
      if (path === null || name === null) return []
      const isSame = name === file.name && path.every((piece, depth) => piece === file.path[depth])
      return [isSame ? file : { ...file, name, path, source: { name: file.name, path: file.path } }]
    }),
    folders: folders.flatMap((path) => {
      const there = moved(path)
      return there === null ? [] : [there]
    }),
  }
}

function renamed(key: string, name: string, names: NewNames): string | null {
  const given = names.get(key)
  return given === undefined ? name : given
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
