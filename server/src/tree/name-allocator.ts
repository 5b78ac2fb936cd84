import { nameKey, numberedName } from '@clouddisk/contract/names'
import type { Tx } from '../db/database.ts'
import { childrenByParentAndKey } from './files.ts'
import { type StoredName, storedName } from './names.ts'

/** An item that needs a name in a folder. */
export interface NameRequest {
  readonly parentId: string
  readonly name: string
  readonly isFolder: boolean
}

/** Numbered names looked up in the first query and at most per query. */
const FIRST_LOOKUP = 10
const LOOKUP_MAX = 5000

/**
 * Finds free names in the target folders of a call. Looks up many at once and remembers the names it has
 * given out. The caller holds the space lock.
 */
export class NameAllocator {
  readonly #tx: Tx
  /** Whether a name is taken, by `parentId nameKey`; only names looked up. */
  readonly #taken = new Map<string, boolean>()
  /** Highest number of a name known to be taken. */
  readonly #passed = new Map<string, number>()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  /** A name for each request, in order: its own, or the first free "name (n)". */
  async allocate(wanting: readonly NameRequest[]): Promise<{ name: StoredName; isNumbered: boolean }[]> {
    await this.#look(wanting.map((one) => slotOf(one.parentId, one.name)))
    const crowded = wanting.filter((one) => this.#isTaken(one.parentId, nameKey(one.name)))
    await this.#look(crowded.flatMap((one) => numberedSlots(one, 1, FIRST_LOOKUP)))
    const chosen: { name: StoredName; isNumbered: boolean }[] = []
    for (const one of wanting) {
      const own = storedName(one.name, one.isFolder)
      const isNumbered = this.#isTaken(one.parentId, own.nameKey)
      const name = isNumbered ? await this.#numbered(one) : own
      this.markTaken(one.parentId, name)
      chosen.push({ name, isNumbered })
    }
    return chosen
  }

  /** Marks a name as taken. */
  markTaken(parentId: string, { nameKey }: Pick<StoredName, 'nameKey'>): void {
    this.#taken.set(`${parentId} ${nameKey}`, true)
  }

  async #numbered(one: NameRequest): Promise<StoredName> {
    const { parentId, name, isFolder } = one
    const counter = [parentId, isFolder, nameKey(name)].join()
    for (let n = (this.#passed.get(counter) ?? 0) + 1; ; n++) {
      const candidate = numberedName(name, n, isFolder)
      const key = nameKey(candidate)
      if (this.#taken.get(`${parentId} ${key}`) === undefined)
        await this.#look(numberedSlots(one, n, Math.min(Math.max(n, FIRST_LOOKUP), LOOKUP_MAX)))
      this.#passed.set(counter, n)
      if (!this.#isTaken(parentId, key)) return storedName(candidate, isFolder)
    }
  }

  #isTaken(parentId: string, key: string): boolean {
    return this.#taken.get(`${parentId} ${key}`) ?? false
  }

  async #look(places: readonly NameSlot[]): Promise<void> {
    const fresh = new Map(places.map((place) => [`${place.parentId} ${place.nameKey}`, place]))
    for (const key of [...fresh.keys()]) if (this.#taken.has(key)) fresh.delete(key)
    if (fresh.size === 0) return
    const there = await childrenByParentAndKey(this.#tx, [...fresh.values()])
    for (const key of fresh.keys()) this.#taken.set(key, there.has(key))
  }
}

interface NameSlot {
  readonly parentId: string
  readonly nameKey: string
}

const slotOf = (parentId: string, name: string): NameSlot => ({ parentId, nameKey: nameKey(name) })

const numberedSlots = ({ parentId, name, isFolder }: NameRequest, first: number, count: number): NameSlot[] =>
  Array.from({ length: count }, (_, i) => slotOf(parentId, numberedName(name, first + i, isFolder)))
