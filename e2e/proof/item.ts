import { sameName } from './rules.ts'

/** Files and folders of the model: nested arrays that are walked each time, nothing kept that can be counted. */

export interface Content {
  readonly size: number
  readonly sha256: string
}
/** One content of a file. Numbers grow, with gaps where versions were removed. */
export interface FileVersion extends Content {
  readonly no: number
  readonly pinned: boolean
  readonly name: string | undefined
}
export interface Item {
  /** Unknown until the server told it. */
  id: string | undefined
  name: string
  readonly folder: boolean
  /** Oldest first; of a file, at least one. */
  versions: FileVersion[]
  children: Item[]
  parent: Item | undefined
}
export const newItem = (name: string, folder: boolean, ...versions: Content[]): Item => ({
  id: undefined,
  name,
  folder,
  versions: versions.map(({ size, sha256 }, n) => ({
    size,
    sha256,
    no: n + 1,
    pinned: false,
    name: undefined,
  })),
  children: [],
  parent: undefined,
})

export const currentNo = (file: Item): number => file.versions.at(-1)?.no ?? 0

export function addVersion(file: Item, { size, sha256 }: Content): void {
  file.versions.push({ size, sha256, no: currentNo(file) + 1, pinned: false, name: undefined })
}

/** All versions of a file become the latest ones of another. */
export function appendVersions(file: Item, versions: readonly FileVersion[]): void {
  const last = currentNo(file)
  file.versions.push(...versions.map((version) => ({ ...version, no: version.no + last })))
}

/** At least so many versions that are not pinned stay, if that many are kept at all. */
const UNPINNED_MIN = 10

/** Removes the oldest versions where they are more than are kept, pinned ones never. */
export function trimVersions(file: Item, kept: number): void {
  const others = file.versions.filter(({ pinned }) => !pinned)
  const surplus = Math.min(file.versions.length - kept, others.length - Math.min(kept, UNPINNED_MIN))
  const gone = others.filter(({ no }) => no !== currentNo(file)).slice(0, Math.max(0, surplus))
  file.versions = file.versions.filter((version) => !gone.includes(version))
}

export function hang(item: Item, folder: Item): Item {
  item.parent = folder
  folder.children.push(item)
  return item
}

export function takeOut(item: Item): void {
  const { parent } = item
  if (parent) parent.children = parent.children.filter((child) => child !== item)
  item.parent = undefined
}

/** A copy has the current content only, and no ids yet. */
export function clone(item: Item): Item {
  const copy = newItem(item.name, item.folder, ...item.versions.slice(-1))
  for (const child of item.children) hang(clone(child), copy)
  return copy
}

export const childNamed = (folder: Item, name: string): Item | undefined =>
  folder.children.find((child) => sameName(child.name, name))

export const below = (item: Item): Item[] => item.children.flatMap((child) => [child, ...below(child)])

/** Parent, its parent, … */
export function ancestors(item: Item): Item[] {
  return item.parent ? [item.parent, ...ancestors(item.parent)] : []
}

export const isIn = (item: Item, folder: Item): boolean => item === folder || ancestors(item).includes(folder)

/** Names from below the root to the item itself. */
export const pathOf = (item: Item): string[] => (item.parent ? [...pathOf(item.parent), item.name] : [])

/** Bytes of current content. */
export const sizeOf = (item: Item): number =>
  item.folder
    ? item.children.reduce((sum, child) => sum + sizeOf(child), 0)
    : (item.versions.at(-1)?.size ?? 0)

/** Bytes that count against the quota: every kept version. */
export const chargeOf = (item: Item): number =>
  item.folder
    ? item.children.reduce((sum, child) => sum + chargeOf(child), 0)
    : item.versions.reduce((sum, version) => sum + version.size, 0)
