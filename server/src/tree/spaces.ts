import { nameKey } from '@clouddisk/contract/names'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../access/actor.ts'
import { resolve } from '../access/resolve.ts'
import type { Reader, Tx } from '../db/database.ts'
import { isId, newId } from '../db/ids.ts'
import { refuse, refuseNotFound } from '../errors/refusal.ts'
import { pinyinOf } from './pinyin.ts'

export interface Space {
  readonly id: string
  readonly rootId: string
  /** Bytes; null is unlimited. */
  readonly total: number | null
  readonly used: number
  readonly reserved: number
}

/** Creates a personal space with its root, owned by the person; `total` in bytes, null for unlimited. */
export const createPersonSpace = (tx: Tx, personId: string, total: number | null): Promise<Space> =>
  createSpace(tx, { kind: 'person', personId, total, name: '', source: 'owner' })

export interface NewSpace {
  readonly kind: 'person' | 'group'
  /** The owner: gets the first entry on the root. */
  readonly personId: string
  /** Bytes; null is unlimited. */
  readonly total: number | null
  /** Name of the root. */
  readonly name: string
  readonly source: 'owner' | 'member'
  /** Set for a department's group. */
  readonly departmentId?: string | null
}

/** Creates a space with its root and the owner's entry. */
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
      pinyin: pinyinOf(name),
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

/** A group's space. Does not check whether the caller may know of it; that is up to access/. */
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

/** The root of a person never changes and is needed by most calls. */
const roots = new LRUCache<string, string>({ max: 10_000 })

async function rootOf(db: Reader, personId: string): Promise<string> {
  const known = roots.get(personId)
  if (known) return known
  const { rootId } = await personSpace(db, personId)
  roots.set(personId, rootId)
  return rootId
}

/**
 * Resolves "0", "" and undefined to the caller's own root (C section 3 "Ids"), also inside a share, where
 * shared items are named by id. Refuses a share that the caller does not have.
 */
export async function resolveFolderId(
  db: Reader,
  actor: Actor,
  parentId: string | undefined,
): Promise<string> {
  if (parentId !== undefined && parentId !== '' && parentId !== '0') return parentId
  if (actor.sharingId !== undefined) await resolve(db, actor, await sharedFileId(db, actor.sharingId))
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

/** Locks a space. Structural changes of a space are serialized, otherwise two moves could create a cycle. */
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
 * Locks the spaces of these files in the global lock order; unknown ids are ignored. Permissions are checked
 * afterwards; a refusal releases the lock.
 */
async function lockSpacesOf(tx: Tx, fileIds: readonly string[]): Promise<void> {
  await sql`select lock_spaces(${fileIds.filter(isId)}::uuid[])`.execute(tx)
}

/**
 * Runs `query` with the spaces of these files locked. Lock and query are sent together if `query` awaits
 * nothing before its first statement.
 */
export async function withSpaceLocks<T>(
  tx: Tx,
  fileIds: readonly string[],
  query: () => Promise<T>,
): Promise<T> {
  const [, result] = await Promise.all([lockSpacesOf(tx, fileIds), query()])
  return result
}

/** Sets a person's quota. May be below the used bytes, which then can only shrink. */
export async function setPersonTotal(tx: Tx, personId: string, total: number | null): Promise<void> {
  await tx.updateTable('space').set({ total }).where('person_id', '=', personId).execute()
}
