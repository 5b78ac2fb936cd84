import { numberedName } from '@clouddisk/contract/names'
import type { Tx } from '../db/database.ts'
import { childrenAt } from './files.ts'
import { type StoredName, storedName } from './names.ts'

/** Something that wants a name in a folder. */
export interface Wanting {
  readonly parentId: string
  readonly name: string
  readonly isFolder: boolean
}

/** How many numbers of a name are looked up at first, and at most, at a time. */
const FEW = 10
const MANY = 5000

/**
 * Which names are taken in the folders that a call puts things into: what is there is looked up for many at once, and
 * what is about to be put there counts too. The caller holds the space's lock.
 */
export class TakenNames {
  readonly #tx: Tx
  /** By `parentId nameKey`, of those that have been looked up. */
  readonly #taken = new Map<string, boolean>()
  /** Up to where the numbers of a name are known to be taken. */
  readonly #passed = new Map<string, number>()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  /** Names for all of them, in their order: their own, or the first "name (n)" that is free. */
  async choose(wanting: readonly Wanting[]): Promise<{ name: StoredName; isNumbered: boolean }[]> {
    await this.#look(wanting.map((one) => placeOf(one.parentId, storedName(one.name, one.isFolder))))
    const crowded = wanting.filter((one) => this.#isTaken(one.parentId, storedName(one.name, one.isFolder)))
    await this.#look(crowded.flatMap((one) => numbers(one, 1, FEW)))
    const chosen: { name: StoredName; isNumbered: boolean }[] = []
    for (const one of wanting) {
      const own = storedName(one.name, one.isFolder)
      const isNumbered = this.#isTaken(one.parentId, own)
      const name = isNumbered ? await this.#numbered(one) : own
      this.take(one.parentId, name)
      chosen.push({ name, isNumbered })
    }
    return chosen
  }

  /** Says that a name is used from here on. */
  take(parentId: string, { nameKey }: Pick<StoredName, 'nameKey'>): void {
    this.#taken.set(`${parentId} ${nameKey}`, true)
  }

  async #numbered(one: Wanting): Promise<StoredName> {
    const { parentId, name, isFolder } = one
    const counter = [parentId, isFolder, storedName(name, isFolder).nameKey].join()
    for (let n = (this.#passed.get(counter) ?? 0) + 1; ; n++) {
      const candidate = storedName(numberedName(name, n, isFolder), isFolder)
      if (this.#taken.get(`${parentId} ${candidate.nameKey}`) === undefined)
        await this.#look(numbers(one, n, Math.min(Math.max(n, FEW), MANY)))
      this.#passed.set(counter, n)
      if (!this.#isTaken(parentId, candidate)) return candidate
    }
  }

  #isTaken(parentId: string, { nameKey }: StoredName): boolean {
    return this.#taken.get(`${parentId} ${nameKey}`) ?? false
  }

  async #look(places: readonly Place[]): Promise<void> {
    const fresh = new Map(places.map((place) => [`${place.parentId} ${place.nameKey}`, place]))
    for (const key of [...fresh.keys()]) if (this.#taken.has(key)) fresh.delete(key)
    if (fresh.size === 0) return
    const there = await childrenAt(this.#tx, [...fresh.values()])
    for (const key of fresh.keys()) this.#taken.set(key, there.has(key))
  }
}

interface Place {
  readonly parentId: string
  readonly nameKey: string
}

const placeOf = (parentId: string, { nameKey }: StoredName): Place => ({ parentId, nameKey })

const numbers = ({ parentId, name, isFolder }: Wanting, first: number, count: number): Place[] =>
  Array.from({ length: count }, (_, i) =>
    placeOf(parentId, storedName(numberedName(name, first + i, isFolder), isFolder)),
  )
