import { statfs } from 'node:fs/promises'
import type { AdminBucket, createBucket, updateBucket } from '@clouddisk/contract/admin-storage'
import type { Input } from '@clouddisk/contract/route'
import pg from 'pg'
import { audit } from '../../audit/record.ts'
import type { S3Config } from '../../config/config.ts'
import { DISK_BUCKET } from '../../config/parse.ts'
import type { Context } from '../../context.ts'
import { isId, newId } from '../../db/ids.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import {
  type BucketRow,
  type Credentials,
  credentialsOf,
  DEFAULT_BUCKET_KEY,
  encryptionOfRow,
  sealCredentials,
} from '../../objects/buckets.ts'
import { endpointOf } from '../../objects/clouds.ts'
import { s3ConfigOf } from '../../objects/open-stores.ts'
import { ForeignBucket, type ObjectStore } from '../../objects/port.ts'
import type { CheckFinding } from '../../objects/s3/check.ts'
import { chosenCloud, keysForKnown, keysForNew, requireSameCloud } from './bucket-cloud.ts'
import { type BucketSettings, providerOf, readBucketName, readBucketSettings } from './bucket-settings.ts'
import { assertWritable } from './bucket-state.ts'
import { runningMove } from './moves.ts'
import * as store from './store.ts'
import { isFine, testBucket } from './test-bucket.ts'

/** Buckets for administrators: list, add, change, make default, retire. Keys are written, never read back. */

/** A list waits at most this long for an unavailable bucket. */
const ASKED_MS = 3000

export async function list(ctx: Context): Promise<AdminBucket[]> {
  const [held, homes] = await Promise.all([
    store.contentByBucket(ctx.db.reader),
    store.homesByBucket(ctx.db.reader),
  ])
  const names = [...new Set([...ctx.stores.buckets, ...held.keys(), ...homes.keys()])]
  return Promise.all(
    names.map(async (bucket): Promise<AdminBucket> => {
      const { objects = 0, bytes = 0 } = held.get(bucket) ?? {}
      return { ...(await present(ctx, bucket)), objects, used: bytes, homes: homes.get(bucket) ?? 0 }
    }),
  )
}

async function one(ctx: Context, bucket: string): Promise<AdminBucket> {
  return (await list(ctx)).find(({ bucketName }) => bucketName === bucket) ?? refuse('no_such_bucket')
}

type Presented = Omit<AdminBucket, 'objects' | 'used' | 'homes'>

const NOWHERE = {
  bucketId: null,
  endpoint: null,
  publicEndpoint: null,
  region: null,
  uploads: null,
  downloads: null,
  provider: null,
  cloudName: '',
  cloudUser: '',
  location: '',
  storageCycle: '',
  distributionDomain: '',
  keyPairId: '',
  acceleration: false,
  cloudId: null,
  ownKeys: true,
  capacity: null,
  free: null,
  updateTime: null,
  state: 'active',
  answers: null,
  whyNot: null,
  encryption: null,
  kmsKey: '',
  encryptedBy: null,
} as const satisfies Partial<AdminBucket>

async function present(ctx: Context, bucketName: string): Promise<Presented> {
  const { stores } = ctx
  const isDefault = stores.home.bucket === bucketName
  const row = stores.rowOf(bucketName)
  const base = { ...NOWHERE, addresses: [] as string[], bucketName, isDefault }
  if (row) return { ...base, ...ofRow(row), ...(await bucketStatus(ctx, bucketName)) }
  if (!stores.buckets.includes(bucketName)) return { ...base, driver: 'unknown', source: 'unknown' }
  const source = 'environment'
  const state = stores.stateOf(bucketName) ?? 'active'
  if (bucketName === DISK_BUCKET) return { ...base, source, state, ...(await ofDisk(ctx)) }
  const { endpoint = null, publicEndpoint = null, region = null, uploads, downloads } = ctx.config.s3 ?? {}
  const encryption = ctx.config.s3?.encryption?.cipher ?? null
  const kmsKey = ctx.config.s3?.encryption?.keyId ?? ''
  const modes = { uploads: uploads ?? null, downloads: downloads ?? null, encryption, kmsKey }
  const place = { endpoint, publicEndpoint, region, ...modes }
  return { ...base, source, state, driver: 's3', ...place, ...(await bucketStatus(ctx, bucketName)) }
}

const ofRow = (row: BucketRow) =>
  ({
    bucketId: row.id,
    driver: 's3' as const,
    source: 'added' as const,
    state: row.state,
    endpoint: row.endpoint,
    publicEndpoint: row.publicEndpoint,
    region: row.region,
    uploads: row.uploads,
    downloads: row.downloads,
    encryption: row.encryption,
    kmsKey: row.kmsKey ?? '',
    provider: providerOf(row.cloud),
    cloudName: row.cloud.name ?? '',
    cloudUser: row.cloud.user ?? '',
    location: row.cloud.location ?? '',
    storageCycle: row.cloud.storageCycle ?? '',
    distributionDomain: row.cloud.distributionDomain ?? '',
    keyPairId: row.cloud.keyPairId ?? '',
    acceleration: row.cloud.acceleration ?? false,
    addresses: [...(row.cloud.addresses ?? [])],
    cloudId: row.cloudId,
    ownKeys: row.ownKeys,
    capacity: row.capacity,
    updateTime: row.updatedAt.toISOString(),
  }) satisfies Partial<AdminBucket>

async function ofDisk({ config, stores }: Context) {
  const { bavail, bsize } = await statfs(config.dataDir)
  return {
    driver: 'disk',
    free: bavail * bsize,
    ...(await statusOf(stores.of(DISK_BUCKET))),
  } as const
}

type BucketStatus = Pick<AdminBucket, 'answers' | 'whyNot' | 'encryptedBy'>

const reachableStatus = (store: ObjectStore): BucketStatus => ({
  answers: true,
  whyNot: null,
  encryptedBy: store.encryptedBy ?? null,
})
const unreachableStatus = (store: ObjectStore, error?: unknown): BucketStatus => ({
  answers: false,
  whyNot: error instanceof ForeignBucket ? 'foreign' : 'away',
  encryptedBy: store.encryptedBy ?? null,
})

const statusOf = (store: ObjectStore): Promise<BucketStatus> =>
  store.check().then(
    () => reachableStatus(store),
    (error: unknown) => unreachableStatus(store, error),
  )

/** Also probes encryption; a bucket that responds counts as available even if the probe takes too long. */
async function bucketStatus({ stores }: Context, bucket: string): Promise<BucketStatus> {
  const store = stores.of(bucket)
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ASKED_MS)
  try {
    const answer = await Promise.race([statusOf(store), late.promise])
    if (!answer?.answers) return answer ?? unreachableStatus(store)
    await Promise.race([store.probeEncryption?.(), late.promise])
    return reachableStatus(store)
  } finally {
    clearTimeout(timer)
  }
}

export interface SavedBucket {
  /** Null if a check failed and nothing was saved. */
  readonly bucket: AdminBucket | null
  readonly findings: readonly CheckFinding[]
}

/** @param origins origins of pages that send parts to the store directly. */
export async function create(
  ctx: Context,
  input: Input<typeof createBucket>,
  origins: readonly string[],
): Promise<SavedBucket> {
  const name = readBucketName(input.bucketName)
  const cloud = await chosenCloud(ctx, input.cloudId)
  const settings = readBucketSettings(input, cloud)
  if (ctx.stores.buckets.includes(name)) refuse('name_taken', { name })
  const { credentials, ownKeys } = keysForNew(ctx, input, cloud)
  const findings = await testBucket(ctx, wholePlace(name, settings, credentials), origins)
  if (!isFine(findings)) return { bucket: null, findings }
  const id = newId()
  const values = {
    id,
    name,
    ...columnsOf(settings),
    credentials: sealCredentials(ctx.secrets, id, credentials),
    own_keys: ownKeys,
    created_at: ctx.now(),
    updated_at: ctx.now(),
  }
  await ctx.db
    .transact(async (tx) => {
      await requireSameCloud(tx, cloud)
      await tx.insertInto('bucket').values(values).execute()
      await audit(tx, {
        action: 'bucket.added',
        object: { type: 'bucket', id, name },
        detail: auditDetails(settings),
      })
    })
    .catch((error: unknown) => {
      throw isTaken(error) ? new Refusal('name_taken', { name }) : error
    })
  await ctx.stores.refresh()
  // Writes the owner marker; if that fails, it is written before the first object.
  await bucketStatus(ctx, name)
  return { bucket: await one(ctx, name), findings }
}

const UNIQUE = '23505'
const isTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === UNIQUE

/** As the bucket is tried. */
export const wholePlace = (bucket: string, settings: BucketSettings, credentials: Credentials): S3Config => ({
  bucket,
  endpoint: endpointOf(settings.endpoint, settings.cloud),
  publicEndpoint: settings.publicEndpoint ?? endpointOf(settings.endpoint, settings.cloud),
  region: settings.region,
  uploads: settings.uploads,
  downloads: settings.downloads,
  addresses: settings.cloud.addresses,
  encryption: encryptionOfRow(settings),
  ...credentials,
})

const columnsOf = ({ publicEndpoint, kmsKey, cloud, cloudId, ...same }: BucketSettings) => ({
  ...same,
  cloud_id: cloudId,
  public_endpoint: publicEndpoint,
  kms_key: kmsKey,
  cloud: JSON.stringify(cloud),
})

/** Fields for the log, without the keys. */
const auditDetails = ({ endpoint, region, uploads, downloads, encryption, capacity }: BucketSettings) => ({
  endpoint,
  region,
  uploads,
  downloads,
  encryption,
  capacity,
})

export async function update(
  ctx: Context,
  input: Input<typeof updateBucket>,
  origins: readonly string[],
): Promise<SavedBucket> {
  const row = await rowById(ctx, input.bucketId)
  const { name } = row
  const cloud = await chosenCloud(ctx, input.cloudId, row)
  const settings = readBucketSettings(input, cloud, row)
  const state = input.state ?? row.state
  if (state !== 'active' && ctx.stores.home.bucket === name) refuse('bucket_is_default', { bucket: name })
  const { fresh, ownKeys } = keysForKnown(ctx, input, cloud, row)
  const findings = isElsewhere(row, settings, fresh)
    ? await testBucket(ctx, wholePlace(name, settings, fresh ?? credentialsOf(ctx.secrets, row)), origins)
    : []
  if (!isFine(findings)) return { bucket: null, findings }
  await ctx.db.transact(async (tx) => {
    await requireSameCloud(tx, cloud)
    const { numUpdatedRows } = await tx
      .updateTable('bucket')
      .set({
        ...columnsOf(settings),
        state,
        own_keys: ownKeys,
        ...(fresh && { credentials: sealCredentials(ctx.secrets, row.id, fresh) }),
        updated_at: later(ctx.now(), row.updatedAt),
      })
      .where('id', '=', row.id)
      .where('updated_at', '=', row.updatedAt)
      .where('state', '<>', 'retired')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse('changed_meanwhile')
    await audit(tx, {
      action: 'bucket.changed',
      object: { type: 'bucket', id: row.id, name },
      detail: { ...auditDetails(settings), state, ...(fresh && { keys: 'changed' }) },
    })
  })
  await ctx.stores.refresh()
  return { bucket: await one(ctx, name), findings }
}

/** Changes with every update of the row. */
const later = (now: Date, before: Date): Date => (now > before ? now : new Date(before.getTime() + 1))

/** Whether the connection changes, so that the bucket must be tested. */
export function isElsewhere(
  row: BucketRow,
  settings: BucketSettings,
  fresh: Credentials | undefined,
): boolean {
  const place = (of: BucketSettings) =>
    JSON.stringify([
      endpointOf(of.endpoint, of.cloud),
      of.publicEndpoint,
      of.region,
      of.uploads,
      of.downloads,
      of.encryption,
      of.kmsKey,
      of.cloud.addresses ?? [],
    ])
  return fresh !== undefined || place(row) !== place(settings)
}

/** The bucket as stored. */
async function rowById(ctx: Context, bucketId: string): Promise<BucketRow> {
  if (!isId(bucketId)) refuse('no_such_bucket')
  await ctx.stores.refresh()
  const name = ctx.stores.buckets.find((bucket) => ctx.stores.rowOf(bucket)?.id === bucketId.toLowerCase())
  return (name === undefined ? undefined : ctx.stores.rowOf(name)) ?? refuse('no_such_bucket')
}

/** Tests a bucket; undefined if it is not an S3 bucket. */
export async function check(
  ctx: Context,
  bucketName: string,
  origins: readonly string[],
): Promise<readonly CheckFinding[]> {
  const place = s3ConfigOfBucket(ctx, bucketName)
  if (place) return testBucket(ctx, place, origins)
  if (bucketName !== DISK_BUCKET) refuse('no_such_bucket')
  const { answers: works } = await bucketStatus(ctx, bucketName)
  return [{ step: 'write', outcome: works ? 'fine' : 'wrong', ...(!works && { reason: 'full' as const }) }]
}

export function s3ConfigOfBucket(ctx: Context, bucketName: string): S3Config | undefined {
  const row = ctx.stores.rowOf(bucketName)
  if (row) return s3ConfigOf(row, ctx.secrets)
  return ctx.config.s3?.bucket === bucketName ? ctx.config.s3 : undefined
}

export async function makeDefault(ctx: Context, bucket: string): Promise<AdminBucket> {
  if (ctx.config.contentIsPinned) refuse('default_fixed')
  await ctx.stores.refresh()
  assertWritable(ctx, bucket)
  const was = ctx.stores.home.bucket
  await ctx.db.transact(async (tx) => {
    await tx
      .insertInto('instance_metadata')
      .values({ name: DEFAULT_BUCKET_KEY, value: bucket })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: bucket }))
      .execute()
    await audit(tx, {
      action: 'bucket.madeDefault',
      object: { type: 'bucket', id: ctx.stores.rowOf(bucket)?.id ?? null, name: bucket },
      detail: { was },
    })
  })
  await ctx.stores.refresh()
  return one(ctx, bucket)
}

/** Deletes the keys and keeps the row, as a record of the bucket. */
export async function retire(ctx: Context, bucketId: string): Promise<void> {
  const { id, name } = await rowById(ctx, bucketId)
  if (ctx.stores.home.bucket === name) refuse('bucket_is_default', { bucket: name })
  const move = await runningMove(ctx)
  if (move && (move.from === name || move.to === name))
    refuse('move_running', { from: move.from, to: move.to })
  await ctx.db.transact(async (tx) => {
    const named = await store.bucketReferences(tx, name)
    if (named.objects + named.leaving + named.uploads + named.homes > 0)
      refuse('bucket_in_use', { bucket: name, ...named })
    const { numUpdatedRows } = await tx
      .updateTable('bucket')
      .set({ state: 'retired', credentials: null, updated_at: ctx.now() })
      .where('id', '=', id)
      .where('state', '<>', 'retired')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse('no_such_bucket')
    await tx.deleteFrom('cluster_bucket').where('bucket', '=', name).execute()
    await audit(tx, { action: 'bucket.retired', object: { type: 'bucket', id, name } })
  })
  await ctx.stores.refresh()
}
