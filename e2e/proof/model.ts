import {
  addVersion,
  ancestors,
  appendVersions,
  below,
  type Content,
  chargeOf,
  childNamed,
  clone,
  currentNo,
  type FileVersion,
  hang,
  type Item,
  isIn,
  newItem,
  pathOf,
  sizeOf,
  takeOut,
  trimVersions,
} from './item.ts'
import { folderFault, nameFault, numbered, renameFault } from './rules.ts'
import { codeOf, type FileLine, type Line, Refused, refuse, type Verdict } from './verdict.ts'

/**
 * What one person's drive should do, from the specification (C section 3, G13, C12, C22) and in the plainest way:
 * nested arrays that are walked each time, nothing kept that can be counted. Shares nothing with the product.
 */

export interface BinEntry {
  id: string | undefined
  readonly item: Item
  readonly parentId: string
  /** From below the root down to the parent, as it was. */
  readonly ancestors: readonly { readonly id: string; readonly name: string }[]
}
/** An upload whose space is set aside. */
export interface OpenUpload extends NewFile {
  readonly objectKey: string
}
export interface NewFile {
  readonly parentId: string
  readonly name: string
  readonly content: Content
  readonly conflict: Conflict
}
export type Conflict = 'keepBoth' | 'newVersion' | 'skip' | 'fail'
export interface TreeNode {
  readonly instanceName: string
  readonly children: readonly TreeNode[]
}

/** What an upload has become. */
interface Put {
  readonly item: Item
  readonly outcome: 'created' | 'renamed' | 'newVersion' | 'skipped'
  readonly isNew: boolean
}

export class Drive {
  root: Item
  /** Bytes; null is unlimited. */
  readonly total: number | null
  /** How many versions of a file are kept; null as the installation has it, more than are made here. */
  readonly versionsKept: number | null
  bin: BinEntry[] = []
  open: OpenUpload[] = []
  /** Ids of marked items, oldest mark first. */
  marks: string[] = []
  /** Made by the last call, whose ids its answer tells, in this order. */
  made: (Item | BinEntry)[] = []

  constructor(rootId: string, total: number | null, versionsKept: number | null = null) {
    this.root = newItem('', true)
    this.root.id = rootId
    this.total = total
    this.versionsKept = versionsKept
  }

  /** The same drive, to be compared with or gone on from. */
  snapshot(): Drive {
    const copy = new Drive(this.root.id ?? '', this.total, this.versionsKept)
    // One clone of all, so that what two of them share stays shared.
    const { root, bin, open, marks } = structuredClone({
      root: this.root,
      bin: this.bin,
      open: this.open,
      marks: this.marks,
    })
    return Object.assign(copy, { root, bin, open, marks })
  }

  // What there is

  items(): Item[] {
    return below(this.root)
  }

  find(id: string): Item | undefined {
    return id === '0' ? this.root : [this.root, ...this.items()].find((item) => item.id === id)
  }

  used(): number {
    return [this.root, ...this.bin.map((entry) => entry.item)].reduce((sum, item) => sum + chargeOf(item), 0)
  }

  reserved(): number {
    return this.open.reduce((sum, upload) => sum + upload.content.size, 0)
  }

  favorites(): Item[] {
    return this.marks.flatMap((id) => this.find(id) ?? []).reverse()
  }

  originalPath(entry: BinEntry): string[] {
    const parent = this.find(entry.parentId)
    return parent ? pathOf(parent) : entry.ancestors.map((step) => step.name)
  }

  // What calls do

  createFolder(parentId: string, given: string): Verdict {
    return this.#answer(() => {
      const name = given.trim()
      this.#checkName(folderFault(name))
      const parent = this.#folder(parentId)
      if (childNamed(parent, name)) refuse('name_taken')
      this.made.push(hang(newItem(name, true), parent))
      return { code: 0, name }
    })
  }

  createTree(parentId: string, tree: TreeNode): Verdict {
    return this.#answer(() => {
      checkTree(tree)
      const parent = this.#folder(parentId)
      this.#mustBeFree(parent, tree)
      return { code: 0, name: this.#ensure(parent, tree).name }
    })
  }

  rename(id: string, name: string): Verdict {
    return this.#answer(() => {
      const item = this.#item(id)
      if (item === this.root) refuse('root_is_fixed')
      this.#checkName(renameFault(name, item.name, item.folder))
      const namesake = item.parent && childNamed(item.parent, name)
      if (namesake && namesake !== item) refuse('name_taken')
      item.name = name
      return { code: 0, name }
    })
  }

  /** Makes an earlier version, by its number, the current one again. */
  restoreVersion(id: string, no: number): Verdict {
    return this.#answer(() => {
      const item = this.#file(id)
      const version = versionOf(item, no)
      if (no === currentNo(item)) refuse('version_current')
      this.#checkSpace(version.size)
      this.#addVersion(item, version)
      return { code: 0, name: item.name }
    })
  }

  /** A line for each number: `id` is the number. */
  removeVersions(id: string, numbers: readonly number[]): Verdict {
    return this.#answer(() => {
      const item = this.#file(id)
      const { versions } = item
      item.versions = versions.filter(({ no }) => no === currentNo(item) || !numbers.includes(no))
      return this.#each(numbers.map(String), (no) => {
        if (Number(no) === currentNo(item)) refuse('version_current')
        return versions.some((version) => version.no === Number(no)) ? undefined : refuse('not_found')
      })
    })
  }

  /** Without a name it keeps the one that it has; unpinned, it has none. */
  pinVersion(id: string, no: number, pinned: boolean, name?: string): Verdict {
    return this.#answer(() => {
      const item = this.#file(id)
      const version = versionOf(item, no)
      const kept = name === undefined ? version.name : name.trim() || undefined
      const changed = { ...version, pinned, name: pinned ? kept : undefined }
      item.versions = item.versions.map((one) => (one === version ? changed : one))
      return { code: 0 }
    })
  }

  /** What the daily job does once all versions are old: pinned and current ones stay, and those of the recycle bin. */
  expireVersions(): void {
    for (const item of this.items())
      item.versions = item.versions.filter(({ no, pinned }) => pinned || no === currentNo(item))
  }

  /** A whole upload in one go. */
  upload(parentId: string, name: string, content: Content, conflict: Conflict): Verdict {
    return this.#answer(() => {
      this.#checkUpload(parentId, name, content, conflict)
      return this.#place(this.#folder(parentId), name, content, conflict)
    })
  }

  /**
   * Many small files in one call: what is wrong with one is its own answer, but for want of room all are refused. Free names
   * are taken first, then the others come one by one.
   */
  uploadFiles(files: readonly NewFile[]): Verdict {
    return this.#answer(() => {
      const refused = files.map((file) => refusalOf(() => this.#checkPlace(file.parentId, file.name)))
      const fit = files.filter((_, n) => !refused[n])
      this.#checkSpace(fit.reduce((sum, { content }) => sum + content.size, 0))
      const isTaken = ({ parentId, name }: NewFile) => childNamed(this.#folder(parentId), name) !== undefined
      const put = new Map<NewFile, Put | Refused>()
      const bring = (file: NewFile) => put.set(file, this.#attempt(file))
      for (const file of fit) if (!isTaken(file)) bring(file)
      for (const file of fit) if (!put.has(file)) bring(file)
      const came = files.map((file, n) => refused[n] ?? (put.get(file) as Put | Refused))
      this.made = came.flatMap((one) => (one instanceof Refused || !one.isNew ? [] : [one.item]))
      return { code: 0, files: came.map(lineOf) }
    })
  }

  /** Space is set aside; the object's key is told by the server. */
  beginUpload(upload: OpenUpload): Verdict {
    return this.#answer(() => {
      this.#checkUpload(upload.parentId, upload.name, upload.content, upload.conflict)
      this.open.push(upload)
      return { code: 0, name: upload.name }
    })
  }

  finishUpload(objectKey: string): Verdict {
    return this.#answer(() => {
      const upload = this.open.find((one) => one.objectKey === objectKey)
      if (!upload) return refuse('not_found')
      const verdict = this.#place(this.#folder(upload.parentId), upload.name, upload.content, upload.conflict)
      this.#forgetUpload(objectKey)
      return verdict
    })
  }

  discardUpload(objectKey: string): Verdict {
    return this.#answer(() => {
      this.#forgetUpload(objectKey)
      return { code: 0 }
    })
  }

  move(ids: readonly string[], targetId: string, conflict: Conflict): Verdict {
    return this.#answer(() => {
      const target = this.#folder(targetId)
      return this.#each(ids, (id) => this.#moveOne(this.#item(id), target, conflict))
    })
  }

  copy(ids: readonly string[], targetId: string, conflict: Conflict): Verdict {
    return this.#answer(() => {
      const target = this.#folder(targetId)
      const sources = new Map<string, Item>()
      const refused = this.#each(ids, (id) => {
        sources.set(id, clone(this.#copyable(id, target)))
        return undefined
      })
      const bytes = [...sources.values()].reduce((sum, item) => sum + sizeOf(item), 0)
      if (sources.size > 0) this.#checkSpace(bytes)
      return this.#each(ids, (id) => {
        const source = sources.get(id)
        const line = refused.lines.find((one) => one.id === id)
        return source ? this.#hangCopy(source, target, conflict) : line
      })
    })
  }

  remove(ids: readonly string[]): Verdict {
    return this.#answer(() => {
      const asked = ids.flatMap((id) => this.find(id) ?? []).filter((item) => item !== this.root)
      // What lies below another one goes along with it.
      const tops = asked.filter((item) => !ancestors(item).some((above) => asked.includes(above)))
      const lines = this.#each(ids, (id) => {
        const item = this.#item(id)
        return item === this.root ? refuse('root_is_fixed') : { name: item.name }
      })
      for (const item of tops) this.#throwAway(item)
      return lines
    })
  }

  restore(ids: readonly string[], targetId?: string): Verdict {
    return this.#answer(() => {
      const chosen = targetId === undefined ? undefined : this.#folder(targetId)
      const lines = new Map<string, Line>()
      const asked = new Map<BinEntry, string>()
      for (const id of ids) {
        const entry = this.bin.find((one) => names(one, id))
        if (!entry || asked.has(entry)) lines.set(id, { id, code: codeOf('not_found') })
        else asked.set(entry, id)
      }
      // What was thrown away last comes back first.
      let waiting = this.bin.filter((entry) => asked.has(entry)).reverse()
      this.bin = this.bin.filter((entry) => !asked.has(entry))
      while (waiting.length > 0) {
        const round = chosen ? waiting : this.#nextToRestore(waiting)
        for (const entry of round) {
          const folder = chosen ?? this.#originalFolder(entry)
          entry.item.name = this.#freeName(folder, entry.item)
          hang(entry.item, folder)
          const id = asked.get(entry) ?? ''
          lines.set(id, { id, code: 0, name: entry.item.name })
        }
        waiting = waiting.filter((entry) => !round.includes(entry))
      }
      return { code: 0, lines: ids.map((id) => lines.get(id) as Line) }
    })
  }

  removeForGood(ids: readonly string[]): Verdict {
    return this.#answer(() => {
      const entries = this.bin
      const lines = this.#each(ids, (id) => ({ name: this.#entry(id, entries).item.name }))
      this.bin = entries.filter((entry) => !ids.some((id) => names(entry, id)))
      return lines
    })
  }

  clearBin(): Verdict {
    return this.#answer(() => {
      const gone = this.bin
      this.bin = []
      return { code: 0, count: gone.length, size: gone.reduce((sum, entry) => sum + chargeOf(entry.item), 0) }
    })
  }

  mark(ids: readonly string[]): Verdict {
    return this.#answer(() =>
      this.#each(ids, (id) => {
        const item = this.#item(id)
        if (item.id && !this.marks.includes(item.id)) this.marks.push(item.id)
        return { name: item.name }
      }),
    )
  }

  unmark(ids: readonly string[]): Verdict {
    return this.#answer(() => {
      this.marks = this.marks.filter((id) => !ids.includes(id))
      return { code: 0, lines: ids.map((id) => ({ id, code: 0 })) }
    })
  }

  // The rules behind them

  #answer<V extends Verdict>(work: () => V): Verdict {
    this.made = []
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { code: error.code, ...(error.reason ? { reason: error.reason } : {}) }
    }
  }

  /** One line an id; a refusal is the item's own. */
  #each(ids: readonly string[], work: (id: string) => Partial<Line> | undefined): { code: 0; lines: Line[] } {
    const lines = ids.map((id) => {
      try {
        return { code: 0, ...work(id), id }
      } catch (error) {
        if (error instanceof Refused) return { id, code: error.code }
        throw error
      }
    })
    return { code: 0, lines }
  }

  #forgetUpload(objectKey: string): void {
    this.open = this.open.filter((upload) => upload.objectKey !== objectKey)
  }

  #item(id: string): Item {
    return this.find(id) ?? refuse('not_found')
  }

  #folder(id: string): Item {
    const item = this.#item(id)
    return item.folder ? item : refuse('is_a_file')
  }

  #file(id: string): Item {
    const item = this.#item(id)
    return item.folder ? refuse('is_a_folder') : item
  }

  #addVersion(file: Item, content: Content): void {
    addVersion(file, content)
    if (this.versionsKept !== null) trimVersions(file, this.versionsKept)
  }

  /**
   * Those whose folder is there come before those whose folder has to be made, so that none is made beside one that comes
   * back itself.
   */
  #nextToRestore(waiting: readonly BinEntry[]): readonly BinEntry[] {
    const placed = waiting.filter((entry) => this.find(entry.parentId))
    if (placed.length > 0) return placed
    const coming = new Set(waiting.map(({ item }) => item.id))
    const alone = waiting.filter(
      (entry) => !coming.has(entry.parentId) && !entry.ancestors.some(({ id }) => coming.has(id)),
    )
    return alone.length > 0 ? alone : waiting
  }

  #entry(id: string, entries: readonly BinEntry[] = this.bin): BinEntry {
    return entries.find((entry) => names(entry, id)) ?? refuse('not_found')
  }

  #checkName(fault: string | undefined): void {
    if (fault) refuse('bad_field', fault)
  }

  #checkSpace(bytes: number): void {
    if (bytes > 0 && this.total !== null && this.used() + this.reserved() + bytes > this.total)
      refuse('quota_full')
  }

  #checkPlace(parentId: string, name: string): Item {
    const folder = this.#folder(parentId)
    this.#checkName(nameFault(name))
    return folder
  }

  #checkUpload(parentId: string, name: string, content: Content, conflict: Conflict): void {
    const folder = this.#checkPlace(parentId, name)
    if (conflict === 'fail' && childNamed(folder, name)) refuse('name_taken')
    this.#checkSpace(content.size)
  }

  #place(folder: Item, name: string, content: Content, conflict: Conflict): Verdict {
    const put = this.#put(folder, name, content, conflict)
    if (put.isNew) this.made.push(put.item)
    return shownOf(put)
  }

  #put(folder: Item, name: string, content: Content, conflict: Conflict): Put {
    const namesake = childNamed(folder, name)
    if (namesake && conflict === 'fail') refuse('name_taken')
    if (namesake && conflict === 'skip') return { item: namesake, outcome: 'skipped', isNew: false }
    if (namesake && conflict === 'newVersion' && !namesake.folder) {
      this.#addVersion(namesake, content)
      return { item: namesake, outcome: 'newVersion', isNew: false }
    }
    const item = newItem(name, false, content)
    item.name = this.#freeName(folder, item)
    return { item: hang(item, folder), outcome: namesake ? 'renamed' : 'created', isNew: true }
  }

  #attempt({ parentId, name, content, conflict }: NewFile): Put | Refused {
    try {
      return this.#put(this.#folder(parentId), name, content, conflict)
    } catch (error) {
      if (error instanceof Refused) return error
      throw error
    }
  }

  #moveOne(item: Item, target: Item, conflict: Conflict): Partial<Line> {
    if (item === this.root) refuse('root_is_fixed')
    if (isIn(target, item)) refuse('into_itself')
    if (item.parent === target) return { name: item.name }
    const namesake = childNamed(target, item.name)
    if (namesake && conflict === 'fail') refuse('name_taken')
    if (namesake && conflict === 'skip') return {}
    if (namesake && conflict === 'newVersion' && !namesake.folder && !item.folder) {
      takeOut(item)
      appendVersions(namesake, item.versions)
      this.marks = this.marks.filter((id) => id !== item.id)
      return { name: namesake.name }
    }
    takeOut(item)
    item.name = this.#freeName(target, item)
    hang(item, target)
    return { name: item.name }
  }

  #copyable(id: string, target: Item): Item {
    const item = this.#item(id)
    if (item === this.root) refuse('root_is_fixed')
    if (item.folder && isIn(target, item)) refuse('into_itself')
    if (item.folder && item.children.length === 0) refuse('empty_folder')
    return item
  }

  #hangCopy(copy: Item, target: Item, conflict: Conflict): Partial<Line> {
    const namesake = childNamed(target, copy.name)
    if (namesake && conflict === 'fail') refuse('name_taken')
    if (namesake && conflict === 'skip') return {}
    if (namesake && conflict === 'newVersion' && !namesake.folder && !copy.folder) {
      for (const version of copy.versions) this.#addVersion(namesake, version)
      return { name: namesake.name }
    }
    copy.name = this.#freeName(target, copy)
    this.made.push(hang(copy, target))
    return { name: copy.name }
  }

  /** The folder of that name, found or made, and those in it. */
  /** Before anything is made: no file stands where a folder is wanted. */
  #mustBeFree(parent: Item, node: TreeNode): void {
    const there = childNamed(parent, node.instanceName.trim())
    if (!there) return
    if (!there.folder) refuse('name_taken')
    for (const child of node.children) this.#mustBeFree(there, child)
  }

  #ensure(parent: Item, node: TreeNode): Item {
    const name = node.instanceName.trim()
    const folder = childNamed(parent, name) ?? hang(newItem(name, true), parent)
    for (const child of node.children) this.#ensure(folder, child)
    return folder
  }

  #throwAway(item: Item): void {
    const above = ancestors(item).filter((one) => one !== this.root)
    const entry: BinEntry = {
      id: undefined,
      item,
      parentId: item.parent?.id ?? '',
      ancestors: above.reverse().map((one) => ({ id: one.id ?? '', name: one.name })),
    }
    takeOut(item)
    this.bin.push(entry)
    this.made.push(entry)
  }

  /** By id, wherever it is now; what is gone is made again below the deepest that is there. */
  #originalFolder(entry: BinEntry): Item {
    const parent = this.find(entry.parentId)
    if (parent) return parent
    const deepest = entry.ancestors.findLastIndex((step) => this.find(step.id))
    let folder = this.find(entry.ancestors[deepest]?.id ?? '0') ?? this.root
    for (const step of entry.ancestors.slice(deepest + 1)) {
      const there = childNamed(folder, step.name)
      const made = newItem(step.name, true)
      made.name = this.#freeName(folder, made)
      folder = there?.folder ? there : hang(made, folder)
    }
    return folder
  }

  /** Its own name, or the first "name (n)" that nobody has. */
  #freeName(folder: Item, item: Item): string {
    if (!childNamed(folder, item.name)) return item.name
    for (let n = 1; ; n++) {
      const name = numbered(item.name, n, item.folder)
      if (!childNamed(folder, name)) return name
    }
  }
}

const versionOf = (file: Item, no: number): FileVersion =>
  file.versions.find((version) => version.no === no) ?? refuse('not_found')

function checkTree(node: TreeNode): void {
  const fault = folderFault(node.instanceName.trim())
  if (fault) refuse('bad_field', fault)
  for (const child of node.children) checkTree(child)
}

/** As the item is by now. */
const shownOf = ({ item, outcome }: Put) =>
  ({ code: 0, name: item.name, outcome, size: sizeOf(item) }) as const

const lineOf = (came: Put | Refused): FileLine =>
  came instanceof Refused ? { code: came.code } : shownOf(came)

function refusalOf(check: () => unknown): Refused | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

const names = (entry: BinEntry, id: string): boolean => entry.id === id || entry.item.id === id
