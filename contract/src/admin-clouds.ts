import Type, { type Static } from 'typebox'
import { BucketFinding, CLOUD_ADDRESSES_MAX, CLOUD_PROVIDERS } from './admin-storage.ts'
import { route } from './route.ts'
import { hostAndPort, isWebAddress } from './server-addresses.ts'
import { Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Clouds (R93, B§3): whose stores they are, how they are reached, and what hands out what lies there. */

export const CLOUD_NAME_MAX = 60
export const CLOUDS_MAX = 100
export const PROTOCOL_KEY_MAX = 16_384

/** Where a distribution hands out content: a host, with a port if needed, or a web address without a path. */
export function distributionOrigin(domain: string): string | undefined {
  const text = domain.trim()
  if (!text.includes('://')) return hostAndPort(text) ? `https://${text}` : undefined
  const url = isWebAddress(text) ? new URL(text) : undefined
  return url && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined
}

export const AdminCloud = Type.Object({
  cloudId: Id,
  provider: nullable(oneOf(CLOUD_PROVIDERS)),
  cloudName: Type.String(),
  cloudUser: Type.String(),
  /** Connected to instead of what DNS says. */
  addresses: Type.Array(Type.String()),
  /** Of endpoints that name none. */
  port: nullable(Type.Integer()),
  /** Keys are written, and never read back. */
  hasAccessKey: Type.Boolean(),
  hasProtocolKey: Type.Boolean(),
  distributionDomain: Type.String(),
  keyPairId: Type.String(),
  /** Downloads of its buckets with `presigned` go by Amazon’s acceleration. */
  acceleration: Type.Boolean(),
  /** Names of its buckets. */
  buckets: Type.Array(Type.String()),
  updateTime: Instant,
})
export type AdminCloud = Static<typeof AdminCloud>

export const queryClouds = route({
  name: 'queryClouds',
  method: 'GET',
  path: '/admin/clouds/query',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({ list: Type.Array(AdminCloud) }),
  errors: ['area_refused'],
  summary: 'All clouds by name. Never their keys.',
})

const Key = Type.Optional(Type.String({ minLength: 1, maxLength: 256 }))

export const saveCloud = route({
  name: 'saveCloud',
  method: 'POST',
  path: '/admin/clouds/save',
  admin: 'storage',
  confirm: true,
  input: Type.Object({
    /** The cloud to change; absent for a new one. */
    cloudId: Type.Optional(Id),
    provider: Type.Optional(oneOf(CLOUD_PROVIDERS)),
    cloudName: Type.String({ maxLength: 1024 }),
    cloudUser: Type.Optional(Type.String({ maxLength: 1024 })),
    addresses: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 45 }), { maxItems: CLOUD_ADDRESSES_MAX }),
    ),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    /** Both or none: those that it has stay. */
    accessKey: Key,
    secretKey: Key,
    /** An RSA private key as PEM; absent: the one that it has stays. */
    protocolKey: Type.Optional(Type.String({ minLength: 1, maxLength: PROTOCOL_KEY_MAX })),
    /** Forgets keys that it has. */
    dropAccessKey: Type.Optional(Type.Boolean()),
    dropProtocolKey: Type.Optional(Type.Boolean()),
    distributionDomain: Type.Optional(Type.String({ maxLength: 255 })),
    keyPairId: Type.Optional(Type.String({ maxLength: 128 })),
    acceleration: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    /** Null where one of its buckets could not be reached any more, and nothing was saved. */
    cloudId: nullable(Id),
    /** Of its buckets, where they are reached otherwise from now on: what is wrong. */
    findings: Type.Array(Type.Object({ bucketName: Type.String(), ...BucketFinding.properties })),
  }),
  errors: ['area_refused', 'not_found', 'name_taken', 'list_full', 'cloud_keys_used', 'changed_meanwhile'],
  summary:
    'A new cloud, or the whole of a changed one; its buckets are tried first where they are reached otherwise.',
})

export const removeCloud = route({
  name: 'removeCloud',
  method: 'POST',
  path: '/admin/clouds/remove',
  admin: 'storage',
  input: Type.Object({ cloudId: Id }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'cloud_in_use'],
  summary: 'Deletes a cloud without buckets, and its keys.',
})
