import { randomBytes } from 'node:crypto'
import {
  type CORSRule,
  GetBucketCorsCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { BucketReason, BucketStep } from '@clouddisk/contract/bucket-words'
import { formatSize } from '@clouddisk/contract/format'
import { SECOND } from '@clouddisk/contract/time'
import { NoSuchObject, StoreUnavailable } from '../port.ts'
import { ResponseTooLong } from './bounded.ts'
import { S3Bucket } from './bucket.ts'
import { openS3Client, type S3Location } from './client.ts'
import { newDigest } from './digest.ts'

/** What was tried on a bucket, and what came of it. */
export interface CheckFinding {
  readonly step: BucketStep
  readonly outcome: 'fine' | 'mended' | 'wrong'
  /** What is wrong, or how it was mended: the contract has the words. */
  readonly reason?: BucketReason
  readonly details?: Readonly<Record<string, unknown>>
}

export interface CheckedBucket extends S3Location {
  /** Origins that pages come from, where browsers talk to the store themselves. */
  readonly origins: readonly string[] | undefined
  readonly publicEndpoint: string
  /** ms for all that is tried. */
  readonly within?: number
}

const CHECK_MS = 30 * SECOND
const TIDY_MS = 5 * SECOND

const PROBE_BYTES = 256 * 1024
/** What a page sends and reads. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD']
const EXPOSED = ['ETag']
const CORS_AGE_S = 3600

/**
 * Tries what we need of a bucket, mends what can be mended, and says the rest in plain words.
 * @param content whether what lies there is ours, or nobody's; asked before anything is changed there.
 */
export async function checkBucket(
  { within = CHECK_MS, ...given }: CheckedBucket,
  content?: (place: S3Location) => Promise<CheckFinding>,
): Promise<CheckFinding[]> {
  const until = AbortSignal.timeout(within)
  const place = { ...given, until }
  const bucket = new S3Bucket(place)
  const key = `probe/${randomBytes(8).toString('hex')}`
  const findings: CheckFinding[] = []
  const attempt = async (step: BucketStep, work: () => Promise<CheckFinding['outcome'] | CheckFinding>) => {
    const found = await work().catch((error: unknown) =>
      until.aborted
        ? wrong(step, 'slow', { endpoint: place.endpoint, seconds: Math.ceil(within / 1000) })
        : { step, ...faultOf(error, place) },
    )
    findings.push(typeof found === 'string' ? { step, outcome: found } : found)
    return findings.at(-1)?.outcome !== 'wrong'
  }
  try {
    if (!(await attempt('reach', () => reach(bucket, place)))) return findings
    if (content && !(await attempt('content', () => content(place)))) return findings
    // What matters most is told last.
    const looked = findings.splice(1)
    await tryAll(bucket, key, place, attempt)
    return [...findings, ...looked]
  } finally {
    bucket.close()
  }
}

type Attempt = (
  step: BucketStep,
  work: () => Promise<CheckFinding['outcome'] | CheckFinding>,
) => Promise<boolean>

/** What has to write there. */
async function tryAll(bucket: S3Bucket, key: string, place: CheckedBucket, attempt: Attempt): Promise<void> {
  const { encryption, origins } = place
  const content = randomBytes(PROBE_BYTES)
  try {
    const isWritten = await attempt('write', async () => {
      await bucket.put(key, content.length, content)
      return 'fine'
    })
    if (!isWritten) {
      if (encryption)
        await attempt('encrypt', async () => wrong('encrypt', 'cannot_encrypt', { by: encryption.cipher }))
      return
    }
    if (encryption) await attempt('encrypt', () => tryEncryption(bucket, key, place))
    await attempt('read', () => readBack(bucket, key, content))
    await attempt('parts', () => tryParts(bucket, key, place))
    await attempt('overwrite', () => tryOverwriting(bucket))
    if (origins) await attempt('cors', () => setUpCors(place, origins))
  } finally {
    await tidy(place, (tidied) => tidied.remove(key))
  }
}

/** What was tried is taken back also where its time is over; where that fails nobody has to know. */
async function tidy(place: CheckedBucket, work: (bucket: S3Bucket) => Promise<void>): Promise<void> {
  const bucket = new S3Bucket({ ...place, until: AbortSignal.timeout(TIDY_MS) })
  await work(bucket).catch(() => undefined)
  bucket.close()
}

const wrong = (step: BucketStep, reason: BucketReason, details?: CheckFinding['details']): CheckFinding => ({
  step,
  outcome: 'wrong',
  reason,
  ...(details && { details }),
})

/** The answer to a HEAD has no body: only a list tells a store from a web server, which has 404, or the same page, for everything. */
async function reach(bucket: S3Bucket, place: CheckedBucket): Promise<'fine' | CheckFinding> {
  const fault = await bucket.check().catch((error: unknown) => error)
  const is404 = fault instanceof StoreUnavailable && fault.cause instanceof NoSuchObject
  if (fault !== undefined && !is404) throw fault
  const client = openS3Client(place)
  try {
    const { Name, KeyCount, $metadata } = await client.send(
      new ListObjectsV2Command({ Bucket: place.bucket, MaxKeys: 1 }),
    )
    if (Name === undefined && KeyCount === undefined) return noStore(place, $metadata.httpStatusCode)
  } catch (error) {
    place.until?.throwIfAborted()
    if (error instanceof ResponseTooLong) throw error
    const { $metadata, Code } = error as Partial<S3ServiceException> & { Code?: string }
    const status = $metadata?.httpStatusCode ?? 0
    // Whatever a store refuses, it names; who may not list is told so where that is needed.
    if (Code === undefined && (status === 404 || (status >= 200 && status < 300)))
      return noStore(place, status)
    if (Code === 'NoSuchBucket') throw error
  } finally {
    client.destroy()
  }
  if (is404) throw fault
  return 'fine'
}

const noStore = ({ endpoint }: CheckedBucket, status?: number): CheckFinding =>
  wrong('reach', 'no_store', { endpoint, status })

async function readBack(bucket: S3Bucket, key: string, content: Buffer): Promise<'fine' | CheckFinding> {
  const { etag = '' } = (await bucket.head(key)) ?? {}
  const [seen, sent] = [newDigest(), newDigest()]
  const from = content.length / 2
  for await (const chunk of await bucket.get(key, etag, from)) seen.look(chunk)
  sent.look(content.subarray(from))
  return seen.end().sha256.equals(sent.end().sha256) ? 'fine' : wrong('read', 'ranges')
}

/** Some stores take the wish and ignore it. */
async function tryEncryption(
  bucket: S3Bucket,
  key: string,
  { encryption }: CheckedBucket,
): Promise<'fine' | CheckFinding> {
  const { encryptedBy } = (await bucket.head(key)) ?? {}
  if (encryptedBy === encryption?.cipher) return 'fine'
  return wrong('encrypt', 'not_encrypted', { by: encryption?.cipher, says: encryptedBy ?? '–' })
}

async function tryParts(bucket: S3Bucket, key: string, place: CheckedBucket): Promise<'fine' | CheckFinding> {
  const upload = { key, uploadId: await bucket.create(key) }
  let isOver = false
  try {
    await bucket.parts(upload, 0, 1)
    let listed = false
    for await (const { uploadId } of bucket.uploads(key)) listed ||= uploadId === upload.uploadId
    await bucket.abort(key, upload.uploadId)
    isOver = true
    return listed ? 'fine' : wrong('parts', 'unlisted')
  } finally {
    if (!isOver) await tidy(place, (tidied) => tidied.abort(key, upload.uploadId))
  }
}

async function tryOverwriting(bucket: S3Bucket): Promise<'fine' | CheckFinding> {
  if (await bucket.keeps()) return 'fine'
  return { step: 'overwrite', outcome: 'mended', reason: 'overwrites' }
}

/** Lets pages talk to the bucket; what other rules there are stay. */
async function setUpCors(
  place: CheckedBucket,
  origins: readonly string[],
): Promise<CheckFinding['outcome'] | CheckFinding> {
  const client = openS3Client(place)
  try {
    if (await letsIn(place, origins)) return 'fine'
    const present = await client.send(new GetBucketCorsCommand({ Bucket: place.bucket })).then(
      ({ CORSRules = [] }) => CORSRules,
      (error: unknown) => noneYet(error),
    )
    const rule: CORSRule = {
      ID: CORS_ID,
      AllowedOrigins: [...origins],
      AllowedMethods: METHODS,
      AllowedHeaders: ['*'],
      ExposeHeaders: EXPOSED,
      MaxAgeSeconds: CORS_AGE_S,
    }
    const rules = [...present.filter(({ ID }) => ID !== CORS_ID), rule]
    await client.send(
      new PutBucketCorsCommand({ Bucket: place.bucket, CORSConfiguration: { CORSRules: rules } }),
    )
    if (await letsIn(place, origins)) return 'mended'
    return byHand(origins)
  } catch (error) {
    if (nameOf(error) === 'NotImplemented' || nameOf(error) === 'MethodNotAllowed') return byHand(origins)
    throw error
  } finally {
    client.destroy()
  }
}

const CORS_ID = 'clouddisk'

const byHand = (origins: readonly string[]): CheckFinding =>
  wrong('cors', 'cors', { origins: origins.join(', '), methods: METHODS.join(', ') })

function noneYet(error: unknown): CORSRule[] {
  if (nameOf(error) === 'NoSuchCORSConfiguration' || nameOf(error) === 'NoSuchCORSConfigurationError')
    return []
  throw error
}

/** Asks as a page's browser would. */
async function letsIn(
  { publicEndpoint, bucket, until }: CheckedBucket,
  origins: readonly string[],
): Promise<boolean> {
  for (const origin of origins) {
    const answer = await fetch(`${publicEndpoint}/${bucket}/${CORS_ID}`, {
      method: 'OPTIONS',
      ...(until && { signal: until }),
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,x-amz-content-sha256,x-amz-date',
      },
    })
    const allowed = answer.headers.get('access-control-allow-origin')
    await answer.body?.cancel()
    if (!answer.ok || (allowed !== '*' && allowed !== origin)) return false
  }
  return true
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** A store's refusal as somebody who sets it up can use it. */
function faultOf(error: unknown, { endpoint, bucket, region }: CheckedBucket): Omit<CheckFinding, 'step'> {
  const cause = error instanceof StoreUnavailable && error.cause instanceof Error ? error.cause : error
  const at = { endpoint, bucket, region }
  const said = (reason: BucketReason, more: object = {}) =>
    ({ outcome: 'wrong', reason, details: { ...at, ...more } }) as const
  if (cause instanceof ResponseTooLong) return said('endless', { most: formatSize(cause.longest) })
  const known = REASONS[nameOf(cause)]
  if (known) return said(known)
  if (!(cause instanceof S3ServiceException)) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return said(causeOf(cause) ?? 'unreachable', { message })
  }
  const { httpStatusCode: status = '' } = cause.$metadata
  return status === 403
    ? said('refused')
    : said('strange', { status, message: `${cause.name}: ${cause.message}`.slice(0, 200) })
}

/** Why nobody was reached; undefined where that has no words. */
function causeOf(error: unknown): BucketReason | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, name } = error as NodeJS.ErrnoException
  return CAUSES[code ?? ''] ?? CAUSES[name] ?? causeOf(error.cause)
}

const CAUSES: Record<string, BucketReason> = {
  ECONNREFUSED: 'silent',
  ENOTFOUND: 'no_name',
  EAI_AGAIN: 'no_name',
  ETIMEDOUT: 'late',
  TimeoutError: 'late',
  AbortError: 'late',
  CERT_HAS_EXPIRED: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
}

const REASONS: Record<string, BucketReason> = {
  InvalidAccessKeyId: 'access_key',
  SignatureDoesNotMatch: 'secret_key',
  RequestTimeTooSkewed: 'clock',
  NoSuchBucket: 'no_bucket',
  NoSuchKey: 'no_bucket',
  NotFound: 'no_bucket',
  NoSuchObject: 'no_bucket',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  StoreFull: 'full',
}
