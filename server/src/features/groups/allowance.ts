import { formatSize } from '@clouddisk/contract/format'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { refuse } from '../../http/refusal.ts'

/**
 * What groups are given is taken from somebody's allowance (C36): the owner's, or the department's of its group. Each
 * growth is one conditional UPDATE, so that no number of groups made at once passes it by a byte. All amounts are bytes.
 */

export type Giver = { readonly personId: string } | { readonly departmentId: string }

/** Whose allowance a group is taken from. */
export const giverOf = (group: { departmentId: string | null; ownerId: string }): Giver =>
  group.departmentId === null ? { personId: group.ownerId } : { departmentId: group.departmentId }

/** Takes bytes from an allowance; refuses `group_allowance_full` with what is missing. */
export async function take(tx: Tx, giver: Giver, bytes: number): Promise<void> {
  if (!(await takeIfThere(tx, giver, bytes))) await refuseFull(tx, giver, bytes)
}

/** False where the allowance does not hold so much. */
export async function takeIfThere(tx: Tx, giver: Giver, bytes: number): Promise<boolean> {
  const { rows } =
    'personId' in giver
      ? await sql`
          update person set group_allotted = group_allotted + ${bytes}::bigint
          where id = ${giver.personId}
            and (group_total is null or ${bytes}::bigint <= 0 or group_allotted + ${bytes}::bigint <= group_total)
          returning id`.execute(tx)
      : await sql`
          update department set allotted = allotted + ${bytes}::bigint
          where id = ${giver.departmentId}
            and (total is null or ${bytes}::bigint <= 0 or allotted + ${bytes}::bigint <= total)
          returning id`.execute(tx)
  return rows.length > 0
}

/** Gives bytes back. */
export const giveBack = async (tx: Tx, giver: Giver, bytes: number): Promise<void> =>
  void (await takeIfThere(tx, giver, -bytes))

/** Bytes that an allowance lacks for so many more; 0 where they fit. */
export async function missingOf(db: Reader, giver: Giver, bytes: number): Promise<number> {
  const row =
    'personId' in giver
      ? await db
          .selectFrom('person')
          .select(['group_total as total', 'group_allotted as allotted'])
          .where('id', '=', giver.personId)
          .executeTakeFirst()
      : await db
          .selectFrom('department')
          .select(['total', 'allotted'])
          .where('id', '=', giver.departmentId)
          .executeTakeFirst()
  if (!row) refuse('not_found')
  return row.total === null ? 0 : Math.max(0, row.allotted + bytes - row.total)
}

async function refuseFull(tx: Tx, giver: Giver, bytes: number): Promise<never> {
  const missing = await missingOf(tx, giver, bytes)
  refuse('group_allowance_full', { missing: formatSize(missing), missingBytes: missing })
}
