import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, Transform } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler'
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

/** A bucket and its credentials. */
export interface S3Location {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** Prefix of object names. */
  readonly prefix?: string
  /** Addresses to use instead of resolving the endpoint's host, tried in turn. */
  readonly addresses?: readonly string[] | undefined
  /** Server-side encryption to request. */
  readonly encryption?: S3Encryption | undefined
  /** Aborts all requests. */
  readonly signal?: AbortSignal | undefined
}

/** Parameters of requests that store an object. */
export const encryptionParameters = ({ encryption }: Pick<S3Location, 'encryption'>) => ({
  ...(encryption && { ServerSideEncryption: encryption.cipher }),
  ...(encryption?.keyId && { SSEKMSKeyId: encryption.keyId }),
})

/** Concurrent short requests to one store. */
const CONNECTIONS = 128
const CONNECT_MS = 5 * SECOND
/** ms without a byte in either direction. */
const IDLE_MS = 5 * MINUTE
const ATTEMPTS = 3
const ignore = () => undefined
/** Callers report errors. */
const NO_LOG = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Node reads responses into buffers that are out of reach here, and V8 runs a full collection for each 45 MiB of them unless they
 * count for the limit of its heap: 2.5 s of processor time for 512 MiB instead of 0.85.
 */
const COUNT_READ_BUFFERS = '--external-memory-accounted-in-global-limit'

/**
 * @param connections concurrent requests; one that waits longer for a connection than CONNECT_MS fails.
 * @param maxBytes of a successful response.
 */
export function openS3Client(
  { endpoint, region, accessKey, secretKey, addresses = [], signal }: S3Location,
  { connections = CONNECTIONS, maxBytes = RESPONSE_MAX }: { connections?: number; maxBytes?: number } = {},
): S3Client {
  setFlagsFromString(COUNT_READ_BUFFERS)
  const agent = {
    keepAlive: true,
    maxSockets: connections,
    ...(addresses.length > 0 && resolvingTo(addresses)),
  }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Supported by all stores; bucket names need not be valid host names.
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    logger: NO_LOG,
    // Only Amazon supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new BoundedHttpHandler(
      {
        httpAgent: new HttpAgent(agent),
        httpsAgent: new HttpsAgent(agent),
        connectionTimeout: CONNECT_MS,
        socketTimeout: IDLE_MS,
      },
      { maxBytes, signal },
    ),
  })
}

/** A lookup that returns these addresses for any host. */
const resolvingTo = (addresses: readonly string[]): { lookup: LookupFunction } => ({
  lookup: (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first = { address: '', family: 4 }] = found
    if (all) callback(null, found)
    else callback(null, first.address, first.family)
  },
})

type Handle = NodeHttpHandler['handle']
type Request = Parameters<Handle>[0]
type Options = NonNullable<Parameters<Handle>[1]>
type Output = Awaited<ReturnType<Handle>>

/** Twice a page of a listing with the longest keys. Bytes. */
const RESPONSE_MAX = 16 * 1024 * 1024

export class ResponseTooLong extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The response has more than ${maxBytes} bytes.`)
    this.name = 'ResponseTooLong'
    this.maxBytes = maxBytes
  }
}

/** Limits the size of responses, as the library reads them into memory. */
class BoundedHttpHandler extends NodeHttpHandler {
  readonly #maxBytes: number
  readonly #signal: AbortSignal | undefined

  constructor(
    options: NodeHttpHandlerOptions,
    { maxBytes, signal }: { maxBytes: number; signal: AbortSignal | undefined },
  ) {
    super(options)
    this.#maxBytes = maxBytes
    this.#signal = signal
  }

  override async handle(request: Request, options: Options = {}): Promise<Output> {
    const output = await super.handle(request, this.#signal ? withSignal(options, this.#signal) : options)
    const { response } = output
    const maxBytes = response.statusCode < 300 ? this.#maxBytes : RESPONSE_MAX
    if (maxBytes !== Number.POSITIVE_INFINITY) response.body = bounded(response, maxBytes)
    return output
  }
}

const withSignal = (options: Options, signal: AbortSignal): Options => {
  const own = options.abortSignal as AbortSignal | undefined
  return { ...options, abortSignal: own ? AbortSignal.any([own, signal]) : signal }
}

function bounded({ headers, body }: Output['response'], maxBytes: number): Readable {
  // Node enforces the announced length.
  if (Number(headers['content-length']) <= maxBytes) return body
  let bytes = 0
  const limited = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > maxBytes) done(new ResponseTooLong(maxBytes))
      else done(null, chunk)
    },
  })
  // The reader of `limited` gets the error.
  pipeline(body, limited, () => undefined)
  return limited
}

const ERRORS: Record<string, (error: S3ServiceException) => ObjectError> = {
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

const NOT_IMPLEMENTED = 501

/** Access is denied or the bucket not found, which says nothing about objects. */
const ACCESS_DENIED_STATUS = new Set([401, 403])
const ACCESS_DENIED = new Set(['NoSuchBucket', 'PermanentRedirect', 'AuthorizationHeaderMalformed'])

/** An error of the library as an error of the port. */
function storeErrorOf(error: unknown): unknown {
  if (error instanceof ObjectError || (error as Error)?.name === 'AbortError') return error
  if (!(error instanceof S3ServiceException)) return new StoreUnavailable(error)
  const known = ERRORS[error.name]?.(error)
  if (known) return known
  const status = error.$metadata.httpStatusCode ?? 0
  if (ACCESS_DENIED_STATUS.has(status) || ACCESS_DENIED.has(error.name))
    return new StoreUnavailable(error, `The store denies access (${error.name}, ${status}).`)
  return (status >= 500 && status !== NOT_IMPLEMENTED) || status === 429 ? new StoreUnavailable(error) : error
}

/** Rejects with errors of the port. */
export const mapStoreErrors = <T>(response: Promise<T>): Promise<T> =>
  response.catch((error: unknown) => {
    throw storeErrorOf(error)
  })
