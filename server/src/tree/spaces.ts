import { nameKey } from '@clouddisk/contract/names'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { locate } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Reader, Tx } from '../db/database.ts'
import { isId, newId } from '../db/ids.ts'
import { refuse, refuseNotFound } from '../errors/refusal.ts'

export interface Space {
  readonly id: string
  readonly rootId: string
  /** Bytes; null is unlimited. */
  readonly total: number | null
  readonly used: number
  readonly reserved: number
}

/** A person's own space with its root, of which the person is the owner. `total` in bytes, null for unlimited. */
export const createPersonSpace = (tx: Tx, personId: string, total: number | null): Promise<Space> =>
  createSpace(tx, { kind: 'person', personId, total, name: '', source: 'owner' })

export interface NewSpace {
  readonly kind: 'person' | 'group'
  /** Who owns it: its root's first entry. */
  readonly personId: string
  /** Bytes; null is unlimited. */
  readonly total: number | null
  /** Of the root. */
  readonly name: string
  readonly source: 'owner' | 'member'
  /** Of a department's group. */
  readonly departmentId?: string | null
}

/** A space with its root and the owner's entry on it. */
export async function createSpace(tx: Tx, made: NewSpace): Promise<Space> {
  const { kind, personId, total, name, source, departmentId = null } = made
  const space = { id: newId(), rootId: newId(), total, used: 0, reserved: 0 }
  await tx
    .insertInto('space')
    .values({
      id: space.id,
      kind,
      person_id: kind === 'person' ? personId : null,
      root_id: space.rootId,
      total,
      department_id: departmentId,
    })
    .execute()
  await tx
    .insertInto('file')
    .values({
      id: space.rootId,
      space_id: space.id,
      parent_id: null,
      is_folder: true,
      name,
      name_key: nameKey(name),
      version_id: null,
      created_by: personId,
      updated_by: personId,
    })
    .execute()
  await tx
    .insertInto('file_grant')
    .values({
      file_id: space.rootId,
      principal_type: 'person',
      principal_id: personId,
      role: 'owner',
      source,
    })
    .execute()
  return space
}

const columns = ['id', 'root_id as rootId', 'total', 'used', 'reserved'] as const

export async function personSpace(db: Reader, personId: string): Promise<Space> {
  const space = await db
    .selectFrom('space')
    .select(columns)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return space ?? refuse('not_found')
}

/** A group's; whether the caller may know of it is for access/ to say. */
export async function groupSpace(db: Reader, groupId: string): Promise<Space> {
  if (!isId(groupId)) refuseNotFound('group')
  const space = await db
    .selectFrom('space')
    .select(columns)
    .where('id', '=', groupId)
    .where('kind', '=', 'group')
    .executeTakeFirst()
  return space ?? refuseNotFound('group')
}

/** A person's root never changes, and is asked for all the time. */
const roots = new LRUCache<string, string>({ max: 10_000 })

async function rootOf(db: Reader, personId: string): Promise<string> {
  const known = roots.get(personId)
  if (known) return known
  const { rootId } = await personSpace(db, personId)
  roots.set(personId, rootId)
  return rootId
}

/**
 * "0", "" or nothing stands for the caller's own root (C section 3 "Ids"), under a share too: what is shared is named by its
 * id. A share that the caller does not have is refused.
 */
export async function resolveFolderId(
  db: Reader,
  actor: Actor,
  parentId: string | undefined,
): Promise<string> {
  if (parentId !== undefined && parentId !== '' && parentId !== '0') return parentId
  if (actor.sharingId !== undefined) await locate(db, actor, await sharedFileId(db, actor.sharingId))
  return rootOf(db, actor.personId)
}

async function sharedFileId(db: Reader, sharingId: string): Promise<string> {
  if (!isId(sharingId)) refuse('not_found')
  const share = await db
    .selectFrom('share')
    .select('file_id as fileId')
    .where('id', '=', sharingId)
    .executeTakeFirst()
  return share?.fileId ?? refuse('not_found')
}

/** Takes the space's lock: structural changes of one space come one after the other, or two moves could make a circle. */
export async function lockSpace(tx: Tx, spaceId: string, what?: 'group'): Promise<Space> {
  const space = await tx
    .selectFrom('space')
    .select(columns)
    .where('id', '=', spaceId)
    .forUpdate()
    .executeTakeFirst()
  return space ?? (what ? refuseNotFound(what) : refuse('not_found'))
}

/**
 * Locks the spaces that the files belong to, in one order for everybody; ids that are not there lock nothing. Whoever's
 * they are: what may not be done is refused with what is looked at next, and the lock is gone again.
 */
async function lockSpacesOf(tx: Tx, fileIds: readonly string[]): Promise<void> {
  await sql`select lock_spaces(${fileIds.filter(isId)}::uuid[])`.execute(tx)
}

/** Asks with the spaces of these files locked; lock and `query`, where it waits for nothing in between, go out at once. */
export async function withSpaceLocks<T>(
  tx: Tx,
  fileIds: readonly string[],
  query: () => Promise<T>,
): Promise<T> {
  const [, result] = await Promise.all([lockSpacesOf(tx, fileIds), query()])
  return result
}

/** A person's allowance; may be below what is used, which then only stops growth. */
export async function setPersonTotal(tx: Tx, personId: string, total: number | null): Promise<void> {
  await tx.updateTable('space').set({ total }).where('person_id', '=', personId).execute()
}
