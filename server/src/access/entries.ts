import { KEPT_ROLES, type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS } from '@clouddisk/contract/roles'
import type { Actor } from './actor.ts'

/**
 * The rule itself, without a database (B§6, G1): the nearest explicit entry decides per principal, the union over the
 * actor's principals counts, an own `forbidden` wins over that union, and nothing nearer takes an owner's or a
 * manager's role away.
 */

/** One explicit entry on the way from a file up to its space's root. */
export interface Entry {
  readonly principalId: string
  readonly role: string
  /** The file or folder that bears it. */
  readonly fileId: string
}

/** What a principal has at some place. */
export interface Held {
  readonly nearest: Entry
  /** The entry of an owner or manager, here or farther up. */
  readonly kept?: Entry
}
export type Entries = ReadonlyMap<string, Held>

/** What holds of all that is in a space. */
export interface Ground {
  /** Of a department's group. */
  readonly departmentId: string | null
  readonly readOnly: boolean
  /** A group that the asker is not in: what single files of it once gave it counts no more. */
  readonly closed: boolean
}

export const NO_ENTRIES: Entries = new Map()

/** A place's entries on top of those of the place above it. */
export function joined(above: Entries, own: readonly Entry[]): Entries {
  if (own.length === 0) return above
  const entries = new Map(above)
  for (const entry of own) {
    const kept = KEPT_ROLES.has(entry.role) ? entry : above.get(entry.principalId)?.kept
    entries.set(entry.principalId, { nearest: entry, ...(kept && { kept }) })
  }
  return entries
}

export const NOTHING: ReadonlySet<PermissionItem> = new Set()
const sets = new Map<string, ReadonlySet<PermissionItem>>()

function itemsOfRole(role: string): ReadonlySet<PermissionItem> {
  const known = sets.get(role)
  if (known) return known
  const items = new Set<PermissionItem>(ROLE_ITEMS[role as keyof typeof ROLE_ITEMS] ?? [])
  sets.set(role, items)
  return items
}

/** The actor's own `forbidden`, where nothing keeps it from counting. */
export function barOf(actor: Pick<Actor, 'personId'>, entries: Entries): Entry | undefined {
  const own = entries.get(actor.personId)?.nearest
  if (own?.role !== 'forbidden') return undefined
  return [...entries.values()].some((held) => held.kept) ? undefined : own
}

/** The entries that count on some ground. */
export const countingOn = ({ closed }: Ground, entries: Entries): Entries => (closed ? NO_ENTRIES : entries)

/** What the actor may do where these entries hold. */
export function itemsAt(actor: Actor, ground: Ground, entries: Entries): ReadonlySet<PermissionItem> {
  const counting = countingOn(ground, entries)
  if (barOf(actor, counting)) return NOTHING
  const given = [...givenBy(actor, ground, counting)]
  const [only = NOTHING, ...others] = given
  const union = others.length === 0 ? only : new Set(given.flatMap((items) => [...items]))
  return bounded(actor, ground, union)
}

function* givenBy(
  actor: Actor,
  { departmentId }: Ground,
  entries: Entries,
): Generator<ReadonlySet<PermissionItem>> {
  for (const { nearest, kept } of entries.values()) {
    if (kept) yield itemsOfRole(kept.role)
    if (kept !== nearest) yield itemsOfRole(nearest.role)
  }
  if (departmentId === null) return
  for (const { departments, items } of actor.reach) if (departments.has(departmentId)) yield items
}

/** Within what the person may do at all, and what may be done in the space now. */
function bounded(
  { ceiling }: Actor,
  { readOnly }: Ground,
  items: ReadonlySet<PermissionItem>,
): ReadonlySet<PermissionItem> {
  if (!ceiling && !readOnly) return items
  return new Set(
    [...items].filter((item) => (!ceiling || ceiling.has(item)) && (!readOnly || READ_ONLY_ITEMS.has(item))),
  )
}

/** Who has a share of something does not have the folder that it lies in: its place and name there are the owner's. */
export const OWNERS_OWN: ReadonlySet<PermissionItem> = new Set(['move', 'rename', 'delete'])

export const withoutPlace = (items: ReadonlySet<PermissionItem>): ReadonlySet<PermissionItem> =>
  new Set([...items].filter((item) => !OWNERS_OWN.has(item)))
