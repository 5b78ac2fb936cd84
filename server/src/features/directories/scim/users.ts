import { isDirectoryAccountName } from '@clouddisk/contract/names'
import pg from 'pg'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { isId, newId } from '../../../db/ids.ts'
import { applyLeavers } from '../apply/leavers.ts'
import * as directories from '../store.ts'
import { applyUsers, type Note, withDepartments } from './apply-users.ts'
import { refuseScim, refuseValue } from './fault.ts'
import { GuardStop, guardDeparture, recordWaiting } from './guard.ts'
import { readPatch } from './patch.ts'
import { patchUser, readUser } from './user-changes.ts'
import type { UserResource } from './user-resource.ts'
import * as store from './user-store.ts'
import type { JsonObject } from './values.ts'

/** Users of a SCIM directory, as its client creates, changes and deletes them. Those of others do not exist for it. */

export interface SavedUser {
  readonly row: store.UserRow
  readonly notes: readonly Note[]
}

/** `If-Match`: undefined where the client does not ask. */
export type IsCurrent = (version: number) => boolean

/** Who was deleted before is the same person, found by the client's id or else by the name. */
export async function create(
  ctx: Context,
  directory: directories.Directory,
  body: JsonObject,
): Promise<SavedUser> {
  const user = checked(readUser(body))
  return withDepartments(ctx, directory, [user], async (tx) => {
    const current = await directories.lockDirectory(tx, directory.id)
    const alike = await store.usersLike(tx, directory.id, user)
    if (alike.some(({ deleted }) => !deleted)) refuseScim(409, 'userTaken', user.userName, 'uniqueness')
    const before = alike.find((row) => row.user.externalId === user.externalId) ?? alike[0]
    return save(ctx, tx, current, before?.id ?? newId(), user)
  })
}

export async function replace(
  ctx: Context,
  directory: directories.Directory,
  id: string,
  body: JsonObject,
  isCurrent: IsCurrent,
): Promise<SavedUser> {
  return change(ctx, directory, id, isCurrent, (before) => readUser(body, before))
}

export async function patch(
  ctx: Context,
  directory: directories.Directory,
  id: string,
  body: JsonObject,
  isCurrent: IsCurrent,
): Promise<SavedUser> {
  const operations = readPatch(body)
  return change(ctx, directory, id, isCurrent, (before) => patchUser(before, operations))
}

async function change(
  ctx: Context,
  directory: directories.Directory,
  id: string,
  isCurrent: IsCurrent,
  changed: (before: UserResource) => UserResource,
): Promise<SavedUser> {
  const wanted: UserResource[] = []
  return guarded(ctx, directory.id, () =>
    withDepartments(ctx, directory, wanted, async (tx) => {
      const current = await directories.lockDirectory(tx, directory.id)
      const before = await requireUser(tx, directory.id, id)
      if (!isCurrent(before.version)) refuseScim(412, 'version')
      const user = checked(changed(before.user))
      wanted.splice(0, wanted.length, user)
      // The same again changes nothing, and has the same version.
      if (isEqual(user, before.user)) return { row: before, notes: [] }
      if (before.user.active && !user.active) await guardDeparture(ctx, tx, current, before, 'disabled')
      return save(ctx, tx, current, before.id, user)
    }),
  )
}

export async function remove(
  ctx: Context,
  directory: directories.Directory,
  id: string,
  isCurrent: IsCurrent,
): Promise<void> {
  await guarded(ctx, directory.id, () =>
    ctx.db.transact(async (tx) => {
      const current = await directories.lockDirectory(tx, directory.id)
      const before = await requireUser(tx, directory.id, id)
      if (!isCurrent(before.version)) refuseScim(412, 'version')
      await guardDeparture(ctx, tx, current, before, 'left')
      await store.deleteUser(tx, directory.id, before.id, ctx.now())
      const report = await applyLeavers(ctx, tx, { ...current, isGone: () => true }, [before.id])
      if (report.problems.length > 0) refuseScim(403, 'lastAdministrator', before.user.userName)
    }),
  )
}

async function save(
  ctx: Context,
  tx: Tx,
  directory: directories.Directory,
  id: string,
  user: UserResource,
): Promise<SavedUser> {
  try {
    await store.saveUser(tx, directory.id, id, user, ctx.now())
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'scim_user_name')
      refuseScim(409, 'userTaken', user.userName, 'uniqueness')
    throw error
  }
  const notes = await applyUsers(ctx, tx, directory, [id])
  return { row: await requireUser(tx, directory.id, id), notes }
}

async function guarded<T>(ctx: Context, directoryId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GuardStop) throw await recordWaiting(ctx, directoryId, error)
    throw error
  }
}

export async function requireUser(tx: Tx, directoryId: string, id: string): Promise<store.UserRow> {
  const row = isId(id) ? await store.userById(tx, directoryId, id.toLowerCase(), { lock: true }) : undefined
  return row ?? refuseScim(404, 'notFound', id)
}

function checked(user: UserResource): UserResource {
  if (!isDirectoryAccountName(user.userName)) refuseValue('userName', user.userName)
  return user
}

/** Whatever order the attributes are in. */
function isEqual(one: UserResource, other: UserResource): boolean {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([key, inner]) => [key, sorted(inner)] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1))
        : value
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}
