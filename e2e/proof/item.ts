import { sameName } from './rules.ts'

/** Files and folders of the model: nested arrays that are walked each time, nothing kept that can be counted. */

export interface Content {
  readonly size: number
  readonly sha256: string
}
export interface Item {
  /** Unknown until the server told it. */
  id: string | undefined
  name: string
  readonly folder: boolean
  /** Oldest first; of a file, at least one. */
  versions: Content[]
  children: Item[]
  parent: Item | undefined
}
export const newItem = (name: string, folder: boolean, ...versions: Content[]): Item => ({
  id: undefined,
  name,
  folder,
  versions,
  children: [],
  parent: undefined,
})

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
