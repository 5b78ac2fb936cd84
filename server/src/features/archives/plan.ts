import { singleEntryName } from '@clouddisk/contract/archives'
import { extractedName } from '@clouddisk/contract/filetypes'
import { LIMITS } from '@clouddisk/contract/limits'
import { type SuggestionLimits, suggestFreeName, suggestName } from '@clouddisk/contract/name-suggestions'
import { lengthOf, nameKey } from '@clouddisk/contract/names'
import { newId } from '../../db/ids.ts'
import { Refusal } from '../../errors/refusal.ts'
import type { FolderExtent } from '../../tree/reparent.ts'
import type { ExtractedEntry } from './process/task.ts'

/** The rows that the entries of an archive become: valid names, each once in its folder. */

export interface PlannedFolder {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
}

export interface PlannedFile extends PlannedFolder {
  /** Where its bytes are. */
  readonly at: number
  readonly size: number
  readonly modifiedAt: Date | null
}

export interface RefusedEntry {
  readonly path: string
  readonly refusal: Refusal
}

interface Folder extends PlannedFolder {
  readonly extent: FolderExtent
  /** Keys of the names in it. */
  readonly taken: Set<string>
  /** Numbers given to names in it. */
  readonly numbers: Map<string, number>
  /** Folders in it by the key of their names. */
  readonly folders: Map<string, Folder>
}

export interface PlanOptions {
  /** Id of the top row. */
  readonly topId: string
  readonly archiveName: string
  readonly limits: SuggestionLimits
  readonly emptyFiles: boolean
  /** The refusal if it is a kind of file that is not allowed. */
  readonly kindRefusal: (name: string, head: Buffer | undefined) => Refusal | undefined
  /** The refusal if a part of this extent is too deep below the target. */
  readonly depthRefusal: (extent: FolderExtent) => Refusal | undefined
}

export class ExtractPlan {
  readonly folders: PlannedFolder[] = []
  readonly files: PlannedFile[] = []
  readonly refused: RefusedEntry[] = []
  readonly #options: PlanOptions
  #top: Folder | undefined

  constructor(options: PlanOptions) {
    this.#options = options
  }

  /** @param head the first bytes of a file, if kinds of content are refused. */
  add(entry: ExtractedEntry, head?: Buffer): void {
    const refusal = this.#refusalOf(entry, head)
    if (refusal) {
      this.refused.push({ path: shortened(entry.path), refusal })
      return
    }
    const names = entry.path.split('/')
    if (entry.path === '') this.#addSingle(entry)
    else if (entry.isFolder) this.#folderOf(names)
    else {
      const folder = this.#folderOf(names.slice(0, -1))
      const name = suggestFreeName(
        names.at(-1) ?? '',
        false,
        folder.taken,
        this.#options.limits,
        folder.numbers,
      )
      this.files.push({ id: newId(), parentId: folder.id, name, ...bytesOf(entry) })
    }
  }

  /** The file of a compressed file needs no folder. */
  #addSingle(entry: ExtractedEntry): void {
    const { topId, archiveName, limits } = this.#options
    const name = suggestName(singleEntryName(archiveName), false, limits)
    this.files.push({ id: topId, parentId: null, name, ...bytesOf(entry) })
  }

  #refusalOf(
    { path, isFolder, fault, at, size }: ExtractedEntry,
    head: Buffer | undefined,
  ): Refusal | undefined {
    const { emptyFiles, depthRefusal, kindRefusal, archiveName } = this.#options
    const name = shortened(path)
    switch (fault) {
      case 'unsafe':
        return new Refusal('entry_unsafe', { name })
      case 'link':
      case 'special':
        return new Refusal('entry_not_a_file', { name })
      case 'damaged':
        return new Refusal('entry_damaged', { name })
      case 'encrypted':
        return new Refusal('archive_encrypted')
      case undefined:
    }
    if (!isFolder && at === undefined) return new Refusal('entry_damaged', { name })
    if (!isFolder && size === 0 && !emptyFiles) return new Refusal('empty_file', { name })
    const kind = isFolder ? undefined : kindRefusal(path === '' ? singleEntryName(archiveName) : name, head)
    if (kind) return kind
    const names = path.split('/')
    // Its own name is shortened, but not whatever its length.
    if (!isFolder && (names.at(-1) ?? '').length > LIMITS.pathMax)
      return new Refusal('path_too_long', { limit: LIMITS.pathMax })
    const folders = isFolder ? names : names.slice(0, -1)
    // Valid names are no longer than those that they replace, but for a letter or two.
    const length = folders.reduce(
      (sum, one) => sum + lengthOf(one) + 2,
      lengthOf(this.#options.archiveName) + 2,
    )
    return depthRefusal({ levels: folders.length + 1, length })
  }

  #folderOf(names: readonly string[]): Folder {
    const { topId, archiveName, limits } = this.#options
    if (!this.#top) {
      const name = suggestName(extractedName(archiveName), true, limits)
      this.#top = this.#addFolder({ id: topId, parentId: null, name, extent: { levels: 1, length: 0 } })
    }
    let folder = this.#top
    for (const name of names) folder = this.#childOf(folder, name)
    return folder
  }

  /** Names that differ by case alone are one folder. */
  #childOf(parent: Folder, original: string): Folder {
    const { limits } = this.#options
    const key = nameKey(suggestName(original, true, limits))
    const known = parent.folders.get(key)
    if (known) return known
    const name = suggestFreeName(original, true, parent.taken, limits, parent.numbers)
    const { levels, length } = parent.extent
    const extent = { levels: levels + 1, length: length + lengthOf(name) + 1 }
    const folder = this.#addFolder({ id: newId(), parentId: parent.id, name, extent })
    parent.folders.set(key, folder)
    return folder
  }

  #addFolder(about: PlannedFolder & Pick<Folder, 'extent'>): Folder {
    const { id, parentId, name } = about
    this.folders.push({ id, parentId, name })
    return { ...about, taken: new Set(), numbers: new Map(), folders: new Map() }
  }
}

/** Characters of a path in a result: an archive may have thousands of paths of 64 KiB. */
const TOLD_LENGTH_MAX = 255
const ELLIPSIS = '…'

/** What is left out of a long path is its middle. */
function shortened(path: string): string {
  const characters = [...path]
  if (characters.length <= TOLD_LENGTH_MAX) return path
  const half = (TOLD_LENGTH_MAX - 1) >> 1
  return characters.slice(0, half).join('') + ELLIPSIS + characters.slice(-half).join('')
}

const bytesOf = ({ at = 0, size = 0, time }: ExtractedEntry) => ({
  at,
  size,
  modifiedAt: time === null ? null : new Date(time),
})
