import { type previewMove, SHIFT_NAMED_MAX } from '@clouddisk/contract/files'
import type { ShownPrincipal } from '@clouddisk/contract/people'
import type { Input, Reply } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { type AclEntries, type AclEntry, mergeEntries, NO_ENTRIES } from '../../access/entries.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import type { PrincipalRef } from '../../access/principals.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { batchIds } from '../../tree/batch.ts'
import { countSubtreeAccess } from '../../tree/cross-space.ts'
import { filesById } from '../../tree/files.ts'
import { missingBytes } from '../../tree/quota.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { presentMaskedPrincipals, visibleFileIds } from '../privileges/masked-principals.ts'

/** Previews who gains and who loses access by a move or a copy. */

export async function previewAccessChange(
  ctx: Context,
  actor: Actor,
  input: Input<typeof previewMove>,
): Promise<Reply<typeof previewMove>> {
  const db = ctx.db.reader
  const ids = batchIds(input.instances ?? input.instanceIds, 'instances')
  const targetId = await resolveFolderId(db, actor, input.targeParentId)
  const located = await resolveAll(db, actor, [targetId, ...ids])
  const target = located.get(targetId.toLowerCase()) ?? refuse('not_found')
  requirePermissionWithReason(actor, target, 'upload')
  const items = ids.map((id) => located.get(id) ?? refuse('not_found'))
  const { copy = false } = input
  for (const item of items) requirePermissionWithReason(actor, item, copy ? 'copy' : 'move')
  const crossSpace = items.filter((item) => item.spaceId !== target.spaceId)
  const rows = await filesById(
    db,
    (copy ? items : crossSpace).map(({ id }) => id),
  )
  const requiredSize = [...rows.values()].reduce(
    (sum, { totals }) => sum + (copy ? totals.size : totals.charge),
    0,
  )
  const access = await accessChangeOf(db, actor, items, target, copy)
  const below = await countSubtreeAccess(db, copy ? [] : crossSpace.map(({ id }) => id))
  return {
    crossing: crossSpace.length > 0,
    ...access,
    endedShares: below.shares,
    endedEntries: below.entries,
    requiredSize,
    missingSize: rows.size > 0 ? await missingBytes(db, target.spaceId, requiredSize) : 0,
  }
}

interface AccessChange {
  readonly gains: { count: number; list: ShownPrincipal[] }
  readonly loses: { count: number; list: ShownPrincipal[] }
}

/**
 * Compares the entries on the paths. Entries of the items themselves stay within a space and are not copied.
 */
async function accessChangeOf(
  db: Reader,
  actor: Actor,
  items: readonly ResolvedItem[],
  target: ResolvedItem,
  copy: boolean,
): Promise<AccessChange> {
  const pathIds = [target, ...items].flatMap(({ fullPath }) => fullPath.map((step) => step.id))
  const entries = await entriesOn(db, actor, [...new Set(pathIds)])
  const at = (ids: readonly string[]) =>
    ids.reduce((above: AclEntries, id) => mergeEntries(above, entries.get(id) ?? []), NO_ENTRIES)
  const trailOf = ({ fullPath }: ResolvedItem) => fullPath.map((step) => step.id)
  const before = principalsReached(items.map((item) => at(trailOf(item))))
  const after = principalsReached(
    copy
      ? [at(trailOf(target))]
      : items.map((item) => at([...trailOf(target), ...(item.spaceId === target.spaceId ? [item.id] : [])])),
  )
  const seen = visibleFileIds([target, ...items])
  const named = async (list: readonly NamedEntry[]) => {
    const shown = await presentMaskedPrincipals(db, actor, list, seen)
    return list.flatMap(({ principalId }) => shown.get(principalId) ?? [])
  }
  const nobody = { count: 0, list: [] }
  return {
    gains: await differenceOf(db, after, before, named),
    loses: copy ? nobody : await differenceOf(db, before, after, named),
  }
}

/** Principals with access by entries, and principals denied by name. */
interface ReachedPrincipals {
  readonly granted: ReadonlyMap<string, NamedEntry>
  readonly denied: ReadonlySet<string>
}

type NamedEntry = AclEntry & PrincipalRef

async function entriesOn(
  db: Reader,
  { asOf }: Actor,
  ids: readonly string[],
): Promise<Map<string, NamedEntry[]>> {
  const { rows } = await sql<NamedEntry>`
    select file_id as "fileId", principal_id as "principalId", principal_type as "principalType", role
    from file_grant where file_id = any(${ids.filter(isId)}::uuid[])
      and (expires_at is null or expires_at > ${asOf})`.execute(db)
  return Map.groupBy(rows, (row) => row.fileId)
}

function principalsReached(places: readonly AclEntries[]): ReachedPrincipals {
  const namedEntries = new Map<string, NamedEntry>()
  const barred = new Set<string>()
  for (const entries of places) {
    for (const [id, { nearest, inheritedOwnerRole }] of entries) {
      if (nearest.role !== 'forbidden' || inheritedOwnerRole) namedEntries.set(id, nearest as NamedEntry)
      else barred.add(id)
    }
  }
  return { granted: namedEntries, denied: new Set([...barred].filter((id) => !namedEntries.has(id))) }
}

/** People in `of` but not in `without`, and the entries through which they have access. */
async function differenceOf(
  db: Reader,
  of: ReachedPrincipals,
  without: ReachedPrincipals,
  namesOf: (named: readonly NamedEntry[]) => Promise<ShownPrincipal[]>,
): Promise<{ count: number; list: ShownPrincipal[] }> {
  const people = ({ granted, denied }: ReachedPrincipals) => sql`
    select id from people_of(${[...granted.keys()]}::uuid[]) as p(id) where id <> all(${[...denied]}::uuid[])`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${people(of)} except ${people(without)}) shift`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) return { count, list: [] }
  const named = [...of.granted.values()].filter(({ principalId }) => !without.granted.has(principalId))
  return { count, list: await namesOf(named.slice(0, SHIFT_NAMED_MAX)) }
}
