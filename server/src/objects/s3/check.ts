import { randomBytes } from 'node:crypto'
import {
  type CORSRule,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { StoreAway } from '../port.ts'
import { Bucket } from './bucket.ts'
import { openS3Client, type S3Place } from './client.ts'
import { newDigest } from './digest.ts'

/** What was tried on a bucket, and what came of it. */
export interface Finding {
  readonly step: Step
  readonly outcome: 'fine' | 'mended' | 'wrong'
  /** What is wrong and what to do about it. */
  readonly says?: string
}
type Step = 'reach' | 'write' | 'read' | 'parts' | 'overwrite' | 'cors'

export interface Checked extends S3Place {
  /** Origins that pages come from, where browsers talk to the store themselves. */
  readonly origins: readonly string[] | undefined
  readonly publicEndpoint: string
}

const PROBE_BYTES = 256 * 1024
/** What a page sends and reads. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD']
const EXPOSED = ['ETag']
const CORS_AGE_S = 3600

/** Tries what we need of a bucket, mends what can be mended, and says the rest in plain words. */
export async function checkBucket(place: Checked): Promise<Finding[]> {
  const bucket = new Bucket(place)
  const key = `probe/${randomBytes(8).toString('hex')}`
  const content = randomBytes(PROBE_BYTES)
  const findings: Finding[] = []
  const attempt = async (step: Step, work: () => Promise<Finding['outcome'] | Finding>) => {
    const found = await work().catch((error: unknown) => wrong(step, wordsOf(error, place)))
    findings.push(typeof found === 'string' ? { step, outcome: found } : found)
    return findings.at(-1)?.outcome !== 'wrong'
  }
  try {
    if (!(await attempt('reach', () => bucket.check().then(() => 'fine' as const)))) return findings
    if (!(await attempt('write', () => bucket.put(key, content.length, content).then(() => 'fine' as const))))
      return findings
    await attempt('read', () => readBack(bucket, key, content))
    await attempt('parts', () => tryParts(bucket, key))
    await attempt('overwrite', () => tryOverwriting(bucket))
    const { origins } = place
    if (origins) await attempt('cors', () => setUpCors(place, origins))
    return findings
  } finally {
    await bucket.remove(key).catch(() => undefined)
    bucket.close()
  }
}

const wrong = (step: Step, says: string): Finding => ({ step, outcome: 'wrong', says })

async function readBack(bucket: Bucket, key: string, content: Buffer): Promise<'fine' | Finding> {
  const { etag = '' } = (await bucket.head(key)) ?? {}
  const [seen, sent] = [newDigest(), newDigest()]
  const from = content.length / 2
  for await (const chunk of await bucket.get(key, etag, from)) seen.look(chunk)
  sent.look(content.subarray(from))
  return seen.end().sha256.equals(sent.end().sha256)
    ? 'fine'
    : wrong(
        'read',
        'What comes back from the middle of an object is not what was sent. The store is broken, or something between changes bodies or ranges.',
      )
}

async function tryParts(bucket: Bucket, key: string): Promise<'fine' | Finding> {
  const upload = { key, uploadId: await bucket.create(key) }
  await bucket.parts(upload, 0, 1)
  let listed = false
  for await (const { uploadId } of bucket.uploads(key)) listed ||= uploadId === upload.uploadId
  await bucket.abort(key, upload.uploadId)
  return listed
    ? 'fine'
    : wrong(
        'parts',
        'The store does not list its unfinished uploads. Leftovers could not be found: use another one.',
      )
}

async function tryOverwriting(bucket: Bucket): Promise<'fine' | Finding> {
  if (await bucket.keeps()) return 'fine'
  return {
    step: 'overwrite',
    outcome: 'mended',
    says: 'The store does not keep objects from being written over, so what is uploaded goes through this server.',
  }
}

/** Lets pages talk to the bucket; what other rules there are stay. */
async function setUpCors(place: Checked, origins: readonly string[]): Promise<Finding['outcome'] | Finding> {
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
    return wrong('cors', byHand(origins))
  } catch (error) {
    if (nameOf(error) === 'NotImplemented' || nameOf(error) === 'MethodNotAllowed')
      return wrong('cors', byHand(origins))
    throw error
  } finally {
    client.destroy()
  }
}

const CORS_ID = 'clouddisk'

const byHand = (origins: readonly string[]): string =>
  `Pages may not talk to this bucket, and the store does not let that be set from here. Set its CORS rules: origins ${origins.join(', ')}; methods ${METHODS.join(', ')}; all headers; ETag exposed. Or set CLOUDDISK_S3_UPLOADS=proxied.`

function noneYet(error: unknown): CORSRule[] {
  if (nameOf(error) === 'NoSuchCORSConfiguration' || nameOf(error) === 'NoSuchCORSConfigurationError')
    return []
  throw error
}

/** Asks as a page's browser would. */
async function letsIn({ publicEndpoint, bucket }: Checked, origins: readonly string[]): Promise<boolean> {
  for (const origin of origins) {
    const answer = await fetch(`${publicEndpoint}/${bucket}/${CORS_ID}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers':
          'authorization,content-type,if-none-match,x-amz-content-sha256,x-amz-date',
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
function wordsOf(error: unknown, { endpoint, bucket, region }: Checked): string {
  const cause = error instanceof StoreAway && error.cause instanceof Error ? error.cause : error
  const known = WORDS[nameOf(cause)]
  if (known) return known({ endpoint, bucket, region })
  if (cause instanceof S3ServiceException) {
    const status = cause.$metadata.httpStatusCode
    if (status === 403)
      return `${endpoint} refuses these keys for bucket ${bucket}: they lack a right, or are another’s.`
    return `${endpoint} answers ${status ?? 'strangely'}: ${cause.name}: ${cause.message}`
  }
  return `${endpoint} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}. Check the address, and whether anything in between lets it through.`
}

const WORDS: Record<string, (at: { endpoint: string; bucket: string; region: string }) => string> = {
  InvalidAccessKeyId: () => 'The store does not know this access key. Check CLOUDDISK_S3_ACCESS_KEY.',
  SignatureDoesNotMatch: () => 'The secret key is wrong. Check CLOUDDISK_S3_SECRET_KEY.',
  RequestTimeTooSkewed: () =>
    'This machine’s clock and the store’s differ by more than 15 minutes. Set the clock.',
  NoSuchBucket: ({ bucket }) => `There is no bucket ${bucket}. Create it, or check CLOUDDISK_S3_BUCKET.`,
  NoSuchKey: ({ bucket }) => `There is no bucket ${bucket}. Create it, or check CLOUDDISK_S3_BUCKET.`,
  NotFound: ({ bucket }) => `There is no bucket ${bucket}. Create it, or check CLOUDDISK_S3_BUCKET.`,
  PermanentRedirect: ({ region }) => `The bucket is not in region ${region}. Check CLOUDDISK_S3_REGION.`,
  AuthorizationHeaderMalformed: ({ region }) =>
    `The bucket is not in region ${region}. Check CLOUDDISK_S3_REGION.`,
  NoSuchObject: ({ bucket }) => `There is no bucket ${bucket}. Create it, or check CLOUDDISK_S3_BUCKET.`,
  StoreFull: () => 'The store has no room left, or its quota is used up.',
}
