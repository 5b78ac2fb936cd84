import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Sites (R93, B§3): places with clusters, and where people sign in there. */

export const SITE_NAME_MAX = 60
export const SITES_MAX = 100
export const SITE_CLUSTERS_MAX = 100
export const SITE_NETWORKS_MAX = 200

/** Of the sign-in page (R54). */
export const SITE_REGIONS = ['asiaPacific', 'northAmerica'] as const
export type SiteRegion = (typeof SITE_REGIONS)[number]

export const AdminSite = Type.Object({
  siteId: Id,
  siteName: Type.String(),
  clusters: Type.Array(Type.Object({ clusterId: Id, clusterName: Type.String() })),
  region: nullable(oneOf(SITE_REGIONS)),
  /** People in these networks are at the site. */
  networks: Type.Array(Type.String()),
  /** Where they sign in; null: as anywhere. */
  address: nullable(Type.String()),
  updateTime: Instant,
})
export type AdminSite = Static<typeof AdminSite>

export const querySites = route({
  name: 'querySites',
  method: 'GET',
  path: '/admin/sites/query',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({ list: Type.Array(AdminSite) }),
  errors: ['area_refused'],
  summary: 'All sites by name.',
})

export const saveSite = route({
  name: 'saveSite',
  method: 'POST',
  path: '/admin/sites/save',
  admin: 'storage',
  input: Type.Object({
    /** The site to change; absent for a new one. */
    siteId: Type.Optional(Id),
    siteName: Type.String({ maxLength: 1024 }),
    /** Those of another site move to this one. */
    clusterIds: Type.Optional(Type.Array(Id, { maxItems: SITE_CLUSTERS_MAX })),
    region: Type.Optional(oneOf(SITE_REGIONS)),
    networks: Type.Optional(
      Type.Array(Type.String({ maxLength: 80, description: 'an address, or a network: 10.0.0.0/8' }), {
        maxItems: 2 * SITE_NETWORKS_MAX,
      }),
    ),
    address: Type.Optional(Type.String({ maxLength: 1024 })),
  }),
  reply: Type.Object({ siteId: Id }),
  errors: ['area_refused', 'not_found', 'name_taken', 'list_full', 'too_many_items'],
  summary: 'A new site, or the whole of a changed one.',
})

export const removeSite = route({
  name: 'removeSite',
  method: 'POST',
  path: '/admin/sites/remove',
  admin: 'storage',
  input: Type.Object({ siteId: Id }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'site_in_use'],
  summary: 'Deletes a site without clusters.',
})
