import { type AdminCloud, CLOUDS_MAX, type saveCloud } from '@clouddisk/contract/admin-clouds'
import type { Input } from '@clouddisk/contract/route'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { sealCredentials } from '../../objects/buckets.ts'
import { type CloudRow, cloudKeysOf, clouds, settingsInCloud } from '../../objects/clouds.ts'
import type { CheckFinding } from '../../objects/s3/check.ts'
import { isFine } from '../storage/test-bucket.ts'
import { readCloud } from './cloud-settings.ts'
import * as store from './cloud-store.ts'
import { refusingTaken } from './taken.ts'
import { tryBucketsInCloud } from './try-buckets.ts'

/** Clouds for administrators (R93). Keys are written, never read back; settings are copied to the buckets of the cloud. */

export async function list(ctx: Context): Promise<AdminCloud[]> {
  const [rows, buckets] = await Promise.all([clouds(ctx.db.reader), store.bucketsInClouds(ctx.db.reader)])
  return rows.map((row) => ({
    cloudId: row.id,
    provider: row.provider,
    cloudName: row.name,
    cloudUser: row.user,
    addresses: [...row.addresses],
    port: row.port,
    hasAccessKey: row.credentials !== null,
    hasProtocolKey: row.protocolKey !== null,
    distributionDomain: row.distributionDomain,
    keyPairId: row.keyPairId,
    acceleration: row.acceleration,
    buckets: buckets.filter(({ cloudId }) => cloudId === row.id).map(({ name }) => name),
    updateTime: row.updatedAt.toISOString(),
  }))
}

export interface SavedCloud {
  /** Null if a bucket could not be reached any more and nothing was saved. */
  readonly cloudId: string | null
  readonly findings: readonly (CheckFinding & { bucketName: string })[]
}

/** @param origins origins of pages that send parts to the stores directly. */
export async function save(
  ctx: Context,
  input: Input<typeof saveCloud>,
  origins: readonly string[],
): Promise<SavedCloud> {
  const id = input.cloudId?.toLowerCase() ?? newId()
  if (!isId(id)) refuseNotFound('cloud')
  const known = await clouds(ctx.db.reader)
  const before = known.find((cloud) => cloud.id === id)
  if (input.cloudId !== undefined && !before) refuseNotFound('cloud')
  if (!before && known.length >= CLOUDS_MAX) refuse('list_full', { limit: CLOUDS_MAX })
  const { secrets } = ctx
  const cloud: CloudRow = {
    ...readCloud(input, { secrets, id, before }),
    updatedAt: later(ctx.now(), before),
  }
  const findings = before ? await tryBucketsInCloud(ctx, cloud, origins) : []
  if (!isFine(findings)) return { cloudId: null, findings }
  await refusingTaken(cloud.name, () =>
    ctx.db.transact(async (tx) => {
      await store.lockClouds(tx)
      const now = (await clouds(tx)).find((one) => one.id === id)
      if (now?.updatedAt.getTime() !== before?.updatedAt.getTime()) refuse('changed_meanwhile')
      await store.saveCloud(tx, cloud, ctx.now())
      await putIntoBuckets(ctx, tx, cloud)
      await audit(tx, {
        action: 'cloud.saved',
        object: { type: 'cloud', id, name: cloud.name },
        detail: {
          provider: cloud.provider,
          user: cloud.user,
          addresses: cloud.addresses,
          port: cloud.port,
          distributionDomain: cloud.distributionDomain,
          keyPairId: cloud.keyPairId,
          acceleration: cloud.acceleration,
          ...((input.accessKey || input.dropAccessKey) && { accessKey: 'changed' }),
          ...((input.protocolKey || input.dropProtocolKey) && { protocolKey: 'changed' }),
          ...(before && before.name !== cloud.name && { was: before.name }),
        },
      })
    }),
  )
  await ctx.stores.refresh()
  return { cloudId: id, findings }
}

/** Changes with every update of the row. */
function later(now: Date, before: { updatedAt: Date } | undefined): Date {
  return before && now <= before.updatedAt ? new Date(before.updatedAt.getTime() + 1) : now
}

async function putIntoBuckets(ctx: Context, tx: Tx, cloud: CloudRow): Promise<void> {
  const buckets = await store.bucketsInClouds(tx, cloud.id)
  const keys = cloudKeysOf(ctx.secrets, cloud)
  const users = buckets.filter(({ ownKeys }) => !ownKeys)
  if (!keys && users.length > 0)
    refuse('cloud_keys_used', { buckets: users.map(({ name }) => name).join(', ') })
  for (const bucket of buckets)
    await store.putIntoBucket(tx, bucket.id, {
      cloud: settingsInCloud(cloud, bucket.cloud),
      credentials: keys && !bucket.ownKeys ? sealCredentials(ctx.secrets, bucket.id, keys) : undefined,
      at: later(ctx.now(), bucket),
    })
}

export async function remove(ctx: Context, cloudId: string): Promise<void> {
  const id = cloudId.toLowerCase()
  if (!isId(id)) refuseNotFound('cloud')
  await ctx.db.transact(async (tx) => {
    await store.lockClouds(tx)
    const cloud = (await clouds(tx)).find((one) => one.id === id) ?? refuseNotFound('cloud')
    const buckets = await store.bucketsInClouds(tx, id)
    if (buckets.length > 0)
      refuse('cloud_in_use', { name: cloud.name, buckets: buckets.map(({ name }) => name).join(', ') })
    // Retired buckets are a record only.
    await tx.updateTable('bucket').set({ cloud_id: null }).where('cloud_id', '=', id).execute()
    await tx.deleteFrom('cloud').where('id', '=', id).execute()
    await audit(tx, { action: 'cloud.removed', object: { type: 'cloud', id, name: cloud.name } })
  })
}
