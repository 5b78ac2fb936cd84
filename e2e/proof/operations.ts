import { createHash } from 'node:crypto'
import { LIMITS } from '@clouddisk/contract/limits'
import { bytesOf, type Random } from '../../server/test/random.ts'
import { below, type Content, currentNo } from './item.ts'
import type { Conflict, Drive, TreeNode } from './model.ts'
import { sameName } from './rules.ts'

/** What a person may ask next: plain data, so that a failing one can be printed and made again. */
export type Operation =
  | { readonly kind: 'createFolder'; readonly parentId: string; readonly name: string }
  | { readonly kind: 'createTree'; readonly parentId: string; readonly tree: TreeNode }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'restoreVersion'; readonly id: string; readonly no: number }
  | { readonly kind: 'removeVersions'; readonly id: string; readonly numbers: readonly number[] }
  | {
      readonly kind: 'pinVersion'
      readonly id: string
      readonly no: number
      readonly pinned: boolean
      readonly name?: string
    }
  | ({ readonly kind: 'upload' | 'beginUpload' } & UploadWish)
  | ({ readonly kind: 'uploadFiles' } & Batch)
  | { readonly kind: 'finishUpload' | 'discardUpload'; readonly objectKey: string }
  | ({ readonly kind: 'move' | 'copy' } & Transfer)
  | { readonly kind: 'remove' | 'removeForGood' | 'mark' | 'unmark'; readonly ids: readonly string[] }
  | { readonly kind: 'restore'; readonly ids: readonly string[]; readonly targetId?: string }
  | { readonly kind: 'clearBin' }

export interface UploadWish {
  readonly parentId: string
  readonly name: string
  /** Which of the contents, see `contentOf`. */
  readonly content: number
  readonly conflict: Conflict
}
/** Small files that go up in one call. */
export interface Batch {
  readonly batchId: string
  readonly files: readonly UploadWish[]
}
interface Transfer {
  readonly ids: readonly string[]
  readonly targetId: string
  readonly conflict: Conflict
}

export interface Choices {
  /** Sizes of contents, by number; few, so that the same content comes up again. */
  readonly sizes: readonly number[]
  /** Things that are not this person's: other people's ids, and ids of nothing. */
  readonly foreign: readonly string[]
  /** Above this many items more is thrown away than made. */
  readonly itemsMax: number
  /** Whether uploads are left open in between. */
  readonly openUploads: boolean
}

export const bytesFor = (choices: Choices, content: number): Buffer =>
  bytesOf(content, choices.sizes[content] ?? 0)

const isSmall = ({ sizes }: Choices, content: number): boolean =>
  (sizes[content] ?? 0) <= LIMITS.smallFileBytes

export function contentOf(choices: Choices, content: number): Content {
  const bytes = bytesFor(choices, content)
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Few names, many of which conflict: name conflicts are where things go wrong. */
const NAMES = [
  'a', 'A', 'b', 'b (1)', 'file2', 'file10', 'File2.txt', 'file2.TXT', 'file10.txt', 'report.final.pdf',
  'report.final (1).pdf', '.hidden', 'no extension', 'x.tar.gz', 'caf\u00e9', 'cafe\u0301', 'CAFE\u0301.md',
  '\u4e2d\u6587', '\u4e2d\u6587.docx', '\u{1f600}.png', 'a name of just about thirty-one.txt',
  'a folder whose name is far longer than what a rename would ever allow',
] // biome-ignore format: a list of words
const BAD_NAMES = [
  ' ', ' lead', 'trail ', 'dot.', '.', '..', 'a/b', 'a\\b', 'a:b', 'a*', 'what?', '<', '>', '|', '"', '[x]',
  '\u201cquoted\u201d', 'full\uff1a', 'full\uff1f', 'con', 'NUL.txt', 'Com1', 'lpt9.tar.gz', 'tab\there', 'x'.repeat(129), 'y'.repeat(256),
] // biome-ignore format: a list of words
const PIN_NAMES = ['', ' as signed ', '\u5b9a\u7a3f']

const WEIGHTS = {
  createFolder: 12,
  createTree: 3,
  rename: 10,
  restoreVersion: 5,
  removeVersions: 3,
  pinVersion: 4,
  upload: 24,
  uploadFiles: 10,
  beginUpload: 3,
  finishUpload: 3,
  discardUpload: 1,
  move: 14,
  copy: 8,
  remove: 12,
  restore: 8,
  removeForGood: 2,
  clearBin: 0.3,
  mark: 3,
  unmark: 2,
}
/** In one call. */
const SMALL_FILES_MAX = 12
const CONFLICTS: readonly Conflict[] = ['keepBoth', 'newVersion', 'skip', 'fail']

/** The next thing to do, drawn from what is there. */
export function nextOperation(random: Random, drive: Drive, choices: Choices): Operation {
  const draw = new Draw(random, drive, choices)
  return draw.operation()
}

class Draw {
  readonly #random: Random
  readonly #drive: Drive
  readonly #choices: Choices

  constructor(random: Random, drive: Drive, choices: Choices) {
    this.#random = random
    this.#drive = drive
    this.#choices = choices
  }

  operation(): Operation {
    const kind = this.#random.weighted(this.#weights())
    switch (kind) {
      case 'createFolder':
        return { kind, parentId: this.#folder(), name: this.#name() }
      case 'createTree':
        return { kind, parentId: this.#folder(), tree: this.#tree(0) }
      case 'rename':
        return { kind, id: this.#id(), name: this.#name() }
      case 'restoreVersion':
        return { kind, ...this.#version() }
      case 'removeVersions': {
        const { id, no } = this.#version()
        return {
          kind,
          id,
          numbers: [...new Set([no, ...(this.#random.chance(0.5) ? [no + 1, no + 2] : [])])],
        }
      }
      case 'pinVersion': {
        const name = this.#random.chance(0.7) ? { name: this.#random.pick(PIN_NAMES) } : {}
        return { kind, ...this.#version(), pinned: this.#random.chance(0.7), ...name }
      }
      case 'upload':
      case 'beginUpload':
        return { kind, ...this.#upload() }
      case 'uploadFiles':
        return { kind, ...this.#batch() }
      case 'finishUpload':
      case 'discardUpload':
        return { kind, objectKey: this.#random.pick(this.#drive.open).objectKey }
      case 'move':
      case 'copy':
        return { kind, ...(this.#clash() ?? this.#transfer()) }
      case 'restore':
        return this.#restore()
      case 'removeForGood':
        return { kind, ids: this.#several(() => this.#binId()) }
      case 'clearBin':
        return { kind }
      default:
        return { kind, ids: this.#ids() }
    }
  }

  #weights(): Record<keyof typeof WEIGHTS, number> {
    const weights = { ...WEIGHTS }
    if (this.#drive.items().length > this.#choices.itemsMax) {
      weights.remove *= 8
      weights.copy = 0
      weights.clearBin *= 10
    }
    if (!this.#choices.openUploads || this.#drive.open.length > 4) weights.beginUpload = 0
    if (this.#drive.open.length === 0) {
      weights.finishUpload = 0
      weights.discardUpload = 0
    }
    return weights
  }

  #name(): string {
    return this.#random.pick(this.#random.chance(0.06) ? BAD_NAMES : NAMES)
  }

  #conflict(): Conflict {
    return this.#random.pick(CONFLICTS)
  }

  /** Mostly something that is there. */
  #id(): string {
    const { root, bin } = this.#drive
    const roll = this.#random.next()
    if (roll < 0.02) return root.id ?? ''
    if (roll < 0.04) return this.#random.pick(this.#choices.foreign)
    const gone = bin.flatMap((entry) => [entry.item, ...below(entry.item)]).flatMap((item) => item.id ?? [])
    if (roll < 0.06 && gone.length > 0) return this.#random.pick(gone)
    const ids = this.#drive.items().flatMap((item) => item.id ?? [])
    return ids.length > 0 ? this.#random.pick(ids) : (root.id ?? '')
  }

  #folder(): string {
    const roll = this.#random.next()
    if (roll < 0.25) return '0'
    if (roll < 0.32) return this.#id()
    const folders = this.#drive.items().filter((item) => item.folder)
    return folders.length > 0 ? (this.#random.pick(folders).id ?? '0') : '0'
  }

  /** Each id once, as a selection has them. */
  #several(one: () => string): string[] {
    const count = this.#random.weighted({ '1': 6, '2': 3, '5': 1 })
    return [...new Set(Array.from({ length: Number(count) }, one))]
  }

  #transfer(): Transfer {
    return { ids: this.#ids(), targetId: this.#folder(), conflict: this.#conflict() }
  }

  /** Sometimes uploads over an existing name, to make versions: random choice alone rarely does. */
  #clash(): Transfer | undefined {
    if (!this.#random.chance(0.2)) return undefined
    const files = this.#drive.items().filter((item) => !item.folder)
    const clashes = files.flatMap(({ id, name, parent, versions }) =>
      files
        .filter((other) => other.parent !== parent && sameName(other.name, name))
        .flatMap(({ parent: target }) => (id && target?.id ? { id, targetId: target.id, versions } : [])),
    )
    const many = clashes.filter(({ versions }) => versions.length > 1)
    const usable = many.length > 0 ? many : clashes
    if (usable.length === 0) return undefined
    const { id, targetId } = this.#random.pick(usable)
    return { ids: [id], targetId, conflict: this.#conflict() }
  }

  #ids(): string[] {
    return this.#several(() => this.#id())
  }

  /** Mostly an earlier version of a file that has some; at times one that there is not. */
  #version(): { id: string; no: number } {
    const files = this.#drive.items().filter(({ id, versions }) => id && versions.length > 1)
    const file = files.length > 0 && this.#random.chance(0.9) ? this.#random.pick(files) : undefined
    const last = file ? currentNo(file) : 1
    const kept = file?.versions.map(({ no }) => no) ?? []
    // The current one, the next one, which there is not, and mostly others.
    return {
      id: file?.id ?? this.#id(),
      no: this.#random.pick([...kept, this.#random.between(1, last), last + 1]),
    }
  }

  #binId(): string {
    const { bin } = this.#drive
    if (bin.length === 0 || this.#random.chance(0.05)) return this.#id()
    const entry = this.#random.pick(bin)
    return (this.#random.chance(0.5) ? entry.id : entry.item.id) ?? ''
  }

  #restore(): Operation {
    const ids = this.#several(() => this.#binId())
    return this.#random.chance(0.3)
      ? { kind: 'restore', ids, targetId: this.#folder() }
      : { kind: 'restore', ids }
  }

  #upload(): UploadWish {
    return {
      parentId: this.#folder(),
      name: this.#name(),
      content: this.#random.int(this.#choices.sizes.length),
      conflict: this.#conflict(),
    }
  }

  /** Mostly into one folder, as a selection goes up; many of the same name among them. */
  #batch(): Batch {
    const small = [...this.#choices.sizes.keys()].filter((n) => isSmall(this.#choices, n))
    const folder = this.#folder()
    const count = this.#random.between(2, SMALL_FILES_MAX)
    return {
      batchId: this.#uuid(),
      files: Array.from({ length: count }, () => ({
        ...this.#upload(),
        ...(this.#random.chance(0.8) ? { parentId: folder } : {}),
        content: this.#random.pick(small),
      })),
    }
  }

  #uuid(): string {
    const digits = (count: number) =>
      Array.from({ length: count }, () => this.#random.int(16).toString(16)).join('')
    return [8, 4, 4, 4, 12].map(digits).join('-')
  }

  #tree(depth: number): TreeNode {
    const children = depth < 3 ? this.#random.int(3) : 0
    return {
      instanceName: this.#random.pick(NAMES),
      children: Array.from({ length: children }, () => this.#tree(depth + 1)),
    }
  }
}
