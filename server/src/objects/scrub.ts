import { counted } from '@clouddisk/contract/format'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { type ObjectStat, StoreUnavailable } from './port.ts'
import type { Stores } from './stores.ts'
import { type ExpectedObject, verifyObject } from './verify-object.ts'

/** Consistency of rows and stored objects. */

export interface ConsistencyFault {
  readonly check: string
  readonly id: string
  readonly says: string
}

/** Checks whose `id` is that of content. */
export const CONTENT_CHECKS = [
  'all content is stored',
  'stored content is intact',
  'damaged content',
] as const
const [STORED, INTACT] = CONTENT_CHECKS
/** Content that was quarantined earlier. */
export const CORRUPTED_CONTENT = CONTENT_CHECKS[2]

const ROWS_A_STEP = 1000

interface BlobRow extends ExpectedObject {
  readonly id: string
}

/** Faults that are found without reading the bytes. Running uploads cause none, nor does a crash. */
export async function examineObjects(db: Reader, stores: Stores): Promise<ConsistencyFault[]> {
  const faults: ConsistencyFault[] = []
  const failing = await failingOf(stores)
  const unavailable = new Set(failing.keys())
  for (const [bucket, error] of failing)
    faults.push({
      check: 'every bucket answers',
      id: bucket,
      says: error instanceof StoreUnavailable ? 'does not answer' : `cannot be checked: ${messageOf(error)}`,
    })
  for await (const { id, says } of contentWithoutBytes(db, stores, unavailable))
    faults.push({ check: STORED, id, says })
  for (const store of stores) {
    if (unavailable.has(store.bucket)) continue
    for await (const keys of untracked(db, store.bucket, store.objects()))
      faults.push(...keys.map((key) => untrackedFault(key, 'stored')))
    for await (const keys of untracked(db, store.bucket, store.incoming()))
      faults.push(...keys.map((key) => untrackedFault(key, 'being uploaded')))
  }
  return faults
}

interface ContentWithoutBytes {
  readonly id: string
  readonly bucket: string
  readonly says: string
}

/** Content in use whose object is missing or has another size. */
export async function* contentWithoutBytes(
  db: Reader,
  stores: Stores,
  unavailable: ReadonlySet<string>,
): AsyncIterable<ContentWithoutBytes> {
  for await (const { id, bucket, key, size } of blobRows(db)) {
    if (unavailable.has(bucket)) continue
    const says = await missing(stores, bucket, key, size)
    if (says) yield { id, bucket, says }
  }
}

/** Buckets that cannot be checked now. */
export const unavailableBuckets = async (stores: Stores): Promise<Set<string>> =>
  new Set((await failingOf(stores)).keys())

/** Checks all buckets concurrently. */
async function failingOf(stores: Stores): Promise<Map<string, unknown>> {
  const all = [...stores]
  const results = await Promise.allSettled(all.map((store) => store.check()))
  return new Map(
    results.flatMap((result, n) =>
      result.status === 'rejected' ? [[all[n]?.bucket ?? '', result.reason] as const] : [],
    ),
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function missing(
  stores: Stores,
  bucket: string,
  key: string,
  size: number,
): Promise<string | undefined> {
  if (!stores.buckets.includes(bucket)) return `is in bucket ${bucket}, which is not configured`
  const stored = await stores.of(bucket).stat(key)
  if (stored?.size === size) return undefined
  return stored ? `has ${counted(stored.size, 'byte')} instead of ${size}` : 'is missing'
}

const untrackedFault = (key: string, where: string): ConsistencyFault => ({
  check: 'every stored object is in use',
  id: key,
  says: `is ${where}, but not referenced in the database`,
})

/** Content in use; what is being deleted may have lost its bytes already. */
async function* blobRows(db: Reader): AsyncIterable<BlobRow> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<BlobRow>`
      select id, bucket, key, etag, size, sha256 from blob
      where id > ${after} and sha256 is not null and state <> 'deleting'
      order by id limit ${ROWS_A_STEP}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Keys without content or upload. The rows are read after the objects, as objects are stored before rows. */
async function* untracked(
  db: Reader,
  bucket: string,
  objects: AsyncIterable<Pick<ObjectStat, 'key'>>,
): AsyncIterable<string[]> {
  let keys: string[] = []
  for await (const { key } of objects) {
    keys.push(key)
    if (keys.length < ROWS_A_STEP) continue
    yield await untrackedKeys(db, bucket, keys)
    keys = []
  }
  yield await untrackedKeys(db, bucket, keys)
}

export async function untrackedKeys(db: Reader, bucket: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${keys}::text[]) as k(key)
    where not exists (select from upload u where u.key = k.key and u.bucket = ${bucket})
      and not exists (select from blob b where b.key = k.key and b.bucket = ${bucket})`.execute(db)
  return rows.map((row) => row.key)
}

export interface UntrackedCount {
  readonly files: number
  readonly bytes: number
}

/** Untracked objects that were set aside. */
export async function countUntracked(stores: Stores): Promise<UntrackedCount> {
  let files = 0
  let bytes = 0
  const unavailable = await unavailableBuckets(stores)
  for (const store of stores)
    for await (const { size } of unavailable.has(store.bucket) ? [] : store.untracked()) {
      files++
      bytes += size
    }
  return { files, bytes }
}

interface ScrubResult {
  readonly objects: number
  readonly bytes: number
  readonly faults: readonly ConsistencyFault[]
  /** Buckets that were read completely. */
  readonly buckets: readonly string[]
}

interface ScrubOptions {
  readonly onProgress?: (done: { objects: number; bytes: number }) => void
  /** Called with the id of corrupt content as soon as it is found. */
  readonly onFault?: (id: string) => Promise<void>
}

/** Reads all content and compares it with its rows. */
export async function readAllObjects(
  db: Reader,
  stores: Stores,
  { onProgress = () => undefined, onFault = async () => undefined }: ScrubOptions = {},
): Promise<ScrubResult> {
  const faults = await examineObjects(db, stores)
  const known = new Set(faults.map((fault) => fault.id))
  const unavailable = await unavailableBuckets(stores)
  let objects = 0
  let bytes = 0
  for await (const row of blobRows(db)) {
    if (unavailable.has(row.bucket)) continue
    const found = known.has(row.id) ? [] : await verify(stores, row)
    faults.push(...found)
    if (known.has(row.id) || found.length > 0) await onFault(row.id)
    objects++
    bytes += row.size
    onProgress({ objects, bytes })
  }
  return { objects, bytes, faults, buckets: stores.buckets.filter((bucket) => !unavailable.has(bucket)) }
}

async function verify(stores: Stores, row: BlobRow): Promise<ConsistencyFault[]> {
  const fault = (says: string): ConsistencyFault[] => [{ check: INTACT, id: row.id, says }]
  try {
    const mismatch = await verifyObject(stores, row)
    return mismatch ? fault(mismatch.message) : []
  } catch (error) {
    return fault(`cannot be read: ${(error as Error).message}`)
  }
}
