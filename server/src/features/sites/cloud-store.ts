import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CloudSettings } from '../../objects/buckets.ts'
import type { CloudRow } from '../../objects/clouds.ts'

/** SQL of clouds for administrators. */

export interface BucketInCloud {
  readonly id: string
  readonly name: string
  readonly cloudId: string
  readonly cloud: CloudSettings
  readonly ownKeys: boolean
  readonly updatedAt: Date
}

export async function bucketsInClouds(
  tx: Pick<Tx, 'selectFrom'>,
  cloudId?: string,
): Promise<BucketInCloud[]> {
  const rows = await tx
    .selectFrom('bucket')
    .select(['id', 'name', 'cloud_id as cloudId', 'cloud', 'own_keys as ownKeys', 'updated_at as updatedAt'])
    .where('state', '<>', 'retired')
    .where('cloud_id', 'is not', null)
    .$if(cloudId !== undefined, (query) => query.where('cloud_id', '=', cloudId ?? null))
    .orderBy('name')
    .execute()
  return rows as BucketInCloud[]
}

/** One change of clouds at a time. */
export const lockClouds = (tx: Tx) => sql`lock table cloud in share row exclusive mode`.execute(tx)

export async function saveCloud(tx: Tx, cloud: CloudRow, at: Date): Promise<void> {
  const { id, provider, name, user, addresses, port, credentials, protocolKey, updatedAt } = cloud
  const { distributionDomain, keyPairId, acceleration } = cloud
  await sql`
    insert into cloud (id, provider, name, user_name, addresses, port, credentials, protocol_key, distribution_domain,
      key_pair_id, acceleration, created_at, updated_at)
    values (${id}, ${provider}, ${name}, ${user}, ${addresses}::text[], ${port}, ${credentials}, ${protocolKey},
      ${distributionDomain}, ${keyPairId}, ${acceleration}, ${at}, ${updatedAt})
    on conflict (id) do update set provider = excluded.provider, name = excluded.name, user_name = excluded.user_name,
      addresses = excluded.addresses, port = excluded.port, credentials = excluded.credentials,
      protocol_key = excluded.protocol_key, distribution_domain = excluded.distribution_domain,
      key_pair_id = excluded.key_pair_id, acceleration = excluded.acceleration, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

/** @param credentials sealed; undefined: those that it has. */
export async function putIntoBucket(
  tx: Tx,
  id: string,
  { cloud, credentials, at }: { cloud: CloudSettings; credentials: Buffer | undefined; at: Date },
): Promise<void> {
  await tx
    .updateTable('bucket')
    .set({ cloud: JSON.stringify(cloud), ...(credentials && { credentials }), updated_at: at })
    .where('id', '=', id)
    .execute()
}
