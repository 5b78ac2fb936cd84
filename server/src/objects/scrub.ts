import { counted } from '@clouddisk/contract/format'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { type ObjectStat, StoreUnavailable } from './port.ts'
import type { Stores } from './stores.ts'
import { type ExpectedObject, verifyObject } from './verify-object.ts'

/** Whether rows and bytes agree: every row has its bytes, every byte its row, and the bytes are what came. */

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
const [HAS_BYTES, AS_CAME, damaged] = CONTENT_CHECKS
/** What was found damaged before, as its row says: told of by its own name, since rows and bytes may agree meanwhile. */
export const CORRUPTED_CONTENT = damaged

const ROWS_A_STEP = 1000

interface BlobRow extends ExpectedObject {
  readonly id: string
}

/** Disagreements found without reading the bytes. Nothing on its way counts: a crash leaves none of these. */
export async function examineObjects(db: Reader, stores: Stores): Promise<ConsistencyFault[]> {
  const faults: ConsistencyFault[] = []
  const failing = await failingOf(stores)
  const away = new Set(failing.keys())
  for (const [bucket, error] of failing)
    faults.push({
      check: 'every bucket answers',
      id: bucket,
      says: error instanceof StoreUnavailable ? 'does not answer' : `cannot be checked: ${wordsOf(error)}`,
    })
  for await (const { id, says } of contentWithoutBytes(db, stores, away))
    faults.push({ check: HAS_BYTES, id, says })
  for (const store of stores) {
    if (away.has(store.bucket)) continue
    for await (const strays of unknown(db, store.bucket, store.objects()))
      faults.push(...strays.map((key) => stray(key, 'stored')))
    for await (const strays of unknown(db, store.bucket, store.incoming()))
      faults.push(...strays.map((key) => stray(key, 'being uploaded')))
  }
  return faults
}

interface ContentWithoutBytes {
  readonly id: string
  readonly bucket: string
  readonly says: string
}

/** Content in use whose bytes are not there, or are more or fewer than came. */
export async function* contentWithoutBytes(
  db: Reader,
  stores: Stores,
  away: ReadonlySet<string>,
): AsyncIterable<ContentWithoutBytes> {
  for await (const { id, bucket, key, size } of blobRows(db)) {
    if (away.has(bucket)) continue
    const says = await missing(stores, bucket, key, size)
    if (says) yield { id, bucket, says }
  }
}

/** What lies there nobody can look at now, for whatever reason: the rest is looked at all the same. */
export const unavailableBuckets = async (stores: Stores): Promise<Set<string>> =>
  new Set((await failingOf(stores)).keys())

/** All are asked at once: several silent ones take no longer than one. */
async function failingOf(stores: Stores): Promise<Map<string, unknown>> {
  const all = [...stores]
  const asked = await Promise.allSettled(all.map((store) => store.check()))
  const failing = new Map<string, unknown>()
  for (const [at, { bucket }] of all.entries()) {
    const answer = asked[at]
    if (answer?.status === 'rejected') failing.set(bucket, answer.reason)
  }
  return failing
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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

const stray = (key: string, where: string): ConsistencyFault => ({
  check: 'every stored object is in use',
  id: key,
  says: `is ${where}, but not referenced in the database`,
})

/** Content in use. What has been taken out of use may be on its way out, bytes first. */
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

/** Keys that neither content nor an upload names. The rows are asked after the bytes: those come first. */
async function* unknown(
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

/** Which of these keys of a bucket no row names. */
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

/** What was put aside because nobody named it: no fault, but somebody may want to know. */
export async function countUntracked(stores: Stores): Promise<UntrackedCount> {
  let files = 0
  let bytes = 0
  const away = await unavailableBuckets(stores)
  for (const store of stores)
    for await (const { size } of away.has(store.bucket) ? [] : store.untracked()) {
      files++
      bytes += size
    }
  return { files, bytes }
}

export interface ScrubResult {
  readonly objects: number
  readonly bytes: number
  readonly faults: readonly ConsistencyFault[]
  /** Buckets that answered: all of what lies in them was read. */
  readonly buckets: readonly string[]
}

export interface ScrubOptions {
  /** After each object. */
  readonly onProgress?: (done: { objects: number; bytes: number }) => void
  /** As soon as content is known to be wrong, by its id. */
  readonly onFault?: (id: string) => Promise<void>
}

/** Reads everything that is stored and compares it with what its row says. */
export async function readAllObjects(
  db: Reader,
  stores: Stores,
  { onProgress = () => undefined, onFault = async () => undefined }: ScrubOptions = {},
): Promise<ScrubResult> {
  const faults = await examineObjects(db, stores)
  const known = new Set(faults.map((fault) => fault.id))
  const away = await unavailableBuckets(stores)
  let objects = 0
  let bytes = 0
  for await (const row of blobRows(db)) {
    if (away.has(row.bucket)) continue
    const found = known.has(row.id) ? [] : await compare(stores, row)
    faults.push(...found)
    if (known.has(row.id) || found.length > 0) await onFault(row.id)
    objects++
    bytes += row.size
    onProgress({ objects, bytes })
  }
  return { objects, bytes, faults, buckets: stores.buckets.filter((bucket) => !away.has(bucket)) }
}

async function compare(stores: Stores, row: BlobRow): Promise<ConsistencyFault[]> {
  const fault = (says: string): ConsistencyFault[] => [{ check: AS_CAME, id: row.id, says }]
  try {
    const mismatch = await verifyObject(stores, row)
    return mismatch ? fault(mismatch.says) : []
  } catch (error) {
    return fault(`cannot be read: ${(error as Error).message}`)
  }
}
