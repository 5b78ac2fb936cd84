import type { NewFile } from '@clouddisk/client/uploads/state'
import type { Found } from './walk.ts'

/** A walked selection, as the checks of select.ts take it. */
export interface Gathered {
  readonly files: readonly SizedFile[]
  /** Every folder met, as pieces from the chosen one down. */
  readonly folders: readonly (readonly string[])[]
  readonly unreadable: readonly string[]
  /** The walk was ended at the limit: there is more than was counted. */
  readonly more: boolean
}

export interface SizedFile extends NewFile<File> {
  /** Bytes. */
  readonly size: number
}

export interface GatherOptions {
  /** One file with content more than this ends the walk: nothing of it may be uploaded anyway. */
  readonly limit: number
  readonly signal?: AbortSignal
  readonly onFound?: (files: number) => void
}

/** Collects a walk, as far as it need go. In the order people read names. */
export async function gather(found: AsyncIterable<Found>, options: GatherOptions): Promise<Gathered> {
  const { limit, signal, onFound } = options
  const files: SizedFile[] = []
  const folders: (readonly string[])[] = []
  const unreadable: string[] = []
  let full = 0
  let more = false
  for await (const chunk of found) {
    signal?.throwIfAborted()
    for (const file of chunk.files) files.push({ ...file, size: file.file.size })
    folders.push(...chunk.folders)
    unreadable.push(...chunk.unreadable)
    full += chunk.files.filter(({ file }) => file.size > 0).length
    onFound?.(files.length)
    if (full <= limit) continue
    more = true
    break
  }
  return { files: files.sort(byPath), folders, unreadable, more }
}

const collator = new Intl.Collator('zh-u-co-pinyin-kn-true')
const byPath = (a: SizedFile, b: SizedFile): number =>
  collator.compare([...a.path, a.name].join('/'), [...b.path, b.name].join('/'))

/** Folders that none of these files will bring along, as pieces. */
export function emptyFolders(
  folders: readonly (readonly string[])[],
  files: readonly { readonly path: readonly string[] }[],
): (readonly string[])[] {
  const brought = new Set<string>()
  for (const { path } of files) {
    for (let depth = 1; depth <= path.length; depth++) brought.add(path.slice(0, depth).join('/'))
  }
  return folders.filter((pieces) => !brought.has(pieces.join('/')))
}
