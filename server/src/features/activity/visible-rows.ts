import { ACTIVITY_GROUPS, type ActivityGroup, type ActivityKind } from '@clouddisk/contract/activity'
import type { Actor } from '../../access/actor.ts'
import { mayContainDenied } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { type Ancestors, loadAncestors, VisibilityFilter } from '../../access/visibility.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import type { ActivityRow } from './store.ts'

/** Which rows of the changes feed a reader sees as activity, by what the reader may see now. */

/** A row that the reader may see. */
export interface VisibleRow {
  readonly row: ActivityRow
  readonly kind: ActivityKind
  /** The file still exists, and the reader may see it where it lies. */
  readonly canSeeNow: boolean
  readonly exists: boolean
  /** It lay where the reader sees nothing: names of then are not shown. */
  readonly isElsewhere: boolean
  /** Of a move, as far as the reader may see them. */
  readonly fromId: string | undefined
  readonly toId: string | undefined
}

export interface ActivityFilter {
  readonly groups: ReadonlySet<ActivityGroup>
  readonly actorId: string | undefined
}

const GROUP_OF: ReadonlyMap<string, ActivityGroup> = new Map(
  Object.entries(ACTIVITY_GROUPS).flatMap(([group, kinds]) =>
    kinds.map((kind) => [kind, group as ActivityGroup] as const),
  ),
)

/** Copies, extracted files and restored versions have names of their own, apart from uploads. */
function kindOf({ kind, details }: ActivityRow): string {
  if (kind === 'file.created' && details?.copyOf !== undefined) return 'file.copied'
  if (kind === 'file.created' && details?.extractedFrom !== undefined) return 'file.extracted'
  if (kind === 'file.versioned' && details?.restoredVersion !== undefined) return 'version.restored'
  return kind
}

/** Rows of the wanted kinds and person that the reader may see, in the same order. */
export async function visibleRows(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  rows: readonly ActivityRow[],
  filter: ActivityFilter,
): Promise<VisibleRow[]> {
  const wanted = rows.flatMap((row) => {
    const kind = kindOf(row)
    const group = GROUP_OF.get(kind)
    if (row.personId !== null || group === undefined || !filter.groups.has(group)) return []
    if (filter.actorId !== undefined && row.actorId !== filter.actorId) return []
    return [{ row, kind: kind as ActivityKind, group }]
  })
  if (wanted.length === 0) return []
  const ancestors = await loadAncestors(db, {
    fileIds: [...new Set(wanted.flatMap(({ row }) => idsIn(row)))],
    spaceIds: [item.spaceId],
    principals: actor.principals,
    asOf: actor.asOf,
  })
  const view = new RowFilter(actor, item, ancestors)
  return wanted.flatMap(({ row, kind, group }) => view.see(row, kind, group) ?? [])
}

const idsIn = ({ fileId, parentIds, details }: ActivityRow): string[] =>
  [fileId, ...parentIds, idOf(details?.from), idOf(details?.to)].filter(
    (id): id is string => id !== null && id !== undefined,
  )

/** Of a move `from` and `to` are folders; of other changes they are names or levels. */
const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isId(value) ? value : undefined

class RowFilter {
  readonly #actor: Actor
  readonly #item: ResolvedItem
  readonly #ancestors: Ancestors
  readonly #sight: VisibilityFilter
  /** Owners and managers are denied nothing below. */
  readonly #seesAll: boolean

  constructor(actor: Actor, item: ResolvedItem, ancestors: Ancestors) {
    this.#actor = actor
    this.#item = item
    this.#ancestors = ancestors
    this.#sight = new VisibilityFilter(actor, ancestors)
    this.#seesAll = !mayContainDenied(item)
  }

  see(row: ActivityRow, kind: ActivityKind, group: ActivityGroup): VisibleRow | undefined {
    const { fileId, details } = row
    // A move between spaces has a row in each; at the item itself they say the same.
    if (fileId === this.#item.id && details?.leaving === true) return undefined
    const exists = fileId !== null && this.#ancestors.has(fileId)
    if (!this.#seesAll && !this.#isVisible(row, exists)) return undefined
    if (group === 'sharing' && kind !== 'member.changed' && !this.#mayKnowSharing(row)) return undefined
    if (group === 'comments' && !this.#mayRead(fileId)) return undefined
    const isMove = kind === 'file.moved'
    const isElsewhere = exists && this.#isElsewhere(fileId, row)
    if (isElsewhere && group === 'places' && this.#seesPlace(fileId)) return undefined
    return {
      row,
      kind,
      exists,
      isElsewhere,
      canSeeNow: exists && this.#sight.canSee(fileId),
      fromId: isMove ? this.#visible(details?.from) : undefined,
      toId: isMove ? this.#visible(details?.to) : undefined,
    }
  }

  /** Entries of what was purged are gone with it, so that it may have been kept from the reader. */
  #isVisible(row: ActivityRow, exists: boolean): boolean {
    return exists && this.#sight.filter(row)?.fileId === row.fileId
  }

  /** It lay in a folder that the reader does not see. Roots lie in none. */
  #isElsewhere(fileId: string, { spaceId, parentIds }: ActivityRow): boolean {
    if (this.#seesAll && spaceId === this.#item.spaceId) return false
    if (!this.#ancestors.get(fileId)?.parentId) return false
    return !parentIds.some((id) => id !== fileId && this.#sight.canSee(id))
  }

  /** What is shared by itself is seen wherever it lies; other things by the folder that they came into. */
  #seesPlace(fileId: string): boolean {
    const now = this.#ancestors.get(fileId)?.parentId
    return typeof now === 'string' && this.#sight.canSee(now)
  }

  /** With whom something is shared is for those who manage it, and for the person who shared it. */
  #mayKnowSharing({ fileId, actorId }: ActivityRow): boolean {
    if (this.#seesAll || actorId === this.#actor.personId) return true
    return fileId !== null && this.#sight.permissions(fileId).has('members')
  }

  #mayRead(fileId: string | null): boolean {
    return this.#seesAll || (fileId !== null && this.#sight.readsComments(fileId))
  }

  #visible(value: unknown): string | undefined {
    const id = idOf(value)
    return id !== undefined && this.#sight.canSee(id) ? id : undefined
  }
}
