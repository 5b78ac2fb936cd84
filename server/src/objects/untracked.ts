import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '@clouddisk/contract/time'
import { onDisk, undefinedIfAbsent } from './disk-io.ts'
import { keyOfUntracked, type Layout } from './layout.ts'
import type { ObjectStat } from './port.ts'

const DAY_FOLDER = /^\d{4}-\d{2}-\d{2}$/

/** Untracked objects, set aside by day and deleted later: after a bug, they may be the only copy. */
export class UntrackedFiles {
  readonly #layout: Layout

  constructor(layout: Layout) {
    this.#layout = layout
  }

  /** Moves all files of a key; their suffixes say what they are. */
  async add(key: string, at: Date): Promise<void> {
    const { stored, data, journal, whole, untrackedFolder: strayFolder } = this.#layout
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

  async *list(): AsyncIterable<ObjectStat> {
    for (const day of await this.#days()) {
      const names = (await undefinedIfAbsent(readdir(join(this.#layout.untrackedFolder, day)))) ?? []
      for (const name of names.sort()) {
        const key = keyOfUntracked(name)
        if (key === undefined) continue
        const found = await undefinedIfAbsent(stat(join(this.#layout.untrackedFolder, day, name)))
        if (found) yield { key, size: found.size, changedAt: new Date(day) }
      }
    }
  }

  /** Deletes the days that ended before `before`. Returns how many. */
  async deleteBefore(before: Date): Promise<number> {
    const over = (await this.#days()).filter((day) => Date.parse(day) + DAY <= before.getTime())
    for (const day of over)
      await rm(join(this.#layout.untrackedFolder, day), { recursive: true, force: true })
    return over.length
  }

  async #days(): Promise<string[]> {
    const names = (await undefinedIfAbsent(readdir(this.#layout.untrackedFolder))) ?? []
    return names.filter((name) => DAY_FOLDER.test(name)).sort()
  }
}
