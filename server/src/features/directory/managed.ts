import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { PersonSet } from './store.ts'

/** People and departments of a company's directory: what the directory says of them is changed there alone. */

interface ManagedPerson {
  readonly name: string
  readonly hasDepartments: boolean
  /** By the directory. */
  readonly frozen: boolean
  readonly left: boolean
  readonly accountName: string
  readonly realName: string
  readonly userName: string
  readonly phone: string
  readonly email: string
  readonly departmentId: string | null
}

async function managedPerson(db: Reader, personId: string): Promise<ManagedPerson | undefined> {
  const { rows } = await sql<ManagedPerson>`
    select d.name, coalesce(d.settings ->> 'departmentMode', 'units') <> 'none' as "hasDepartments", m.frozen,
      m.left_at is not null as left, p.account_name as "accountName", p.real_name as "realName",
      p.user_name as "userName", p.phone, p.email, p.department_id as "departmentId"
    from directory_person m join directory d on d.id = m.directory_id join person p on p.id = m.person_id
    where m.person_id = ${personId}`.execute(db)
  return rows[0]
}

/**
 * Refuses what the directory would change back, or has to be changed there. Whoever has left the directory becomes a local account
 * with the change.
 */
export async function refuseManagedChange(
  tx: Tx,
  personId: string,
  set: PersonSet,
  { password }: { readonly password: boolean },
): Promise<void> {
  const person = await managedPerson(tx, personId)
  if (!person) return
  if (person.left) {
    if (set.status === 'active' || password)
      await tx.deleteFrom('directory_person').where('person_id', '=', personId).execute()
    return
  }
  const differs =
    password ||
    (set.account_name !== undefined && set.account_name !== person.accountName) ||
    (set.real_name !== undefined && set.real_name !== person.realName) ||
    (set.user_name !== undefined && set.user_name !== person.userName) ||
    (set.phone !== undefined && set.phone !== person.phone) ||
    (set.email !== undefined && set.email !== person.email) ||
    (person.hasDepartments && set.department_id !== undefined && set.department_id !== person.departmentId) ||
    (set.status === 'active' && person.frozen)
  if (differs) refuse('directory_managed', { directory: person.name })
}

/** Refuses what would be changed back by the next run. */
export async function refuseManagedDepartment(tx: Tx, departmentId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select d.name from directory_department m join directory d on d.id = m.directory_id
    where m.department_id = ${departmentId} and not m.gone`.execute(tx)
  if (rows[0]) refuse('directory_managed', { directory: rows[0].name })
}
