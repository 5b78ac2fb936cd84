import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '@clouddisk/contract/time'
import { onDisk, undefinedIfAbsent } from './disk-io.ts'
import { keyOfUntracked, type Layout } from './layout.ts'
import type { ObjectStat } from './port.ts'

const DAY_FOLDER = /^\d{4}-\d{2}-\d{2}$/

/** Objects that nobody names, put aside by day: a fault of ours must not cost the only copy. */
export class UntrackedFiles {
  readonly #layout: Layout

  constructor(layout: Layout) {
    this.#layout = layout
  }

  /** Moves all that there is under a key; each file keeps a name that tells what it was. */
  async add(key: string, at: Date): Promise<void> {
    const { stored, data, journal, whole, strayFolder } = this.#layout
    const folder = join(strayFolder, at.toISOString().slice(0, 10))
    await onDisk(mkdir(folder, { recursive: true, mode: 0o700 }))
    const names = [
      [stored(key), `${key}.stored`],
      [data(key), key],
      [journal(key), `${key}.parts`],
      [whole(key), `${key}.whole`],
    ] as const
    for (const [path, name] of names) await undefinedIfAbsent(onDisk(rename(path, join(folder, name))))
  }

  /** Every file that was put aside. */
  async *list(): AsyncIterable<ObjectStat> {
    for (const day of await this.#days()) {
      const names = (await undefinedIfAbsent(readdir(join(this.#layout.strayFolder, day)))) ?? []
      for (const name of names.sort()) {
        const key = keyOfUntracked(name)
        if (key === undefined) continue
        const found = await undefinedIfAbsent(stat(join(this.#layout.strayFolder, day, name)))
        if (found) yield { key, size: found.size, changedAt: new Date(day) }
      }
    }
  }

  /** Removes the days that were over before `before`; answers how many. */
  async forget(before: Date): Promise<number> {
    const over = (await this.#days()).filter((day) => Date.parse(day) + DAY <= before.getTime())
    for (const day of over) await rm(join(this.#layout.strayFolder, day), { recursive: true, force: true })
    return over.length
  }

  async #days(): Promise<string[]> {
    const names = (await undefinedIfAbsent(readdir(this.#layout.strayFolder))) ?? []
    return names.filter((name) => DAY_FOLDER.test(name)).sort()
  }
}
