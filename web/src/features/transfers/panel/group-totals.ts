import type { UploadState } from '@clouddisk/client/uploads/state'

/** Files and bytes of a whole folder upload, including finished files that have left the list. */
export interface GroupTotals {
  readonly count: number
  readonly size: number
  readonly doneCount: number
  readonly doneSize: number
}

interface SeenItems {
  readonly sizes: Map<string, number>
  readonly done: Set<string>
}

/** Follows the queue and keeps the totals of each folder upload while one of its files is listed. */
export class GroupTotalsTracker {
  readonly #seen = new Map<string, SeenItems>()

  follow(state: UploadState): void {
    const living = new Set<string>()
    const listed = new Set<string>()
    for (const item of state.items) {
      if (item.groupId === null) continue
      living.add(item.groupId)
      listed.add(item.uid)
      const seen = this.#of(item.groupId)
      if (item.status === 'deleted') seen.sizes.delete(item.uid)
      else seen.sizes.set(item.uid, item.fileSize)
      if (item.status === 'success') seen.done.add(item.uid)
    }
    for (const [groupId, seen] of this.#seen) {
      if (!living.has(groupId)) this.#seen.delete(groupId)
      else forgetRemoved(seen, listed)
    }
  }

  totals(groupId: string): GroupTotals {
    const { sizes, done } = this.#seen.get(groupId) ?? { sizes: new Map<string, number>(), done: new Set() }
    let size = 0
    let doneSize = 0
    for (const [uid, bytes] of sizes) {
      size += bytes
      if (done.has(uid)) doneSize += bytes
    }
    return { count: sizes.size, size, doneCount: done.size, doneSize }
  }

  #of(groupId: string): SeenItems {
    const known = this.#seen.get(groupId)
    if (known) return known
    const seen: SeenItems = { sizes: new Map(), done: new Set() }
    this.#seen.set(groupId, seen)
    return seen
  }
}

/** Items that left the list without success were removed by the user. */
function forgetRemoved(seen: SeenItems, listed: ReadonlySet<string>): void {
  for (const uid of seen.sizes.keys()) {
    if (!listed.has(uid) && !seen.done.has(uid)) seen.sizes.delete(uid)
  }
}
