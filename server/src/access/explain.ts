import { type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS, STRENGTH } from '@clouddisk/contract/roles'
import type { Actor } from './actor.ts'
import { barOf, countingOn, type Entries, type Entry, type Ground, OWNERS_OWN } from './entries.ts'

/**
 * Why somebody may or may not do something: what decides, in the order in which the rule looks (entries.ts). Pure, like
 * the rule itself.
 */

export type Because = 'entry' | 'forbidden' | 'scope' | 'ceiling' | 'dissolving' | 'place' | 'nothing'

export interface Verdict {
  readonly item: PermissionItem
  readonly permitted: boolean
  readonly because: Because
  /** What gives it, or takes it away; with `nothing`, the strongest of those that do not reach so far. */
  readonly entry?: Entry
  /** The advanced role that gives it. */
  readonly role?: string
}

export interface Standpoint {
  readonly ground: Ground
  readonly entries: Entries
  /** Whether the item begins what is shown to the actor: its place and name are the owner's then. */
  readonly begins: boolean
}

export function explain(
  actor: Actor,
  { ground, entries: found, begins }: Standpoint,
  item: PermissionItem,
): Verdict {
  const entries = countingOn(ground, found)
  const bar = barOf(actor, entries)
  if (bar) return { item, permitted: false, because: 'forbidden', entry: bar }
  const source = sourceOf(actor, ground, entries, item)
  if (!source.given) return { item, permitted: false, because: 'nothing', ...source.by }
  const refused = (because: Because): Verdict => ({ item, permitted: false, because, ...source.by })
  if (actor.ceiling && !actor.ceiling.has(item)) return refused('ceiling')
  if (ground.readOnly && !READ_ONLY_ITEMS.has(item)) return refused('dissolving')
  if (begins && OWNERS_OWN.has(item)) return refused('place')
  return { item, permitted: true, because: source.by.role === undefined ? 'entry' : 'scope', ...source.by }
}

interface Source {
  readonly given: boolean
  readonly by: { readonly entry?: Entry; readonly role?: string }
}

/** The person's own entry before those of its departments and groups, the strongest first, and a role's reach last. */
function sourceOf(actor: Actor, { departmentId }: Ground, entries: Entries, item: PermissionItem): Source {
  const ranked = countingOf(entries).sort((a, b) => rankOf(actor, a) - rankOf(actor, b))
  const entry = ranked.find(({ role }) => gives(role, item))
  if (entry) return { given: true, by: { entry } }
  const reach = actor.reach.find(
    ({ departments, items }) => departmentId !== null && departments.has(departmentId) && items.has(item),
  )
  if (reach) return { given: true, by: { role: reach.role } }
  const strongest = ranked.toSorted((a, b) => strengthOf(a) - strengthOf(b))[0]
  return { given: false, by: strongest ? { entry: strongest } : {} }
}

/** Of every principal what is nearest, and what nothing nearer takes away. */
const countingOf = (entries: Entries): Entry[] =>
  [...entries.values()].flatMap(({ nearest, kept }) =>
    kept && kept !== nearest ? [kept, nearest] : [nearest],
  )

const gives = (role: string, item: PermissionItem): boolean =>
  (ROLE_ITEMS[role as keyof typeof ROLE_ITEMS] as readonly PermissionItem[] | undefined)?.includes(item) ??
  false

const strengthOf = ({ role }: Entry): number => {
  const at = (STRENGTH as readonly string[]).indexOf(role)
  return at < 0 ? STRENGTH.length : at
}

const rankOf = (actor: Actor, entry: Entry): number =>
  (entry.principalId === actor.personId ? 0 : STRENGTH.length + 1) + strengthOf(entry)
