import type { DirectoryProblem } from '@clouddisk/contract/directory-runs'
import type { ScimFault } from '@clouddisk/contract/scim-words'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { DepartmentPaths } from '../apply/department-paths.ts'
import { applyDepartments } from '../apply/departments.ts'
import { applyPeople } from '../apply/people.ts'
import type { DirectoryPersonInput } from '../apply/person-input.ts'
import type { Directory } from '../store.ts'
import { refuseScim, ScimError } from './fault.ts'
import { bestOf, plainPhone, realNameOf, type UserResource } from './user-resource.ts'
import * as store from './user-store.ts'

/** Makes the accounts of users what the client says of them, by the functions that all directories share. */

/** Something that was left out, for the administrator. */
export interface Note {
  readonly fault: ScimFault
  readonly value: string
}

/** Thrown inside a transaction: the department has to be made first, in one of its own. */
class DepartmentMissing extends Error {}

/** What refuses the whole change, with status 409 or 400. */
const REFUSED: Partial<Record<DirectoryProblem['problem'], readonly [number, ScimFault]>> = {
  accountMissing: [400, 'userName'],
  accountInvalid: [400, 'userName'],
  accountLocal: [409, 'userLocal'],
  accountAdministrator: [409, 'userProtected'],
  accountElsewhere: [409, 'userElsewhere'],
  accountTwice: [409, 'userTaken'],
  lastAdministrator: [403, 'lastAdministrator'],
}
const NOTED: Partial<Record<DirectoryProblem['problem'], ScimFault>> = {
  mailDropped: 'mailDropped',
  phoneDropped: 'phoneDropped',
  roleMissing: 'role',
  roleRefused: 'role',
}

/**
 * Runs `work`, which applies users, in a transaction; departments that it finds missing are made, and it begins anew.
 */
export async function withDepartments<T>(
  ctx: Context,
  directory: Directory,
  users: readonly UserResource[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await ctx.db.transact(work)
    } catch (error) {
      if (!(error instanceof DepartmentMissing) || tries >= 3) throw error
      const paths = new DepartmentPaths(directory.settings.departmentSeparator)
      for (const { department } of users) if (department !== undefined) paths.add(department)
      await applyDepartments(ctx, directory, paths.all())
    }
}

/** Within a transaction that has the directory locked. Throws what refuses one of them; answers what was left out. */
export async function applyUsers(
  ctx: Context,
  tx: Tx,
  directory: Directory,
  ids: readonly string[],
): Promise<Note[]> {
  const rows = await store.usersById(tx, directory.id, ids)
  const groups = await store.groupsOf(tx, directory.id, ids)
  const people = rows.map(({ id, user }) =>
    toPerson(
      directory,
      id,
      user,
      (groups.get(id) ?? []).map((group) => group.id),
    ),
  )
  await requireDepartments(tx, directory.id, people)
  const { report } = await applyPeople(ctx, tx, { ...directory, isGone: () => false }, people)
  const notes: Note[] = []
  for (const { problem, name, value = '' } of report.problems) {
    const refused = REFUSED[problem]
    if (refused) {
      const scimType = refused[0] === 409 ? 'uniqueness' : refused[0] === 400 ? 'invalidValue' : undefined
      refuseScim(refused[0], refused[1], value || name, scimType)
    }
    const fault = NOTED[problem]
    if (fault) notes.push({ fault, value: value || name })
    else throw new ScimError(400, 'refused', `${problem} ${value}`, 'invalidValue')
  }
  return notes
}

export function toPerson(
  { settings }: Pick<Directory, 'settings'>,
  id: string,
  user: UserResource,
  groupIds: readonly string[],
): DirectoryPersonInput {
  const paths = new DepartmentPaths(settings.departmentSeparator)
  const hasDepartment = settings.departmentMode !== 'none' && user.department !== undefined
  const roles = settings.groupRoles
    .filter(({ group }) => groupIds.includes(group))
    .map(({ roleId }) => roleId)
  return {
    externalId: id,
    dn: '',
    accountName: user.userName,
    realName: realNameOf(user),
    userName: user.displayName ?? '',
    email: bestOf(user.emails, ['work']),
    phone: plainPhone(bestOf(user.phoneNumbers, ['mobile', 'work'])),
    department: hasDepartment ? paths.add(user.department ?? '') : null,
    roles: [...new Set(roles)].sort(),
    disabled: !user.active,
  }
}

async function requireDepartments(
  tx: Tx,
  directoryId: string,
  people: readonly DirectoryPersonInput[],
): Promise<void> {
  const wanted = [
    ...new Set(people.flatMap(({ department, disabled }) => (disabled ? [] : (department ?? [])))),
  ]
  if (wanted.length === 0) return
  const found = await tx
    .selectFrom('directory_department')
    .select('external_id')
    .where('directory_id', '=', directoryId)
    .where('external_id', 'in', wanted)
    .where('gone', '=', false)
    .execute()
  if (found.length < wanted.length) throw new DepartmentMissing()
}
