import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf, nameKey } from '@clouddisk/contract/names'
import { sql } from 'kysely'
import { type AuditEvent, audit, auditAll } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { batchesOf, type Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { pinyinOf } from '../../tree/pinyin.ts'
import { lockGrantedSpaces, revokeAfterDepartmentMove, revokeAllGrants } from '../../tree/revoke.ts'
import { requireFitsBelow } from '../groups/allowance.ts'
import * as store from './department-store.ts'

/** The departments of a company's directory: made, renamed, moved and removed as they are there. */

export interface WantedDepartment {
  readonly key: string
  /** Null: it is new. */
  readonly id: string | null
  /** Null: right below the root. */
  readonly parentKey: string | null
  readonly name: string
}

export interface SyncedDepartments {
  readonly ids: ReadonlyMap<string, string>
  readonly created: readonly string[]
  readonly changed: readonly string[]
  /** Keys of departments that were put elsewhere, with the reason; undefined: too deep. */
  readonly misplaced: ReadonlyMap<string, Refusal | undefined>
}

interface Row {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly nameKey: string
}

interface Options {
  /** Below it; null: at the top. */
  readonly rootId: string | null
  readonly directory: string
  readonly actorId: string | null
  /** Local departments that may be taken for one of the same name and place: those that no directory has. */
  readonly mayAdopt: (departmentId: string) => boolean
}

/** Within `withDepartmentLock`; parents come before what lies below them. */
export async function syncDepartments(
  tx: Tx,
  wanted: readonly WantedDepartment[],
  { rootId, directory, actorId, mayAdopt }: Options,
): Promise<SyncedDepartments> {
  const rows = new Map((await allDepartments(tx)).map((row) => [row.id, row]))
  const synced = new Set(wanted.flatMap(({ id }) => id ?? []))
  const rootDepth = depthOf(rows, rootId, synced)
  const children = Map.groupBy(
    [...rows.values()].filter(({ id }) => !synced.has(id)),
    ({ parentId }) => parentId,
  )
  const taken = new Map<string | null, Set<string>>()
  const takenIn = (parentId: string | null) => {
    const known = taken.get(parentId)
    if (known) return known
    const keys = new Set((children.get(parentId) ?? []).map((row) => row.nameKey))
    taken.set(parentId, keys)
    return keys
  }
  const placed = new Map<
    string,
    { id: string; depth: number; parentId: string | null; name: string; isNew: boolean }
  >()
  const misplaced = new Map<string, Refusal | undefined>()
  for (const { key, id, parentKey, name } of wanted) {
    const above = parentKey === null ? undefined : placed.get(parentKey)
    const isDeep = (above?.depth ?? rootDepth) >= LIMITS.departmentDepthMax
    const parentId = isDeep ? (above?.parentId ?? rootId) : (above?.id ?? rootId)
    if (isDeep) misplaced.set(key, undefined)
    const valid = validName(name)
    const now = id === null ? undefined : rows.get(id)
    const adopted =
      id === null
        ? (children.get(parentId) ?? []).find(
            (row) =>
              row.nameKey === nameKey(valid) &&
              mayAdopt(row.id) &&
              ![...placed.values()].some((one) => one.id === row.id),
          )
        : undefined
    if (adopted) takenIn(parentId).delete(adopted.nameKey)
    const free = freeName(valid, takenIn(parentId), now?.parentId === parentId ? now.name : undefined)
    takenIn(parentId).add(nameKey(free))
    const depth = isDeep ? LIMITS.departmentDepthMax : (above?.depth ?? rootDepth) + 1
    placed.set(key, {
      id: id ?? adopted?.id ?? newId(),
      depth,
      parentId,
      name: free,
      isNew: now === undefined && adopted === undefined,
    })
  }
  const created = [...placed].filter(([, { isNew }]) => isNew)
  const changed = [...placed].filter(([, { id, isNew, parentId, name }]) => {
    const row = rows.get(id)
    return !isNew && row !== undefined && (row.parentId !== parentId || row.name !== name)
  })
  await releaseNames(
    tx,
    changed.map(([, { id }]) => id),
  )
  await insertAll(
    tx,
    created.map(([, values]) => values),
  )
  const events: AuditEvent[] = created.map(([, { id, name, parentId }]) => ({
    action: 'department.added',
    object: { type: 'department', id, name },
    detail: { parentId, directory },
  }))
  for (const [key, { id, name, parentId }] of changed) {
    const row = rows.get(id) as Row
    const refusal = await place(tx, row, { name, parentId, actorId })
    if (refusal) misplaced.set(key, refusal)
    events.push({
      action: 'department.changed',
      object: { type: 'department', id, name },
      detail: {
        directory,
        ...(row.name !== name && { was: row.name }),
        ...(row.parentId !== parentId && !refusal && { from: row.parentId, to: parentId }),
      },
    })
  }
  for (const batch of batchesOf(events)) await auditAll(tx, batch)
  return {
    ids: new Map([...placed].map(([key, { id }]) => [key, id])),
    created: created.map(([key]) => key),
    changed: changed.map(([key]) => key),
    misplaced,
  }
}

const allDepartments = async (tx: Tx): Promise<Row[]> =>
  tx.selectFrom('department').select(['id', 'parent_id as parentId', 'name', 'name_key as nameKey']).execute()

/** Levels down to the root. Refuses one that lies below what is to be put below it. */
function depthOf(rows: ReadonlyMap<string, Row>, rootId: string | null, synced: ReadonlySet<string>): number {
  let depth = 0
  for (let id = rootId; id !== null; id = rows.get(id)?.parentId ?? null) {
    if (synced.has(id)) refuse('directory_circle')
    depth++
  }
  return depth
}

/** Names of departments have letters, digits and underscores (B§5). */
export function validName(name: string): string {
  const letters = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return cut(letters || '_', LIMITS.departmentNameMax)
}

const cut = (text: string, length: number): string => [...text].slice(0, length).join('')

/** The name, or with the first number that is free; one that it has already it keeps. */
function freeName(name: string, taken: ReadonlySet<string>, current: string | undefined): string {
  if (!taken.has(nameKey(name))) return name
  const isNumbered = current !== undefined && /^_\d+$/.test(current.slice(commonLength(current, name)))
  if (isNumbered && !taken.has(nameKey(current))) return current
  for (let n = 2; ; n++) {
    const tail = `_${n}`
    const numbered = cut(name, LIMITS.departmentNameMax - lengthOf(tail)) + tail
    if (!taken.has(nameKey(numbered))) return numbered
  }
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

/** Departments may exchange their names: none has one while others get theirs. */
async function releaseNames(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update department set name_key = '~' || id where id = any(${ids}::uuid[])`.execute(tx)
}

async function insertAll(
  tx: Tx,
  created: readonly { id: string; parentId: string | null; name: string }[],
): Promise<void> {
  for (const batch of batchesOf(created))
    await tx
      .insertInto('department')
      .values(
        batch.map(({ id, parentId, name }) => ({
          id,
          parent_id: parentId,
          name,
          name_key: nameKey(name),
          pinyin: pinyinOf(name),
          total: null,
        })),
      )
      .execute()
}

/** Answers why it stays where it was, under its new name. */
async function place(
  tx: Tx,
  { id, parentId: from }: Row,
  { name, parentId, actorId }: { name: string; parentId: string | null; actorId: string | null },
): Promise<Refusal | undefined> {
  const names = { name, name_key: nameKey(name), pinyin: pinyinOf(name) }
  let refusal: Refusal | undefined
  if (parentId !== from && parentId !== null)
    await requireFitsBelow(tx, id, parentId).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      refusal = error
    })
  if (refusal) {
    const isTaken = await store.isDepartmentTaken(tx, from, names.name_key, id)
    await tx
      .updateTable('department')
      .set(
        isTaken
          ? {
              ...names,
              name: `${cut(name, 50)}_${id.slice(-6)}`,
              name_key: nameKey(`${cut(name, 50)}_${id.slice(-6)}`),
            }
          : names,
      )
      .where('id', '=', id)
      .execute()
    return refusal
  }
  await tx
    .updateTable('department')
    .set({ ...names, parent_id: parentId })
    .where('id', '=', id)
    .execute()
  if (from !== null && parentId !== from)
    await revokeAfterDepartmentMove(tx, { departments: [id], from }, actorId)
  return undefined
}

/** Within `withDepartmentLock`. False where it is still in use, and stays. */
export async function removeSyncedDepartment(
  _ctx: Context,
  tx: Tx,
  departmentId: string,
  { directory, actorId }: { readonly directory: string; readonly actorId: string | null },
): Promise<boolean> {
  await lockGrantedSpaces(tx, departmentId)
  await store.deleteDepartmentHistory(tx, departmentId)
  const row = await tx
    .selectFrom('department')
    .select('name')
    .where('id', '=', departmentId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return true
  if (await store.isDepartmentUsed(tx, departmentId)) return false
  await revokeAllGrants(tx, departmentId, actorId)
  await tx.deleteFrom('department').where('id', '=', departmentId).execute()
  await audit(tx, {
    action: 'department.removed',
    object: { type: 'department', id: departmentId, name: row.name },
    detail: { directory },
  })
  return true
}
