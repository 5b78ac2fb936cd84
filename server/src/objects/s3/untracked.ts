import { DAY } from '@clouddisk/contract/time'
import { type ObjectStat, PartConflict } from '../port.ts'
import type { ObjectHead, S3Bucket } from './bucket.ts'

const PREFIX = 'strays/'
/** strays/2026-03-01/<key>.stored is an object; `.upload` marks the unfinished uploads of the key. */
const NAME = /^strays\/(\d{4}-\d{2}-\d{2})\/([0-9a-f-]+)\.(stored|upload)$/

interface UntrackedObject extends ObjectStat {
  readonly name: string
  readonly day: string
  readonly kind: string
}

/** Untracked objects, set aside by day and deleted later: after a bug, they may be the only copy. */
export class UntrackedObjects {
  readonly #bucket: S3Bucket

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket
  }

  async move(key: string, head: ObjectHead, at: Date): Promise<void> {
    await this.#bucket.copy(key, nameOf(key, 'stored', at), head)
    await this.#bucket.remove(key)
  }

  /** Unfinished uploads cannot be moved; a marker object says that they are set aside. */
  async mark(key: string, at: Date): Promise<void> {
    await this.#bucket.put(nameOf(key, 'upload', at), 0, Buffer.alloc(0)).catch((error: unknown) => {
      if (!(error instanceof PartConflict)) throw error
    })
  }

  /** Keys whose unfinished uploads are set aside. */
  async uploads(): Promise<Set<string>> {
    const keys = new Set<string>()
    for await (const { key, kind } of this.#all()) if (kind === 'upload') keys.add(key)
    return keys
  }

  async *list(): AsyncIterable<ObjectStat> {
    for await (const { key, size, changedAt } of this.#all()) yield { key, size, changedAt }
  }

  /** Deletes the days that ended before `before`. Returns how many. */
  async deleteBefore(before: Date, abort: (key: string) => Promise<void>): Promise<number> {
    const days = new Set<string>()
    for await (const { name, key, day, kind } of this.#all()) {
      if (Date.parse(day) + DAY > before.getTime()) continue
      days.add(day)
      if (kind === 'upload') await abort(key)
      await this.#bucket.remove(name)
    }
    return days.size
  }

  async *#all(): AsyncIterable<UntrackedObject> {
    for await (const { key: name, size } of this.#bucket.objects(PREFIX)) {
      const [, day, key, kind] = NAME.exec(name) ?? []
      if (day && key && kind) yield { name, key, day, kind, size, changedAt: new Date(day) }
    }
  }
}

const nameOf = (key: string, kind: string, at: Date): string =>
  `${PREFIX}${at.toISOString().slice(0, 10)}/${key}.${kind}`
