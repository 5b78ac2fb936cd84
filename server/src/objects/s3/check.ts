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
import { S3Bucket } from './bucket.ts'
import { openS3Client, ResponseTooLong, type S3Location } from './client.ts'

/** One step of the check and its outcome. */
export interface CheckFinding {
  readonly step: BucketStep
  readonly outcome: 'fine' | 'repaired' | 'wrong'
  /** What is wrong, or was repaired; the contract has the texts. */
  readonly reason?: BucketReason
  readonly details?: Readonly<Record<string, unknown>>
}

interface CheckedBucket extends S3Location {
  /** Origins of the page, for direct transfers. */
  readonly origins: readonly string[] | undefined
  readonly publicEndpoint: string
  /** ms for all steps. */
  readonly timeoutMs?: number
}

const CHECK_MS = 30 * SECOND
const CLEANUP_MS = 5 * SECOND

const PROBE_BYTES = 256 * 1024
/** What CORS must allow and expose. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD']
const EXPOSED = ['ETag']
const CORS_AGE_S = 3600

/**
 * Checks what the server needs of a bucket and sets up CORS.
 * @param content checks the owner of the bucket before anything is changed in it.
 */
export async function checkBucket(
  { timeoutMs = CHECK_MS, ...checked }: CheckedBucket,
  content?: (location: S3Location) => Promise<CheckFinding>,
): Promise<CheckFinding[]> {
  const signal = AbortSignal.timeout(timeoutMs)
  const location = { ...checked, signal }
  const bucket = new S3Bucket(location)
  const key = `probe/${randomBytes(8).toString('hex')}`
  const findings: CheckFinding[] = []
  const attempt: Attempt = async (step, work) => {
    const found = await work().catch((error: unknown) =>
      signal.aborted
        ? wrong(step, 'slow', { endpoint: location.endpoint, seconds: Math.ceil(timeoutMs / 1000) })
        : { step, ...faultOf(error, location) },
    )
    findings.push(typeof found === 'string' ? { step, outcome: found } : found)
    return findings.at(-1)?.outcome !== 'wrong'
  }
  try {
    if (!(await attempt('reach', () => reach(bucket, location)))) return findings
    if (content && !(await attempt('content', () => content(location)))) return findings
    // The finding about the content is listed last.
    const contentFindings = findings.splice(1)
    await checkWrites(bucket, key, location, attempt)
    return [...findings, ...contentFindings]
  } finally {
    bucket.close()
  }
}

type Attempt = (
  step: BucketStep,
  work: () => Promise<CheckFinding['outcome'] | CheckFinding>,
) => Promise<boolean>

async function checkWrites(
  bucket: S3Bucket,
  key: string,
  location: CheckedBucket,
  attempt: Attempt,
): Promise<void> {
  const { encryption, origins } = location
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
    if (encryption) await attempt('encrypt', () => tryEncryption(bucket, key, location))
    await attempt('read', () => readBack(bucket, key, content))
    await attempt('parts', () => tryParts(bucket, key, location))
    await attempt('overwrite', () => tryOverwriting(bucket))
    if (origins) await attempt('cors', () => setUpCors(location, origins))
  } finally {
    await cleanUp(location, (own) => own.remove(key))
  }
}

/** Cleans up, also after the timeout; ignores failures. */
async function cleanUp(location: CheckedBucket, work: (bucket: S3Bucket) => Promise<void>): Promise<void> {
  const bucket = new S3Bucket({ ...location, signal: AbortSignal.timeout(CLEANUP_MS) })
  await work(bucket).catch(() => undefined)
  bucket.close()
}

const wrong = (step: BucketStep, reason: BucketReason, details?: CheckFinding['details']): CheckFinding => ({
  step,
  outcome: 'wrong',
  reason,
  ...(details && { details }),
})

/** Lists the bucket: a HEAD response has no body, and web servers answer it too, with 404 or a page for every path. */
async function reach(bucket: S3Bucket, location: CheckedBucket): Promise<'fine' | CheckFinding> {
  const fault = await bucket.check().catch((error: unknown) => error)
  const is404 = fault instanceof StoreUnavailable && fault.cause instanceof NoSuchObject
  if (fault !== undefined && !is404) throw fault
  const client = openS3Client(location)
  try {
    const { Name, KeyCount, $metadata } = await client.send(
      new ListObjectsV2Command({ Bucket: location.bucket, MaxKeys: 1 }),
    )
    if (Name === undefined && KeyCount === undefined) return noStore(location, $metadata.httpStatusCode)
  } catch (error) {
    location.signal?.throwIfAborted()
    if (error instanceof ResponseTooLong) throw error
    const { $metadata, Code } = error as Partial<S3ServiceException> & { Code?: string }
    const status = $metadata?.httpStatusCode ?? 0
    // Stores send an error code. A denied list is reported by a later step, if it matters.
    if (Code === undefined && (status === 404 || (status >= 200 && status < 300)))
      return noStore(location, status)
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
  const from = content.length / 2
  const body = await bucket.get(key, etag, from)
  const chunks: Buffer[] = []
  let size = 0
  // A store that ignores ranges may send anything, of any length.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > content.length) break
  }
  return Buffer.concat(chunks).equals(content.subarray(from)) ? 'fine' : wrong('read', 'ranges')
}

/** Some stores ignore the request. */
async function tryEncryption(
  bucket: S3Bucket,
  key: string,
  { encryption }: CheckedBucket,
): Promise<'fine' | CheckFinding> {
  const { encryptedBy } = (await bucket.head(key)) ?? {}
  if (encryptedBy === encryption?.cipher) return 'fine'
  return wrong('encrypt', 'not_encrypted', { by: encryption?.cipher, says: encryptedBy ?? '–' })
}

async function tryParts(
  bucket: S3Bucket,
  key: string,
  location: CheckedBucket,
): Promise<'fine' | CheckFinding> {
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
    if (!isOver) await cleanUp(location, (own) => own.abort(key, upload.uploadId))
  }
}

async function tryOverwriting(bucket: S3Bucket): Promise<'fine' | CheckFinding> {
  if (await bucket.supportsConditionalPut()) return 'fine'
  return { step: 'overwrite', outcome: 'repaired', reason: 'overwrites' }
}

/** Adds our CORS rule to those of the bucket. */
async function setUpCors(
  location: CheckedBucket,
  origins: readonly string[],
): Promise<CheckFinding['outcome'] | CheckFinding> {
  const client = openS3Client(location)
  try {
    if (await allowsOrigins(location, origins)) return 'fine'
    const present = await client.send(new GetBucketCorsCommand({ Bucket: location.bucket })).then(
      ({ CORSRules = [] }) => CORSRules,
      (error: unknown) => rulesIfUnset(error),
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
      new PutBucketCorsCommand({ Bucket: location.bucket, CORSConfiguration: { CORSRules: rules } }),
    )
    if (await allowsOrigins(location, origins)) return 'repaired'
    return setUpByHand(origins)
  } catch (error) {
    if (nameOf(error) === 'NotImplemented' || nameOf(error) === 'MethodNotAllowed')
      return setUpByHand(origins)
    throw error
  } finally {
    client.destroy()
  }
}

const CORS_ID = 'clouddisk'

const setUpByHand = (origins: readonly string[]): CheckFinding =>
  wrong('cors', 'cors', { origins: origins.join(', '), methods: METHODS.join(', ') })

function rulesIfUnset(error: unknown): CORSRule[] {
  if (nameOf(error) === 'NoSuchCORSConfiguration' || nameOf(error) === 'NoSuchCORSConfigurationError')
    return []
  throw error
}

/** Sends the preflight request of a browser. */
async function allowsOrigins(
  { publicEndpoint, bucket, signal }: CheckedBucket,
  origins: readonly string[],
): Promise<boolean> {
  for (const origin of origins) {
    const response = await fetch(`${publicEndpoint}/${bucket}/${CORS_ID}`, {
      method: 'OPTIONS',
      ...(signal && { signal }),
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,x-amz-content-sha256,x-amz-date',
      },
    })
    const allowed = response.headers.get('access-control-allow-origin')
    await response.body?.cancel()
    if (!response.ok || (allowed !== '*' && allowed !== origin)) return false
  }
  return true
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** An error as a reason that helps to set up the store. */
function faultOf(error: unknown, { endpoint, bucket, region }: CheckedBucket): Omit<CheckFinding, 'step'> {
  const cause = error instanceof StoreUnavailable && error.cause instanceof Error ? error.cause : error
  const wrongFor = (reason: BucketReason, more: object = {}) =>
    ({ outcome: 'wrong', reason, details: { endpoint, bucket, region, ...more } }) as const
  if (cause instanceof ResponseTooLong) return wrongFor('endless', { most: formatSize(cause.maxBytes) })
  const known = REASONS[nameOf(cause)]
  if (known) return wrongFor(known)
  if (!(cause instanceof S3ServiceException)) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return wrongFor(causeOf(cause) ?? 'unreachable', { message })
  }
  const { httpStatusCode: status = '' } = cause.$metadata
  return status === 403
    ? wrongFor('refused')
    : wrongFor('strange', { status, message: `${cause.name}: ${cause.message}`.slice(0, 200) })
}

/** The reason of a connection error, if it is a known one. */
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
