import { ADMIN_ROLES, type AdminArea, mayAdminister } from '@clouddisk/contract/admin-areas'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** Ids of active people with the right to change something in the area, in all departments. */
export async function activeAdministrators(db: Reader, area: AdminArea): Promise<string[]> {
  const roles = ADMIN_ROLES.filter((role) => mayAdminister([role], area, 'change'))
  const { rows } = await sql<{ id: string }>`
    select distinct h.person_id as id from person_role h left join role r on r.id = h.role_id
      join person p on p.id = h.person_id
    where coalesce(h.preset, r.admin) = any(${roles}::text[]) and p.status = 'active'`.execute(db)
  return rows.map(({ id }) => id)
}
