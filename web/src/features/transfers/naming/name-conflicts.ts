import type { ConflictPolicy } from '@clouddisk/client/uploads/state'
import type { queryNamesakes } from '@clouddisk/contract/files'
import { nameKey, numberedName } from '@clouddisk/contract/names'
import type { Reply } from '@clouddisk/contract/route'

/** Name conflicts between a selection and its target folder, and their resolution (G13). Pure. */

export interface NameConflict {
  readonly kind: 'file' | 'folder'
  readonly name: string
  /** The kind of item that has the name now. */
  readonly taken: 'file' | 'folder'
}

export type ConflictChoice =
  | { readonly what: 'keepBoth' }
  | { readonly what: 'newVersion' }
  | { readonly what: 'skip' }
  /** Merges into the existing folder; `inside` is the policy for conflicts in it. */
  | { readonly what: 'merge'; readonly inside: MergePolicy }
export type MergePolicy = Exclude<ConflictPolicy, 'fail'>

/**
 * Possible choices: only a file can be a new version of a file, only folders merge. The first is the default.
 */
export function conflictChoices({
  kind,
  taken,
}: Pick<NameConflict, 'kind' | 'taken'>): ConflictChoice['what'][] {
  if (kind === 'folder') return taken === 'folder' ? ['merge', 'keepBoth', 'skip'] : ['keepBoth', 'skip']
  return taken === 'file' ? ['keepBoth', 'newVersion', 'skip'] : ['keepBoth', 'skip']
}

interface NamedPath {
  readonly name: string
  readonly path: readonly string[]
}

/** The names that a selection adds directly to the target folder. */
export function topLevelNames(
  files: readonly NamedPath[],
  empties: readonly (readonly string[])[],
): { files: string[]; folders: string[] } {
  const unique = (names: readonly (string | undefined)[]) => [
    ...new Set(names.filter((name) => name !== undefined)),
  ]
  return {
    files: unique(files.map(({ name, path }) => (path.length === 0 ? name : undefined))),
    folders: unique([...files.map(({ path }) => path[0]), ...empties.map(([root]) => root)]),
  }
}

export function findNameConflicts(
  names: { files: readonly string[]; folders: readonly string[] },
  taken: Reply<typeof queryNamesakes>,
): NameConflict[] {
  const there = new Map(
    taken.map(({ name, classifierId }) => [name, classifierId === 'File' ? 'file' : 'folder'] as const),
  )
  const of = (kind: NameConflict['kind']) => (name: string) => {
    const what = there.get(name)
    return what ? [{ kind, name, taken: what }] : []
  }
  return [...names.folders.flatMap(of('folder')), ...names.files.flatMap(of('file'))]
}

/** Key of kind and name. */
export const choiceKey = ({ kind, name }: Pick<NameConflict, 'kind' | 'name'>): string => `${kind} ${name}`

/** Numbered names tried here; beyond that the server numbers them. */
const NUMBERS = 50
export const numberedNames = (name: string): string[] =>
  Array.from({ length: NUMBERS }, (_, n) => numberedName(name, n + 1, true))

/** The first numbered name that is free. */
export function freeName(name: string, taken: Reply<typeof queryNamesakes>): string {
  const keys = new Set(taken.map((one) => nameKey(one.name)))
  return (
    numberedNames(name).find((candidate) => !keys.has(nameKey(candidate))) ??
    numberedName(name, NUMBERS + 1, true)
  )
}

export interface ResolvedSelection<F> {
  readonly files: (F & { readonly conflict?: ConflictPolicy })[]
  readonly empties: (readonly string[])[]
}

/**
 * Applies the choices to the selection.
 * @param renamed new names of folders that are kept in addition.
 */
export function applyChoices<F extends NamedPath>(
  files: readonly F[],
  empties: readonly (readonly string[])[],
  choices: ReadonlyMap<string, ConflictChoice>,
  renamed: ReadonlyMap<string, string>,
): ResolvedSelection<F> {
  const rootOf = (path: readonly string[]) => renamed.get(path[0] ?? '') ?? path[0] ?? ''
  const moved = (path: readonly string[]) => (path.length === 0 ? path : [rootOf(path), ...path.slice(1)])
  const choiceFor = ({ name, path }: NamedPath) =>
    choices.get(choiceKey(path[0] === undefined ? { kind: 'file', name } : { kind: 'folder', name: path[0] }))
  return {
    files: files.flatMap((file) => {
      const choice = choiceFor(file)
      if (choice?.what === 'skip') return []
      return [{ ...file, path: moved(file.path), ...(choice ? { conflict: policyOf(choice) } : {}) }]
    }),
    empties: empties.flatMap((path) => (choiceFor({ name: '', path })?.what === 'skip' ? [] : [moved(path)])),
  }
}

const policyOf = (choice: ConflictChoice): ConflictPolicy =>
  choice.what === 'merge' ? choice.inside : choice.what
