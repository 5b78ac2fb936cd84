import type { SiteRegion } from '@clouddisk/contract/admin-sites'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of sites. */

export interface SiteFields {
  readonly name: string
  readonly region: SiteRegion | null
  readonly networks: readonly string[]
  readonly address: string | null
}

export interface SiteRow extends SiteFields {
  readonly id: string
  readonly clusters: readonly { clusterId: string; clusterName: string }[]
  readonly updatedAt: Date
}

export async function sites(db: Reader): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`
    select s.id, s.name, s.region, s.networks::text[] as networks, s.address, s.updated_at as "updatedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('clusterId', c.id, 'clusterName', c.name)
          order by c.name collate name_order, c.id)
        from cluster c where c.site_id = s.id), '[]') as clusters
    from site s order by s.name collate name_order, s.id`.execute(db)
  return rows
}

export async function saveSite(tx: Tx, id: string, fields: SiteFields, at: Date): Promise<void> {
  const { name, region, networks, address } = fields
  await sql`
    insert into site (id, name, region, networks, address, created_at, updated_at)
    values (${id}, ${name}, ${region}, ${networks}::text[]::cidr[], ${address}, ${at}, ${at})
    on conflict (id) do update set name = excluded.name, region = excluded.region, networks = excluded.networks,
      address = excluded.address, updated_at = excluded.updated_at`.execute(tx)
}

/** Answers how many of them there are. */
export async function putClusters(tx: Tx, siteId: string, clusterIds: readonly string[]): Promise<number> {
  await sql`
    update cluster set site_id = null where site_id = ${siteId} and id <> all(${clusterIds}::uuid[])`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    update cluster set site_id = ${siteId} where id = any(${clusterIds}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Sites that the sign-in page offers by their region: first those whose networks contain the address, the smallest network before. */
export async function signInSites(db: Reader, address: string | null): Promise<SiteInRegion[]> {
  const { rows } = await sql<SiteInRegion>`
    select s.region, s.address, near.bits is not null as "isNear"
    from site s, lateral (
      select max(masklen(network)) as bits from unnest(s.networks) as network
      where network >>= ${address}::inet
    ) near
    where s.region is not null
    order by near.bits desc nulls last, s.name collate name_order, s.id`.execute(db)
  return rows
}

interface SiteInRegion {
  readonly region: SiteRegion
  readonly address: string | null
  readonly isNear: boolean
}
