import type { Pool } from 'pg'

/** People who can sign in with the owner's password, each with a space of 100 GiB; they are in no department's list. */

export const CLIENTS = 48
const SPACE = 100 * 1024 ** 3

/** Adds them once, and returns their user names. */
export async function addClients(pool: Pool, ownerId: string): Promise<string[]> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await connection.query(
      `create temporary table client on commit drop as
       select 'client_' || n as name, new_id() as id, new_id() as space_id, new_id() as root_id
       from generate_series(1, ${CLIENTS}) n
       where not exists (select from person p where p.account_key = 'client_' || n)`,
    )
    await connection.query(
      `insert into person (id, account_name, account_key, real_name, user_name, password_hash, department_id)
       select c.id, c.name, c.name, c.name, c.name, o.password_hash, o.department_id
       from client c, person o where o.id = $1`,
      [ownerId],
    )
    await connection.query(`
      insert into space (id, kind, person_id, root_id, total)
      select space_id, 'person', id, root_id, ${SPACE} from client`)
    await connection.query(`
      insert into file (id, space_id, is_folder, name, name_key, created_by, updated_by)
      select root_id, space_id, true, '', '', id, id from client`)
    await connection.query(`
      insert into file_grant (file_id, principal_type, principal_id, role, source)
      select root_id, 'person', id, 'owner', 'owner' from client`)
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  } finally {
    connection.release()
  }
  return Array.from({ length: CLIENTS }, (_, n) => `client_${n + 1}`)
}
