import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import type { S3Encryption } from '../../config/config.ts'
import {
  InvalidPart,
  NoSuchObject,
  NoSuchUpload,
  ObjectError,
  PartConflict,
  StoreFull,
  StoreUnavailable,
  TransferStalled,
} from '../port.ts'
import { BoundedHttpHandler, RESPONSE_MAX } from './bounded.ts'

/** Where a bucket is and who we are there. */
export interface S3Location {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** What the names of our objects begin with there: others may lie beside them. */
  readonly prefix?: string
  /** Where the endpoint's host is reached, each tried in turn; asked of the system where there are none. */
  readonly addresses?: readonly string[] | undefined
  /** What the store is asked to encrypt by. */
  readonly encryption?: S3Encryption | undefined
  /** Nothing that is asked there takes longer. */
  readonly until?: AbortSignal | undefined
}

/** What is said of it where something is stored, in the library's words. */
export const encryptionParameters = ({ encryption }: Pick<S3Location, 'encryption'>) => ({
  ...(encryption && { ServerSideEncryption: encryption.cipher }),
  ...(encryption?.keyId && { SSEKMSKeyId: encryption.keyId }),
})

/** Short calls to one store at a moment. */
const CONNECTIONS = 128
const CONNECT_MS = 5 * SECOND
/** ms without a byte in either direction. */
const SILENT_MS = 5 * MINUTE
const TRIES = 3
const nothing = () => undefined
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

/**
 * @param connections at a moment; one that waits longer for its turn than a connection may take fails.
 * @param longest bytes of a body that counts as an answer; what is refused never takes more than most.
 */
export function openS3Client(
  { endpoint, region, accessKey, secretKey, addresses = [], until }: S3Location,
  { connections = CONNECTIONS, longest = RESPONSE_MAX }: { connections?: number; longest?: number } = {},
): S3Client {
  const agent = { keepAlive: true, maxSockets: connections, ...(addresses.length > 0 && at(addresses)) }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Every store of this protocol answers it; names of buckets need not be names of hosts.
    forcePathStyle: true,
    maxAttempts: TRIES,
    // What fails is told by whoever asked.
    logger: SILENT,
    // Others than Amazon's know none of the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new BoundedHttpHandler(
      {
        httpAgent: new HttpAgent(agent),
        httpsAgent: new HttpsAgent(agent),
        connectionTimeout: CONNECT_MS,
        socketTimeout: SILENT_MS,
      },
      { longest, until },
    ),
  })
}

/** How a connection finds its host: at these addresses, whatever its name says elsewhere. */
const at = (addresses: readonly string[]): { lookup: LookupFunction } => ({
  lookup: (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first = { address: '', family: 4 }] = found
    if (all) callback(null, found)
    else callback(null, first.address, first.family)
  },
})

const FAULTS: Record<string, (error: S3ServiceException) => ObjectError> = {
  NoSuchUpload: () => new NoSuchUpload(),
  NoSuchKey: () => new NoSuchObject(),
  NotFound: () => new NoSuchObject(),
  InvalidPart: (error) => new InvalidPart(error.message),
  InvalidPartOrder: (error) => new InvalidPart(error.message),
  EntityTooSmall: (error) => new InvalidPart(error.message),
  PreconditionFailed: () => new PartConflict(),
  RequestTimeout: () => new TransferStalled(),
  OperationAborted: (error) => new StoreUnavailable(error),
  ConditionalRequestConflict: (error) => new StoreUnavailable(error),
  QuotaExceeded: (error) => new StoreFull(error),
  InsufficientStorage: (error) => new StoreFull(error),
}

/** The store has no such call: asking again leads nowhere. */
const UNKNOWN_THERE = 501

/** The store does not know us there, or not the bucket: that says nothing of what lies in it. */
const NOT_LET_IN_STATUS = new Set([401, 403])
const NOT_LET_IN = new Set(['NoSuchBucket', 'PermanentRedirect', 'AuthorizationHeaderMalformed'])

/** What the store answered, in the port's words. */
export function storeErrorOf(error: unknown): unknown {
  if (error instanceof ObjectError || (error as Error)?.name === 'AbortError') return error
  if (!(error instanceof S3ServiceException)) return new StoreUnavailable(error)
  const named = FAULTS[error.name]?.(error)
  if (named) return named
  const status = error.$metadata.httpStatusCode ?? 0
  if (NOT_LET_IN_STATUS.has(status) || NOT_LET_IN.has(error.name))
    return new StoreUnavailable(error, `The store does not let us in (${error.name}, ${status}).`)
  return (status >= 500 && status !== UNKNOWN_THERE) || status === 429 ? new StoreUnavailable(error) : error
}

/** An answer of the store, or a fault in the port's words. */
export const mapStoreErrors = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw storeErrorOf(error)
  })
