import type { Pool, PoolClient } from 'pg'

/**
 * A company around the files: departments, people, groups and grants, written straight into the tables with the sums and
 * numbers that the product keeps, so that `doctor` finds nothing to say. Everybody's password is the owner's.
 */

export const DEPARTMENTS = 600
export const PEOPLE = 10_000
export const GROUPS = 2000
export const GRANTS = 100_000
/** People of the one department that is much larger than the others, all levels of it together. */
export const LARGE_DEPARTMENT = 5000
export const LARGE_GROUP = 2000
export const SMALL_GROUP = 20
/** Shares that the reader has received, through itself and its departments. */
export const RECEIVED = 300

export interface Company {
  /** Somebody four departments deep, in some forty groups, to whom much was shared. */
  readonly reader: { readonly personId: string; readonly userName: string }
  /** A file eight folders deep in one of the reader's groups. */
  readonly deep: string
  readonly largeGroup: string
  readonly smallGroup: string
}

export interface Owner {
  readonly personId: string
  readonly spaceId: string
}

export async function fillCompany(pool: Pool, owner: Owner): Promise<Company> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await departments(connection)
    await people(connection, owner)
    await groups(connection)
    await members(connection)
    await shares(connection, owner)
    await entries(connection)
    await connection.query('commit')
    await connection.query('vacuum (analyze) person, department, space, file, file_grant, share, "group"')
    return await found(connection)
  } finally {
    connection.release()
  }
}

/** Ten below the top, nine below each, and the rest below those: four levels with the one on top. */
const departments = (to: PoolClient) =>
  to.query(`
    with top as (insert into department (id, name, name_key) values (new_id(), 'Company', 'company') returning id),
    first as (
      insert into department (id, parent_id, name, name_key)
      select new_id(), top.id, 'Division ' || n, 'division ' || n from top, generate_series(1, 10) n returning id, name
    ), second as (
      insert into department (id, parent_id, name, name_key)
      select new_id(), first.id, 'Department ' || n, 'department ' || n from first, generate_series(1, 9) n
      returning id
    ), numbered as (select id, row_number() over () as no, count(*) over () as among from second)
    insert into department (id, parent_id, name, name_key)
    select new_id(), numbered.id, 'Team ' || n, 'team ' || n
    from generate_series(1, ${DEPARTMENTS - 101}) n join numbered on numbered.no = n % numbered.among + 1`)

/** Each with a space of its own; half of them below one division. */
const people = async (to: PoolClient, owner: Owner) => {
  await to.query(`
    create temporary table newcomer on commit drop as
    with recursive large as (
      select id from department where name = 'Division 1'
      union all select d.id from large join department d on d.parent_id = large.id
    ), inside as (select id, row_number() over (order by id) as no, count(*) over () as among from large),
    outside as (
      select id, row_number() over (order by id) as no, count(*) over () as among from department
      where id not in (select id from large)
    )
    select n, new_id() as id, new_id() as space_id, new_id() as root_id, coalesce(inside.id, outside.id) as department_id
    from generate_series(1, ${PEOPLE - 1}) n
    left join inside on n <= ${LARGE_DEPARTMENT} and inside.no = n % inside.among + 1
    left join outside on n > ${LARGE_DEPARTMENT} and outside.no = n % outside.among + 1`)
  await to.query(
    `insert into person (id, account_name, account_key, real_name, user_name, password_hash, department_id)
     select c.id, 'person_' || n, 'person_' || n, 'Person ' || n, 'Person ' || n, o.password_hash, c.department_id
     from newcomer c, person o where o.id = $1`,
    [owner.personId],
  )
  await to.query(`
    insert into space (id, kind, person_id, root_id, total)
    select space_id, 'person', id, root_id, 107374182400 from newcomer`)
  await to.query(`
    insert into file (id, space_id, is_folder, name, name_key, created_by, updated_by)
    select root_id, space_id, true, '', '', id, id from newcomer`)
  await to.query(`
    insert into file_grant (file_id, principal_type, principal_id, role, source)
    select root_id, 'person', id, 'owner', 'owner' from newcomer`)
}

const GB = 1024 ** 3
const DEPTH = 8

/** Each of one GB, with five folders in a row below its root; one of them goes deeper and holds a file's place. */
const groups = async (to: PoolClient) => {
  await to.query(`
    create temporary table crew on commit drop as
    select g.n, new_id() as id, new_id() as root_id, c.id as owner_id
    from generate_series(1, ${GROUPS}) g(n) join newcomer c on c.n = g.n * 4`)
  await to.query(`insert into space (id, kind, root_id, total) select id, 'group', root_id, ${GB} from crew`)
  await to.query(`
    insert into file (id, space_id, is_folder, name, name_key, created_by, updated_by)
    select root_id, id, true, 'Group ' || n, 'group ' || n, owner_id, owner_id from crew`)
  await to.query(`
    insert into "group" (id, name, name_key, owner_id, created_by)
    select id, 'Group ' || n, 'group ' || n, owner_id, owner_id from crew`)
  await to.query(`update person set group_allotted = ${GB} from crew where person.id = crew.owner_id`)
  await to.query(`
    insert into file_grant (file_id, principal_type, principal_id, role, source)
    select root_id, 'person', owner_id, 'owner', 'member' from crew`)
  for (let level = 1; level <= DEPTH; level++) {
    const last = level === 5
    await to.query(
      `insert into file (id, space_id, parent_id, is_folder, name, name_key, created_by, updated_by,
         child_folders, total_folders)
       select new_id(), f.space_id, f.id, true, $1, $1, f.created_by, f.created_by, 0, 0
       from file f join crew on crew.id = f.space_id
       where f.name = case when $2 = 1 then 'Group ' || crew.n else 'level ' || ($2 - 1)::text end
         and ($2 <= 5 or crew.n = 1)`,
      [`level ${level}`, level],
    )
    if (last) await addUp(to, 5, '')
  }
  await addUp(to, DEPTH, 'and crew.n = 1')
}

const addUp = (to: PoolClient, depth: number, which: string) =>
  to.query(`
    update file f set child_folders = case when r.level < ${depth} then 1 else 0 end, total_folders = ${depth} - r.level
    from (
      select f.id, case when f.parent_id is null then 0 else substr(f.name, 7)::int end as level
      from file f join crew on crew.id = f.space_id where true ${which}
    ) r where r.id = f.id`)

/** Some people and a department each; one group has two thousand, and one exactly twenty. */
const members = async (to: PoolClient) => {
  const into = `insert into file_grant (file_id, principal_type, principal_id, role, source, created_at)`
  const role = `(array['editor', 'viewer', 'downloader', 'manager', 'linker'])[1 + k % 5]`
  await to.query(`
    ${into} select crew.root_id, 'person', c.id, ${role}, 'member', now() + k * interval '1 millisecond'
    from crew cross join generate_series(1, 17) k join newcomer c on c.n = (crew.n * 37 + k * 101) % ${PEOPLE - 2} + 1
    where crew.n > 2 on conflict do nothing`)
  await to.query(`
    ${into} select crew.root_id, 'department', d.id, 'viewer', 'member', now()
    from crew join (select id, row_number() over (order by id) as no from department where name <> 'Company') d
      on d.no = crew.n % ${DEPARTMENTS - 1} + 1 where crew.n > 2 on conflict do nothing`)
  await to.query(`
    ${into} select crew.root_id, 'person', c.id, ${role}, 'member', now() + k * interval '1 millisecond'
    from crew cross join generate_series(1, ${LARGE_GROUP}) k join newcomer c on c.n = k
    where (crew.n = 1 or (crew.n = 2 and k < ${SMALL_GROUP})) and c.id <> crew.owner_id on conflict do nothing`)
}

/** Of the owner's files, to people all over; the reader has received some hundreds of them. */
const shares = async (to: PoolClient, owner: Owner) => {
  await to.query(
    `create temporary table offered on commit drop as
     select new_id() as id, f.id as file_id, row_number() over () as n
     from (select id from file where space_id = $1 and parent_id is not null and not is_folder limit 25000) f`,
    [owner.spaceId],
  )
  await to.query(
    `insert into share (id, file_id, space_id, created_by, created_at)
     select id, file_id, $2, $1, now() - n * interval '1 minute' from offered`,
    [owner.personId, owner.spaceId],
  )
  const into = `insert into file_grant (file_id, principal_type, principal_id, role, source, created_by)`
  await to.query(
    `${into} select o.file_id, 'person', c.id, 'viewer', 'share', $1
     from offered o join newcomer c on c.n = (o.n * 13) % ${PEOPLE - 2} + 2 on conflict do nothing`,
    [owner.personId],
  )
  await to.query(
    `${into} select o.file_id, 'person', c.id, 'editor', 'share', $1
     from offered o, newcomer c where c.n = 1 and o.n <= ${RECEIVED} on conflict do nothing`,
    [owner.personId],
  )
}

/** Permissions of single folders of groups, until there are as many grants as wanted. */
const entries = (to: PoolClient) =>
  to.query(`
    insert into file_grant (file_id, principal_type, principal_id, role, source)
    select f.id, 'person', g.principal_id, (array['viewer', 'editor', 'downloader'])[1 + substr(f.name, 7)::int % 3], 'entry'
    from crew join file f on f.space_id = crew.id and f.parent_id is not null
    join file_grant g on g.file_id = crew.root_id and g.role = 'editor' and g.principal_type = 'person'
    limit greatest(0, ${GRANTS} - (select count(*) from file_grant)) on conflict do nothing`)

async function found(from: PoolClient): Promise<Company> {
  const { rows } = await from.query<{ person: string; deep: string; large: string; small: string }>(`
    select p.id as person, f.id as deep, l.id as large, s.id as small
    from person p, file f, "group" l, "group" s
    where p.account_name = 'person_1' and l.name = 'Group 1' and s.name = 'Group 2'
      and f.space_id = l.id and f.name = 'level ${DEPTH}'`)
  const [row] = rows
  if (!row) throw new Error('the company is not there')
  return {
    reader: { personId: row.person, userName: 'person_1' },
    deep: row.deep,
    largeGroup: row.large,
    smallGroup: row.small,
  }
}
