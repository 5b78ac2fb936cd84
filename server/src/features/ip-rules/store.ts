import type { IpRuleMode, IpRuleObject } from '@clouddisk/contract/ip-rules'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of IP rules and regions. */

export interface RuleRow {
  readonly id: string
  readonly objectType: IpRuleObject
  readonly departmentId: string | null
  readonly departmentPath: string[] | null
  readonly ranges: string[]
  readonly regions: { regionId: string; regionName: string }[]
  readonly remark: string
  readonly mode: IpRuleMode
  readonly refusedCount: number
  readonly refusedAt: Date | null
  readonly refusedIp: string | null
  readonly updatedAt: Date
  readonly updatedBy: string | null
}

export interface RegionRow {
  readonly id: string
  readonly name: string
  readonly ranges: string[]
  readonly remark: string
  readonly rules: number
  readonly updatedAt: Date
}

/** Of two that change rules at a time, one waits for the other: each judges what both leave. */
export const lockRules = (tx: Tx) => sql`lock table ip_rule in share row exclusive mode`.execute(tx)

export async function rules(db: Reader): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select r.id, r.object_type as "objectType", r.department_id as "departmentId", r.ranges, r.remark, r.mode,
      r.refused_count as "refusedCount", r.refused_at as "refusedAt", r.refused_ip as "refusedIp",
      r.updated_at as "updatedAt", (select p.real_name from person p where p.id = r.updated_by) as "updatedBy",
      coalesce((
        select jsonb_agg(jsonb_build_object('regionId', g.id, 'regionName', g.name) order by g.name_key)
        from ip_rule_region u join ip_region g on g.id = u.region_id where u.rule_id = r.id), '[]') as regions,
      (
        with recursive above as (
          select d.id, d.parent_id, d.name, 0 as height from department d where d.id = r.department_id
          union all
          select u.id, u.parent_id, u.name, above.height + 1 from above join department u on u.id = above.parent_id
          where above.height < 100
        ) select array_agg(name::text order by height desc) from above
      ) as "departmentPath"
    from ip_rule r order by r.created_at, r.id`.execute(db)
  return rows
}

export async function regions(db: Reader): Promise<RegionRow[]> {
  const { rows } = await sql<RegionRow>`
    select g.id, g.name, g.ranges, g.remark, g.updated_at as "updatedAt",
      (select count(*) from ip_rule_region u where u.region_id = g.id)::int as rules
    from ip_region g order by g.name_key`.execute(db)
  return rows
}

export async function countRegions(db: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ip_region`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

export interface SavedRule {
  readonly id: string
  readonly objectType: IpRuleObject
  readonly departmentId: string | null
  readonly ranges: readonly string[]
  readonly regionIds: readonly string[]
  readonly remark: string
  readonly mode: IpRuleMode
  readonly at: Date
  readonly by: string
}

/** Inserts or changes; what a rule refused so far is forgotten where its mode or addresses change. */
export async function saveRule(tx: Tx, rule: SavedRule): Promise<void> {
  const { id, objectType, departmentId, ranges, regionIds, remark, mode, at, by } = rule
  await sql`
    insert into ip_rule (id, object_type, department_id, ranges, remark, mode, created_at, updated_at, updated_by)
    values (${id}, ${objectType}, ${departmentId}, ${ranges}::text[], ${remark}, ${mode}, ${at}, ${at}, ${by})
    on conflict (id) do update set object_type = excluded.object_type, department_id = excluded.department_id,
      ranges = excluded.ranges, remark = excluded.remark, mode = excluded.mode, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by,
      refused_count = case when ip_rule.mode = excluded.mode then ip_rule.refused_count else 0 end,
      refused_at = case when ip_rule.mode = excluded.mode then ip_rule.refused_at end,
      refused_ip = case when ip_rule.mode = excluded.mode then ip_rule.refused_ip end`.execute(tx)
  await sql`delete from ip_rule_region where rule_id = ${id} and region_id <> all(${regionIds}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into ip_rule_region (rule_id, region_id) select ${id}::uuid, unnest(${regionIds}::uuid[])
    on conflict do nothing`.execute(tx)
}

export async function deleteRule(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('ip_rule').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function existingRegions(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ip_region where id = any(${ids}::uuid[])`.execute(tx)
  return Number(rows[0]?.n ?? 0)
}

export async function departmentName(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('department').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}

interface SavedRegion {
  readonly id: string
  readonly name: string
  readonly nameKey: string
  readonly ranges: readonly string[]
  readonly remark: string
  readonly at: Date
}

/** False if another region has the name. */
export async function saveRegion(tx: Tx, region: SavedRegion): Promise<boolean> {
  const { id, name, nameKey, ranges, remark, at } = region
  const { rows } = await sql<{ id: string }>`
    select id from ip_region where name_key = ${nameKey} and id <> ${id}`.execute(tx)
  if (rows.length > 0) return false
  await sql`
    insert into ip_region (id, name, name_key, ranges, remark, updated_at)
    values (${id}, ${name}, ${nameKey}, ${ranges}::text[], ${remark}, ${at})
    on conflict (id) do update set name = excluded.name, name_key = excluded.name_key, ranges = excluded.ranges,
      remark = excluded.remark, updated_at = excluded.updated_at`.execute(tx)
  return true
}

export async function deleteRegion(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('ip_region').where('id', '=', id).execute()
}

/** Sets all active rules to try mode. Answers how many. */
export async function tryAllRules(tx: Tx, at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('ip_rule')
    .set({
      mode: 'try',
      updated_at: at,
      updated_by: null,
      refused_count: 0,
      refused_at: null,
      refused_ip: null,
    })
    .where('mode', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
