import type { PrincipalType } from '@clouddisk/contract/people'
import { createSpace } from '../src/tree/spaces.ts'
import type { Person } from './person.ts'
import type { World } from './world.ts'

/** Who is in which department, and groups, as they stand in the database of a test world. */

type WithContext = Pick<World, 'ctx'>

export async function moveInto(
  { ctx }: WithContext,
  person: Person,
  departmentId: string | null,
): Promise<void> {
  await ctx.db.reader
    .updateTable('person')
    .set({ department_id: departmentId })
    .where('id', '=', person.user.userId)
    .execute()
}

export interface TestGroup {
  readonly id: string
  readonly rootId: string
}

/** A group with its owner. */
export async function group({ ctx }: WithContext, owner: Person, name: string): Promise<TestGroup> {
  return ctx.db.transact(async (tx) => {
    const personId = owner.user.userId
    const space = await createSpace(tx, { kind: 'group', personId, total: null, name, source: 'member' })
    await tx
      .insertInto('group')
      .values({ id: space.id, name, name_key: name.toLowerCase(), owner_id: personId, created_by: personId })
      .execute()
    return { id: space.id, rootId: space.rootId }
  })
}

export async function addMember(
  { ctx }: WithContext,
  { rootId }: TestGroup,
  principalId: string,
  role: string,
  type: PrincipalType = 'user',
): Promise<void> {
  await ctx.db.reader
    .insertInto('file_grant')
    .values({
      file_id: rootId,
      principal_type: type === 'user' ? 'person' : type,
      principal_id: principalId,
      role,
      source: 'member',
    })
    .execute()
}
