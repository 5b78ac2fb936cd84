import { SECOND } from '@clouddisk/contract/time'
import type { ActivityKey } from './store.ts'
import type { VisibleRow } from './visible-rows.ts'

/** Puts rows of one deed together: a thousand files that were deleted at once are one entry. */

export interface ActivityEntry {
  readonly first: VisibleRow
  readonly rows: VisibleRow[]
}

/** What many calls may do one after the other: an upload of a folder, a large deletion. */
const IN_STEPS: ReadonlySet<string> = new Set([
  'folder.created',
  'file.created',
  'file.copied',
  'file.extracted',
  'file.trashed',
  'file.restored',
  'file.moved',
  'file.purged',
])
const STEP_MS = 60 * SECOND

export class EntryList {
  readonly #limit: number
  readonly entries: ActivityEntry[] = []
  #fileIds = new Set<string | null>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False if the row begins an entry that the page has no place for. */
  add(next: VisibleRow): boolean {
    const entry = this.entries.at(-1)
    if (entry && this.#belongsTo(entry, next)) {
      entry.rows.push(next)
      this.#fileIds.add(next.row.fileId)
      return true
    }
    if (this.entries.length === this.#limit) return false
    this.entries.push({ first: next, rows: [next] })
    this.#fileIds = new Set([next.row.fileId])
    return true
  }

  #belongsTo({ first, rows }: ActivityEntry, next: VisibleRow): boolean {
    const last = rows.at(-1) ?? first
    if (first.kind !== next.kind || !isSamePerson(first, next) || !isSamePlace(first, next)) return false
    if (last.row.createdAt.getTime() - next.row.createdAt.getTime() > STEP_MS) return false
    if (this.#fileIds.has(next.row.fileId) && next.row.fileId !== null) return false
    return IN_STEPS.has(next.kind) || last.row.xid === next.row.xid
  }
}

const isSamePerson = ({ row: one }: VisibleRow, { row: other }: VisibleRow): boolean =>
  one.actorId === other.actorId && one.details?.visitorId === other.details?.visitorId

const isSamePlace = (one: VisibleRow, other: VisibleRow): boolean =>
  one.row.parentIds[0] === other.row.parentIds[0] && one.fromId === other.fromId && one.toId === other.toId

export const keyOf = ({ xid, id }: ActivityKey): ActivityKey => ({ xid, id })
