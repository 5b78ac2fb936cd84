import { requireOwnGroups } from '../../access/group-ownership.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { lockSpace } from '../../tree/spaces.ts'
import { accountFault } from '../accounts/policy.ts'
import { type AdminGroupRow, libraryGroups as allLibraryGroups, ownerCandidate } from './admin-store.ts'

/** Groups that are business libraries, for features/libraries, which administers them. */

export type LibraryGroup = AdminGroupRow

export const libraryGroups = (db: Reader): Promise<LibraryGroup[]> => allLibraryGroups(db)

/** The group of a library, with its space locked. */
export async function lockLibraryGroup(tx: Tx, libraryId: string): Promise<LibraryGroup> {
  if (!isId(libraryId)) refuseNotFound('library')
  const [known] = await allLibraryGroups(tx, libraryId)
  if (!known) refuseNotFound('library')
  await lockSpace(tx, libraryId)
  const [group] = await allLibraryGroups(tx, libraryId)
  return group ?? refuseNotFound('library')
}

/** Somebody who may own a library. */
export async function requireLibraryOwner(ctx: Context, tx: Tx, personId: string): Promise<string> {
  const person = isId(personId) ? await ownerCandidate(tx, null, personId) : undefined
  if (!person) refuseNotFound('user')
  const fault = accountFault(person, ctx.now())
  if (fault) refuse(fault)
  await requireOwnGroups(tx, person.id, ctx.now(), 'ownerId')
  return person.id
}
