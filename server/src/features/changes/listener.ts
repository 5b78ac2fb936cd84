import type { Change } from '@clouddisk/contract/changes'
import type { Actor } from '../../access/actor.ts'
import {
  type Ancestors,
  accessibleSpaces,
  loadAncestors,
  rootsBySpace,
  spaceOfFile,
  VisibilityFilter,
} from '../../access/visibility.ts'
import { type ChangeRow, EVERYBODY } from '../../db/changes.ts'
import type { Reader } from '../../db/database.ts'
import { personSpace } from '../../tree/spaces.ts'

/** A reader of the feed, with the spaces that can concern it. */
export interface ChangeListener {
  actor: Actor
  /** The person's own space, in which all changes are visible. */
  readonly ownSpaceId: string
  /** Spaces in which something may be visible; a superset, extended by changes that are delivered. */
  spaceIds: Set<string>
}

export async function loadChangeListener(db: Reader, actor: Actor): Promise<ChangeListener> {
  const own = await personSpace(db, actor.personId)
  const found = await accessibleSpaces(db, [actor])
  return { actor, ownSpaceId: own.id, spaceIds: new Set([own.id, ...(found.get(actor.personId) ?? [])]) }
}

/** The part of a change that is visible to a listener. */
export interface VisibleChange extends Readonly<Pick<ChangeRow, 'id' | 'xid'>> {
  readonly change: Change
}

const toVisibleChange = (
  row: ChangeRow,
  { parentIds, fileId }: Pick<ChangeRow, 'parentIds' | 'fileId'> = row,
): VisibleChange => ({
  id: row.id,
  xid: row.xid,
  change: {
    kind: row.kind,
    parentIds,
    instanceId: fileId,
    actorId: row.actorId,
    time: row.createdAt.toISOString(),
  },
})

const isAddressed = ({ actor }: ChangeListener, { principalIds }: ChangeRow): boolean =>
  principalIds?.some((id) => id === EVERYBODY || actor.principals.includes(id)) ?? false

const isOwn = (listener: ChangeListener, { spaceId }: ChangeRow): boolean => spaceId === listener.ownSpaceId

/** Whether ancestors are needed to decide visibility. */
const needsAncestors = (listener: ChangeListener, row: ChangeRow): boolean =>
  row.personId === null &&
  !isOwn(listener, row) &&
  ((row.spaceId !== null && listener.spaceIds.has(row.spaceId)) || isAddressed(listener, row))

/**
 * The visible changes of each listener. Changes in own spaces are delivered as they are; for others ancestors are loaded
 * once for all listeners and filtered in memory. `breathe` is awaited between listeners.
 */
export async function visibleChanges<L extends ChangeListener>(
  db: Reader,
  listeners: Iterable<L>,
  rows: readonly ChangeRow[],
  asOf: Date,
  tell: (listener: L, heard: VisibleChange[]) => void,
  breathe: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  const batch = toBatch(rows)
  const near = [...listeners].filter((listener) => touches(listener, batch))
  const concerned = new Map<L, ChangeRow[]>()
  for (const listener of near) {
    const far = batch.shared.filter((row) => {
      if (!needsAncestors(listener, row)) return false
      // Changes after a grant are visible as well.
      if (row.spaceId !== null) listener.spaceIds.add(row.spaceId)
      return true
    })
    if (far.length > 0) concerned.set(listener, far)
  }
  const ancestors = await loadAncestorsFor(db, concerned, asOf)
  const roots = rootsBySpace(ancestors)
  for (const listener of near) {
    const sight = concerned.has(listener) ? new VisibilityFilter(listener.actor, ancestors, roots) : undefined
    const list = rows.flatMap((row) => filterChange(listener, sight, row) ?? [])
    if (sight) trackMoves(listener, concerned.get(listener) ?? [], ancestors)
    if (list.length > 0) tell(listener, list)
    const pause = sight && breathe()
    if (pause) await pause
  }
}

interface Batch {
  readonly shared: readonly ChangeRow[]
  readonly spaceIds: ReadonlySet<string | null>
  readonly personIds: ReadonlySet<string | null>
  readonly addresses: boolean
}

const toBatch = (rows: readonly ChangeRow[]): Batch => ({
  shared: rows.filter((row) => row.personId === null),
  spaceIds: new Set(rows.map((row) => row.spaceId)),
  personIds: new Set(rows.map((row) => row.personId)),
  addresses: rows.some((row) => row.principalIds !== null),
})

/** Cheap check that skips most listeners. */
const touches = ({ actor, ownSpaceId, spaceIds }: ChangeListener, batch: Batch): boolean =>
  batch.addresses ||
  batch.personIds.has(actor.personId) ||
  batch.spaceIds.has(ownSpaceId) ||
  [...batch.spaceIds].some((id) => id !== null && spaceIds.has(id))

async function loadAncestorsFor(
  db: Reader,
  concerned: ReadonlyMap<ChangeListener, readonly ChangeRow[]>,
  asOf: Date,
): Promise<Ancestors> {
  if (concerned.size === 0) return new Map()
  const rows = new Set([...concerned.values()].flat())
  const ids = (pick: (row: ChangeRow) => readonly (string | null)[]) => [
    ...new Set([...rows].flatMap(pick).filter((id) => id !== null)),
  ]
  return loadAncestors(db, {
    fileIds: ids((row) => [...row.parentIds, row.fileId]),
    // Changes without folder and file concern a whole space.
    spaceIds: ids((row) => (row.fileId === null && row.parentIds.length === 0 ? [row.spaceId] : [])),
    principals: [...new Set([...concerned.keys()].flatMap(({ actor }) => actor.principals))],
    asOf,
  })
}

function filterChange(
  listener: ChangeListener,
  sight: VisibilityFilter | undefined,
  row: ChangeRow,
): VisibleChange | undefined {
  if (row.personId !== null)
    return row.personId === listener.actor.personId ? toVisibleChange(row) : undefined
  if (isOwn(listener, row)) return toVisibleChange(row)
  if (!sight || !needsAncestors(listener, row)) return undefined
  if (row.kind.startsWith('comment.') && !(row.fileId && sight.readsComments(row.fileId))) return undefined
  const seen = sight.filter(row)
  if (seen) return toVisibleChange(row, seen)
  if (!isAddressed(listener, row)) return undefined
  return toVisibleChange(row, {
    parentIds: row.parentIds.filter((id) => sight.canSee(id)),
    fileId: row.fileId,
  })
}

/** A visible item may have moved to another space with one of its ancestors: adds that space. */
function trackMoves(listener: ChangeListener, rows: readonly ChangeRow[], ancestors: Ancestors): void {
  for (const row of rows) {
    const now =
      row.kind === 'file.moved' && row.fileId !== null ? spaceOfFile(ancestors, row.fileId) : undefined
    if (now !== undefined) listener.spaceIds.add(now)
  }
}
