import {
  type AdminSite,
  SITE_NAME_MAX,
  SITE_NETWORKS_MAX,
  SITES_MAX,
  type saveSite,
} from '@clouddisk/contract/admin-sites'
import { ipRangeFault } from '@clouddisk/contract/ip-ranges'
import type { Input } from '@clouddisk/contract/route'
import { canonicalRange } from '../../access/ip-rules.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { lockClusters } from './cluster-store.ts'
import { readIds, readName, readPageAddress } from './read-fields.ts'
import * as store from './site-store.ts'
import { refusingTaken } from './taken.ts'

/** Sites for administrators (R93). */

export async function list(ctx: Context): Promise<AdminSite[]> {
  const rows = await store.sites(ctx.db.reader)
  return rows.map((row) => ({
    siteId: row.id,
    siteName: row.name,
    clusters: [...row.clusters],
    region: row.region,
    networks: [...row.networks],
    address: row.address,
    updateTime: row.updatedAt.toISOString(),
  }))
}

export async function save(ctx: Context, input: Input<typeof saveSite>): Promise<{ siteId: string }> {
  const fields: store.SiteFields = {
    name: readName('siteName', input.siteName, SITE_NAME_MAX),
    region: input.region ?? null,
    networks: readNetworks(input.networks ?? []),
    address: readPageAddress('address', input.address),
  }
  const clusterIds = readIds(input.clusterIds ?? [], 'cluster')
  const id = input.siteId?.toLowerCase() ?? newId()
  if (!isId(id)) refuseNotFound('site')
  await refusingTaken(fields.name, () =>
    ctx.db.transact(async (tx) => {
      await lockClusters(tx)
      const known = await store.sites(tx)
      const before = known.find((site) => site.id === id)
      if (input.siteId !== undefined && !before) refuseNotFound('site')
      if (!before && known.length >= SITES_MAX) refuse('list_full', { limit: SITES_MAX })
      await store.saveSite(tx, id, fields, ctx.now())
      if ((await store.putClusters(tx, id, clusterIds)) < clusterIds.length) refuseNotFound('cluster')
      const { name, ...detail } = fields
      await audit(tx, {
        action: 'site.saved',
        object: { type: 'site', id, name },
        detail: { ...detail, clusterIds, ...(before && before.name !== name && { was: before.name }) },
      })
    }),
  )
  await ctx.stores.refresh()
  return { siteId: id }
}

function readNetworks(texts: readonly string[]): string[] {
  const typed = texts.map((text) => text.trim()).filter((text) => text !== '')
  if (typed.length > SITE_NETWORKS_MAX) refuse('too_many_items', { limit: SITE_NETWORKS_MAX })
  for (const text of typed) {
    const fault = ipRangeFault(text)
    if (fault) refuseField('networks', fault)
  }
  return [...new Set(typed.map(canonicalRange))]
}

export async function remove(ctx: Context, siteId: string): Promise<void> {
  const id = siteId.toLowerCase()
  if (!isId(id)) refuseNotFound('site')
  await ctx.db.transact(async (tx) => {
    await lockClusters(tx)
    const site = (await store.sites(tx)).find((one) => one.id === id) ?? refuseNotFound('site')
    if (site.clusters.length > 0) refuse('site_in_use', { name: site.name, clusters: site.clusters.length })
    await tx.deleteFrom('site').where('id', '=', id).execute()
    await audit(tx, { action: 'site.removed', object: { type: 'site', id, name: site.name } })
  })
}
