import { loadActor } from '@clouddisk/server/access/actor'
import { resolve } from '@clouddisk/server/access/resolve'
import { openDatabase } from '@clouddisk/server/db/database'
import type { Company } from '../data/company.ts'
import { atMost, type Figure, median } from '../figures.ts'
import { loadProduct } from '../sides/loader.ts'
import { ADMIN } from '../sides/product.ts'
import { interleave, type Stage } from '../stage.ts'

/** Rights, shares and members among 10,000 people, 2,000 groups and 100,000 grants, beside plain SQL. */

const LOOKS_A_ROUND = 1000
const PAGES_A_ROUND = 100
const PAGE = 100

const BY_KEY = 'select id, parent_id, name, is_folder, space_id from file where id = $1'

/** What one file may be done with, beside reading its row by its key: both through the product's own pool. */
export async function rights(stage: Stage, { reader, deep }: Company): Promise<Figure[]> {
  const db = openDatabase(stage.pool).reader
  const actor = await loadActor(db, reader.personId, new Date())
  if (!actor) throw new Error('the reader may not sign in')
  const measured = await interleave(
    stage,
    () => times(LOOKS_A_ROUND, () => resolve(db, actor, deep)),
    () => times(LOOKS_A_ROUND, () => stage.pool.query(BY_KEY, [deep])),
  )
  return [
    {
      name: 'the rights on a file eight folders deep',
      unit: 'ms',
      ours: measured.ours,
      other: { name: 'its row by key', values: measured.others },
      line: atMost(6),
    },
  ]
}

/** The entries that somebody received, and what they are on: no more than a list of names. */
const NAMES_RECEIVED = `
  select distinct on (s.created_at, s.id) s.id, s.created_at, f.id, f.name, f.is_folder, f.ext, f.size, f.updated_at,
    o.real_name, g.role, g.expires_at
  from file_grant g join share s on s.file_id = g.file_id join file f on f.id = s.file_id
  join person o on o.id = s.created_by
  where g.principal_id = any($1) and g.source = 'share' and (g.expires_at is null or g.expires_at > now())
  order by s.created_at desc, s.id desc limit $2`

/**
 * All that the page shows, as one would ask for it by hand in one statement: how long the list is, whose the items are,
 * who made and changed them, whether they are favourites, who else has them. Rights are not asked for, nor the bin.
 */
const ALL_RECEIVED = `
  with mine as (
    select distinct on (g.file_id) g.file_id, g.role, g.expires_at, g.created_at
    from file_grant g
    where g.principal_id = any($1) and g.source = 'share' and (g.expires_at is null or g.expires_at > now())
    order by g.file_id, g.created_at
  ), page as (
    select mine.*, s.id as share_id, s.message, s.space_id, count(*) over () as total
    from mine join share s on s.file_id = mine.file_id
    order by mine.created_at desc, s.id desc limit $2
  )
  select page.*, f.name, f.is_folder, f.ext, f.size, f.version_no, f.child_folders, f.total_size, f.created_at, f.updated_at,
    c.real_name as creator, u.real_name as updater, o.id as owner_id, o.real_name as owner, v.id is not null as is_favorite,
    reach.people, reach.members
  from page join file f on f.id = page.file_id join person c on c.id = f.created_by join person u on u.id = f.updated_by
  join space sp on sp.id = page.space_id join person o on o.id = sp.person_id
  left join favorite v on v.file_id = f.id and v.person_id = $3
  cross join lateral (
    select count(*) as people, (jsonb_agg(jsonb_build_object('id', x.principal_id, 'name', p.real_name, 'account',
      p.account_name, 'role', x.role, 'since', x.created_at, 'end', x.expires_at) order by x.created_at)) as members
    from file_grant x join person p on p.id = x.principal_id
    where x.file_id = page.file_id and x.source = 'share' and (x.expires_at is null or x.expires_at > now())
  ) reach
  order by page.created_at desc, page.share_id desc`

export async function received(stage: Stage, company: Company): Promise<Figure[]> {
  const db = openDatabase(stage.pool).reader
  const actor = await loadActor(db, company.reader.personId, new Date())
  if (!actor) throw new Error('the reader may not sign in')
  const load = loadProduct(stage.product.origin)
  try {
    await load.ask.signIn({ userName: company.reader.userName, password: ADMIN.password })
    const input = { type: 'received', pageSize: PAGE }
    const beside = async (sql: string, values: unknown[]) =>
      interleave(
        stage,
        async () => median(await load.ask.repeat({ route: 'pageShares', input, count: PAGES_A_ROUND })),
        () => times(PAGES_A_ROUND, () => stage.pool.query(sql, values)),
      )
    const all = await beside(ALL_RECEIVED, [actor.principals, PAGE, actor.personId])
    const names = await beside(NAMES_RECEIVED, [actor.principals, PAGE])
    return [
      {
        name: 'page of 100 received items of 300',
        unit: 'ms',
        ours: all.ours,
        other: { name: 'SQL of the same page', values: all.others },
        line: atMost(4),
      },
      {
        name: 'the same',
        unit: 'ms',
        ours: names.ours,
        other: { name: 'SQL of its names alone', values: names.others },
      },
    ]
  } finally {
    await load.close()
  }
}

export async function members(stage: Stage, company: Company): Promise<Figure[]> {
  const load = loadProduct(stage.product.origin)
  try {
    await load.ask.signIn({ userName: company.reader.userName, password: ADMIN.password })
    const page = (groupId: string) => async () =>
      median(
        await load.ask.repeat({
          route: 'queryMembers',
          input: { groupId, pageSize: 20 },
          count: PAGES_A_ROUND,
        }),
      )
    const measured = await interleave(stage, page(company.largeGroup), page(company.smallGroup))
    return [
      {
        name: 'page of 20 members of a group of 2,000',
        unit: 'ms',
        ours: measured.ours,
        other: { name: 'of a group of 20', values: measured.others },
        line: atMost(1.25),
      },
    ]
  } finally {
    await load.close()
  }
}

/** Median time of `count` runs. */
async function times(count: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
  }
  return median(taken)
}
