import { nameKey } from '@clouddisk/contract/names'
import pg from 'pg'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { isId, newId } from '../../../db/ids.ts'
import * as directories from '../store.ts'
import { refuseScim, refuseValue } from './fault.ts'
import { type Filter, parsePath } from './filter.ts'
import * as store from './group-store.ts'
import { type ReadOperation, readPatch } from './patch.ts'
import { applySoon, setPending } from './pending.ts'
import type { GroupRow } from './present.ts'
import { attributeName } from './urns.ts'
import type { IsCurrent } from './users.ts'
import { isObject, type JsonObject, readText } from './values.ts'

/** Groups of a SCIM directory: they give roles where an administrator has chosen one for them, and are nothing else here. */

export interface GroupChange {
  readonly displayName?: string | undefined
  readonly externalId?: string | null
  readonly members?: readonly MemberChange[]
}
type MemberChange =
  | { readonly op: 'add' | 'remove'; readonly ids: readonly string[] }
  /** These and no others; of none: nobody. */
  | { readonly op: 'replace'; readonly ids: readonly string[] }

export async function create(
  ctx: Context,
  directory: directories.Directory,
  body: JsonObject,
): Promise<GroupRow> {
  const change = readGroup(body)
  if (change.displayName === undefined) refuseValue('required', 'displayName')
  return save(ctx, directory, newId(), change)
}

export async function replace(
  ctx: Context,
  directory: directories.Directory,
  id: string,
  body: JsonObject,
  isCurrent: IsCurrent,
): Promise<GroupRow> {
  const change = readGroup(body)
  if (change.displayName === undefined) refuseValue('required', 'displayName')
  return save(
    ctx,
    directory,
    id,
    { externalId: null, members: [{ op: 'replace', ids: [] }], ...change },
    isCurrent,
  )
}

export async function patch(
  ctx: Context,
  directory: directories.Directory,
  id: string,
  body: JsonObject,
  isCurrent: IsCurrent,
): Promise<GroupRow> {
  const changes = readPatch(body).flatMap(changesOf)
  return save(
    ctx,
    directory,
    id,
    {
      ...Object.assign({}, ...changes),
      members: changes.flatMap(({ members }) => members ?? []),
    },
    isCurrent,
  )
}

export async function remove(
  ctx: Context,
  directory: directories.Directory,
  id: string,
  isCurrent: IsCurrent,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const current = await directories.lockDirectory(tx, directory.id)
    await requireGroup(tx, directory.id, id, isCurrent)
    const members = await store.deleteGroup(tx, id)
    if (givesRole(current, id)) await setPending(tx, directory.id, members)
  })
  await applySoon(ctx)
}

/** A new one where `isCurrent` is left out. */
async function save(
  ctx: Context,
  directory: directories.Directory,
  id: string,
  { displayName, externalId, members = [] }: GroupChange,
  isCurrent?: IsCurrent,
): Promise<GroupRow> {
  const row = await ctx.db.transact(async (tx) => {
    const current = await directories.lockDirectory(tx, directory.id)
    const before = isCurrent ? await requireGroup(tx, directory.id, id, isCurrent) : undefined
    const values = {
      name: displayName ?? before?.name ?? '',
      externalId: externalId === undefined ? (before?.externalId ?? null) : externalId,
    }
    const isNamed = !before || before.name !== values.name || before.externalId !== values.externalId
    if (!before) await saveNamed(ctx, tx, directory.id, id, values)
    const changed = await changeMembers(tx, { directoryId: directory.id, id }, members)
    if (before && (isNamed || changed.size > 0)) await saveNamed(ctx, tx, directory.id, id, values)
    if (changed.size > 0 && givesRole(current, id)) await setPending(tx, directory.id, [...changed])
    return (await store.groupById(tx, directory.id, id)) ?? refuseScim(404, 'notFound', id)
  })
  await applySoon(ctx)
  return row
}

const givesRole = ({ settings }: directories.Directory, id: string): boolean =>
  settings.groupRoles.some(({ group }) => group === id)

async function saveNamed(
  ctx: Context,
  tx: Tx,
  directoryId: string,
  id: string,
  values: store.GroupValues,
): Promise<void> {
  try {
    await store.saveGroup(tx, directoryId, id, values, ctx.now())
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'scim_group_name')
      refuseScim(409, 'groupTaken', values.name, 'uniqueness')
    throw error
  }
}

/** Answers who came or went. */
async function changeMembers(
  tx: Tx,
  group: { readonly directoryId: string; readonly id: string },
  changes: readonly MemberChange[],
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  const toggle = (ids: readonly string[]) => {
    // Whoever came and went in one call stays as they were.
    for (const id of ids) if (!changed.delete(id)) changed.add(id)
  }
  for (const { op, ids } of changes) {
    if (op !== 'remove') {
      const stranger = await store.strangerAmong(tx, group.directoryId, ids)
      if (stranger !== undefined) refuseValue('member', stranger)
    }
    if (op === 'replace') {
      const before = (await store.membersOf(tx, [group.id])).get(group.id) ?? []
      const wanted = new Set(ids)
      const gone = before.filter(({ id }) => !wanted.has(id)).map(({ id }) => id)
      toggle(await store.removeMembers(tx, group.id, gone))
    }
    toggle(
      op === 'remove' ? await store.removeMembers(tx, group.id, ids) : await store.addMembers(tx, group, ids),
    )
  }
  return changed
}

async function requireGroup(
  tx: Tx,
  directoryId: string,
  id: string,
  isCurrent: IsCurrent,
): Promise<GroupRow> {
  const row = await store.groupById(tx, directoryId, id, { lock: true })
  if (!row) return refuseScim(404, 'notFound', id)
  return isCurrent(row.version) ? row : refuseScim(412, 'version')
}

/** What is not known is ignored. */
function readGroup(body: JsonObject): GroupChange {
  let change: GroupChange = {}
  for (const [key, value] of Object.entries(body)) {
    const name = attributeName(key)
    if (name === 'displayname') change = { ...change, displayName: readName(value) }
    else if (name === 'externalid') change = { ...change, externalId: readText('externalId', value) ?? null }
    else if (name === 'members') change = { ...change, members: [{ op: 'replace', ids: readMembers(value) }] }
  }
  return change
}

/** In the order in which they are done. */
function changesOf({ op, path, value }: ReadOperation): GroupChange[] {
  if (path === undefined) {
    if (op === 'remove') refuseScim(400, 'path', '', 'noTarget')
    if (!isObject(value)) return refuseValue('type', 'value')
    const { members = [], ...change } = readGroup(value)
    return [{ ...change, members: members.map((one) => (op === 'add' ? { op, ids: one.ids } : one)) }]
  }
  const { attribute, where, sub } = parsePath(path)
  if (attribute === 'members' && (sub === undefined || sub === 'value')) {
    if (where) {
      if (op !== 'remove') refuseScim(400, 'path', path, 'invalidPath')
      return [{ members: [{ op: 'remove', ids: idsIn(where, path) }] }]
    }
    // Without a value all of them are meant.
    if (op === 'remove' && (value === undefined || value === null))
      return [{ members: [{ op: 'replace', ids: [] }] }]
    return [{ members: [{ op, ids: op === 'remove' ? idsOf(value) : readMembers(value) }] }]
  }
  if (where || sub !== undefined) refuseScim(400, 'path', path, 'invalidPath')
  if (attribute === 'displayname') {
    if (op === 'remove') refuseValue('required', 'displayName')
    return [{ displayName: readName(value) }]
  }
  if (attribute === 'externalid')
    return [{ externalId: op === 'remove' ? null : (readText('externalId', value) ?? null) }]
  if (attribute === 'id' || attribute === 'meta') refuseScim(400, 'readOnly', path, 'mutability')
  // Of a schema that is not kept.
  return attribute === undefined ? [] : refuseScim(400, 'path', path, 'invalidPath')
}

function readName(value: unknown): string {
  const name = readText('displayName', value) ?? refuseValue('required', 'displayName')
  return nameKey(name) === '' ? refuseValue('characters', 'displayName') : name
}

/** `members[value eq "…"]`, also with several that are joined by `or`. */
function idsIn(where: Filter, path: string): string[] {
  if (where.kind === 'or') return [...idsIn(where.left, path), ...idsIn(where.right, path)]
  const isValue = where.kind === 'compare' && where.operator === 'eq' && where.attribute === 'value'
  return isValue ? idsOf([{ value: where.value }]) : refuseScim(400, 'path', path, 'invalidPath')
}

function readMembers(value: unknown): string[] {
  for (const one of Array.isArray(value) ? value : [])
    if (isObject(one) && typeof one.type === 'string' && one.type.toLowerCase() === 'group')
      refuseValue('nested')
  const texts = memberTexts(value)
  const wrong = texts.find((text) => !isId(text))
  return wrong === undefined ? unique(texts) : refuseValue('member', wrong)
}

/** To remove: what is no id is nobody. */
const idsOf = (value: unknown): string[] => unique(memberTexts(value).filter(isId))

const unique = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

function memberTexts(value: unknown): string[] {
  const all = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
  return all.map((one) => {
    const text = isObject(one) ? (one.value ?? one.Value) : one
    return typeof text === 'string' ? text : refuseValue('type', 'members')
  })
}
