import type { FileToUpload } from '@clouddisk/client/uploads/state'
import type { WalkChunk } from './walk.ts'

/** A walked selection, for the checks of select.ts. */
export interface GatheredSelection {
  readonly files: readonly SizedFile[]
  /** Every folder met, as pieces from the chosen one down. */
  readonly folders: readonly (readonly string[])[]
  readonly unreadable: readonly string[]
}

export interface SizedFile extends FileToUpload<File> {
  /** Bytes. */
  readonly size: number
}

export interface GatherOptions {
  readonly signal?: AbortSignal
  readonly onFound?: (files: number) => void
}

/** Collects a walk, sorted by name. */
export async function gather(
  found: AsyncIterable<WalkChunk>,
  options: GatherOptions = {},
): Promise<GatheredSelection> {
  const { signal, onFound } = options
  const files: SizedFile[] = []
  const folders: (readonly string[])[] = []
  const unreadable: string[] = []
  for await (const chunk of found) {
    signal?.throwIfAborted()
    for (const file of chunk.files) files.push({ ...file, size: file.file.size })
    folders.push(...chunk.folders)
    unreadable.push(...chunk.unreadable)
    onFound?.(files.length)
  }
  return { files: files.sort(byPath), folders, unreadable }
}

const collator = new Intl.Collator('zh-u-co-pinyin-kn-true')
const byPath = (a: SizedFile, b: SizedFile): number =>
  collator.compare([...a.path, a.name].join('/'), [...b.path, b.name].join('/'))

/** Folders that contain none of these files, as pieces. */
export function emptyFolders(
  folders: readonly (readonly string[])[],
  files: readonly { readonly path: readonly string[] }[],
): (readonly string[])[] {
  const used = new Set<string>()
  for (const { path } of files) {
    for (let depth = 1; depth <= path.length; depth++) used.add(path.slice(0, depth).join('/'))
  }
  return folders.filter((pieces) => !used.has(pieces.join('/')))
}
