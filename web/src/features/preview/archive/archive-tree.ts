import type { ArchiveEntry } from '@clouddisk/contract/archives'

/** The entries of an archive as folders with contents. Pure. */

export interface ArchiveRow {
  /** Of the entry: names with `/` between them. */
  readonly path: string
  readonly name: string
  readonly isFolder: boolean
  /** Of a folder that of all files in it; null where the archive does not say. */
  readonly size: number | null
  readonly packedSize: number | null
  readonly time: string | null
  readonly fault: ArchiveEntry['fault']
}

export interface ArchiveTree {
  /** Rows of a folder, by its path; the top is ''. */
  readonly folders: ReadonlyMap<string, readonly ArchiveRow[]>
  readonly files: number
  /** Of all files whose size is known. */
  readonly bytes: number
}

interface Node {
  entry: ArchiveEntry | undefined
  readonly path: string
  readonly children: Map<string, Node>
  size: number
  packedSize: number | null
}

const nodeOf = (path: string): Node => ({
  entry: undefined,
  path,
  children: new Map(),
  size: 0,
  packedSize: null,
})

/** Folders that no entry stands for are there because of what is in them. */
export function treeOf(entries: readonly ArchiveEntry[]): ArchiveTree {
  const top = nodeOf('')
  for (const entry of entries) {
    let node = top
    // A path that leads elsewhere is shown as it is.
    for (const name of entry.fault === 'unsafe' ? [entry.path] : entry.path.split('/')) {
      const next = node.children.get(name) ?? nodeOf(node === top ? name : `${node.path}/${name}`)
      node.children.set(name, next)
      node = next
    }
    node.entry = entry
  }
  const folders = new Map<string, readonly ArchiveRow[]>()
  const files = sumUp(top, folders)
  return { folders, files, bytes: top.size }
}

const compare = new Intl.Collator(['zh-CN', 'en'], { numeric: true }).compare

/** Adds up sizes, sorts rows; returns the number of files. Without recursion: a path may have thousands of names. */
function sumUp(top: Node, folders: Map<string, readonly ArchiveRow[]>): number {
  const order: Node[] = [top]
  for (const node of order) order.push(...node.children.values())
  let files = 0
  for (const node of order.reverse()) {
    const children = [...node.children.values()]
    const isFolder = node === top || isFolderNode(node)
    if (!isFolder) {
      files++
      node.size = node.entry?.size ?? 0
      node.packedSize = node.entry?.packedSize ?? null
      continue
    }
    for (const child of children) {
      node.size += child.size
      if (child.packedSize !== null) node.packedSize = (node.packedSize ?? 0) + child.packedSize
    }
    const rows = [...node.children].map(([name, child]) => rowOf(name, child))
    folders.set(
      node.path,
      rows.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || compare(a.name, b.name)),
    )
  }
  return files
}

const isFolderNode = ({ entry, children }: Node): boolean => children.size > 0 || entry?.isFolder === true

function rowOf(name: string, node: Node): ArchiveRow {
  const { entry, path, size, packedSize } = node
  const isFolder = isFolderNode(node)
  return {
    path: entry?.path ?? path,
    name,
    isFolder,
    size: isFolder ? size : (entry?.size ?? null),
    packedSize: isFolder ? packedSize : (entry?.packedSize ?? null),
    time: entry?.time ?? null,
    fault: entry?.fault,
  }
}

/** Rows whose names contain the words, at most `max`; their names are their paths. */
export function searchRows({ folders }: ArchiveTree, words: string, max: number): ArchiveRow[] {
  const wanted = words.normalize('NFC').toLowerCase()
  const found: ArchiveRow[] = []
  for (const rows of folders.values())
    for (const row of rows) {
      if (!row.name.normalize('NFC').toLowerCase().includes(wanted)) continue
      found.push({ ...row, name: row.path })
      if (found.length >= max) return found
    }
  return found.sort((a, b) => compare(a.path, b.path))
}
