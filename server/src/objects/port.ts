import type { Readable } from 'node:stream'

/** Who encrypts objects: this server before it stores them, or the store. */
export type Encryptor = 'clouddisk' | 'store'

/**
 * One bucket of objects that are written once and never change. Drivers: disk.ts, s3/, encrypted/; each passes
 * server/test/object-store-conformance.ts. A key is a lower-case id made by newId(), which is time-ordered, so that objects of
 * one time are neighbours on disk.
 */
export interface ObjectStore {
  readonly bucket: string
  /** `cloudProvider` in the contract. */
  readonly provider: string
  /**
   * Whether parts are hashed while they are received, so that `digest` of a new object is quick. Other drivers read the object
   * back from the store, which takes time in proportion to its size.
   */
  readonly hashesWhileReceiving: boolean
  /** Who encrypts new objects, as far as known; undefined: nobody. */
  readonly encryptedBy?: Encryptor | undefined
  /** Probes `encryptedBy`; takes as long as the store takes to reply, and never fails. */
  probeEncryption?(): Promise<void>
  /** Direct uploads to the store; undefined: all parts go through the gateway. */
  readonly direct?: DirectCalls | undefined
  /** Direct downloads from the store. */
  readonly reads?: DirectReads | undefined

  /**
   * Begins a multipart upload, or finds the open one, and returns its uploadId. An object is received in parts or whole, never
   * both: throws PartConflict if it is being received whole or stored already. Throws StoreFull.
   */
  begin(key: string, plan: UploadPlan): Promise<string>
  /**
   * Receives one part, which survives a crash of the process once this resolves. A received part never changes; sending the same
   * bytes again succeeds. Throws NoSuchUpload, InvalidPart, PartConflict, WrongBodyLength, TransferStalled, StoreFull.
   */
  putPart(
    upload: MultipartUpload,
    partNumber: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart>
  /** Receives a whole object, durable once this resolves. Like putPart; throws PartConflict if parts are being received. */
  putObject(key: string, length: number, body: Readable, permit?: ParallelGate): Promise<PutReceipt>
  /** Received parts in order, those above `after`, at most `max`. Throws NoSuchUpload. */
  listParts(upload: MultipartUpload, after?: number, max?: number): Promise<PartList>
  /** Combines the parts into one object, durable once this resolves. Throws NoSuchUpload, InvalidPart, PartsMissing, StoreFull. */
  complete(upload: MultipartUpload, parts: readonly PartRef[]): Promise<PutReceipt>
  /**
   * Ends everything in progress for a complete object: stops writers and drops other parts; from then on only `remove` changes it.
   * Returns the reference by which rows name this object. Throws NoSuchObject, without effect, if it is not complete.
   */
  seal(key: string): Promise<ObjectRef>
  /** Deletes an unfinished object and stops its writers; succeeds if there is none. */
  abort(key: string, uploadId?: string): Promise<void>
  /** Received bytes of an unfinished object, or the size of a complete one; undefined if there is none. */
  received(key: string): Promise<ReceivedBytes | undefined>

  /** A complete object; undefined if there is none. */
  stat(key: string): Promise<ObjectStat | undefined>
  /** Hashes of the object; `fresh` reads it again even if it was hashed while it was received. Throws NoSuchObject, ObjectCorrupted. */
  digest(object: ObjectRef, want?: DigestOptions): Promise<Digest>
  /** Opens for random access. Throws NoSuchObject, also at the first read, if another object is stored under the key. */
  open(object: ObjectRef): Promise<ObjectReader>
  /** All complete objects, in order of key. */
  objects(): AsyncIterable<ObjectStat>
  /** All unfinished objects, of open uploads or untracked. */
  incoming(): AsyncIterable<IncomingStat>
  /** Deletes a complete object; succeeds if there is none. Only for keys that no row names. */
  remove(key: string): Promise<void>
  /** Sets an untracked object aside and stops its writers; succeeds if there is none. */
  setAside(key: string, at: Date): Promise<void>
  /** Untracked objects set aside; `changedAt` is the day. One item for each file of a key. */
  untracked(): AsyncIterable<ObjectStat>
  /** Deletes objects set aside on days that ended before `before`. Returns how many days. */
  deleteUntracked(before: Date): Promise<number>
  /** Resolves if the store can be used (readiness); throws otherwise. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Parts sent directly to the store, each with an authorization of its own. */
export interface DirectCalls {
  /** Signs a call; undefined if the call must go through the gateway. Throws StoreUnavailable. */
  sign(call: {
    readonly verb: string
    /** `/bucket/key?query`, exactly as sent. */
    readonly uri: string
    readonly contentType: string
    /** Of the part, in bytes. */
    readonly length: number
    readonly at: Date
  }): Promise<SignedCall | undefined>
}
/** Download URLs of the store itself, valid for ten minutes. */
export interface DirectReads {
  /**
   * The URL of an object; undefined if it must be read through the server.
   * @param disposition `Content-Disposition` of the response, whose type is always application/octet-stream.
   */
  addressOf(object: ObjectRef, response: { disposition: string; at: Date }): Promise<string | undefined>
}
export interface SignedCall {
  /** Origin of the store. */
  readonly host: string
  /** Headers that the call must send. */
  readonly headers: Readonly<Record<string, string>>
}

/** Called when a body is complete and before it is recorded; an error discards the body and fails the call. */
export type ParallelGate = () => Promise<void>

export interface UploadPlan {
  /** Bytes of the whole object. */
  readonly size: number
  /** Bytes of each part but the last. */
  readonly partSize: number
}
/** A multipart upload with its plan, which not every store keeps. */
export interface MultipartUpload extends UploadPlan {
  readonly key: string
  readonly uploadId: string
}
export interface PartRef {
  readonly partNumber: number
  readonly etag: string
}
export interface ListedPart extends PartRef {
  readonly size: number
}
export interface PartList {
  readonly parts: readonly ListedPart[]
  readonly more: boolean
}
/** Bytes received so far. */
export interface ReceivedBytes {
  readonly size: number
  /** Time of the latest part, or of the beginning. */
  readonly changedAt: Date
}
export interface PutReceipt {
  readonly etag: string
  readonly size: number
}
/** Reference to a complete object, as rows store it. */
export interface ObjectRef {
  readonly key: string
  /** ETag at `seal`, in stores that others can write to; null: whatever is stored under the key. */
  readonly etag: string | null
}
export interface ObjectStat {
  readonly key: string
  readonly size: number
  readonly changedAt: Date
}
export interface IncomingStat {
  readonly key: string
  /** Bytes used on the store. */
  readonly allocated: number
  readonly changedAt: Date
}
export interface Digest {
  readonly size: number
  readonly sha256: Buffer
  readonly crc32: number
  readonly md5?: Buffer
}
export interface DigestOptions {
  readonly md5?: boolean
  readonly fresh?: boolean
}
export interface ObjectReader {
  readonly size: number
  /** Fills `buffer[0, length)` from `position`. Returns the bytes read, fewer only at the end. Throws ObjectCorrupted. */
  read(buffer: Buffer, length: number, position: number): Promise<number>
  close(): Promise<void>
}

/** Number of parts; an empty object has one empty part. */
export const partCountOf = ({ size, partSize }: UploadPlan): number => Math.max(1, Math.ceil(size / partSize))

/** Position and length of a part in bytes; undefined for a part number outside the plan. */
export function partRangeOf(
  plan: UploadPlan,
  partNumber: number,
): { position: number; length: number } | undefined {
  const count = partCountOf(plan)
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > count) return undefined
  const position = (partNumber - 1) * plan.partSize
  return { position, length: Math.min(plan.partSize, plan.size - position) }
}

/** An error of the store; `code` is the S3 error code, `status` its HTTP status. */
export class ObjectError extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
    this.status = status
  }
}

/** Base class of errors without parameters. */
const objectError = (code: string, status: number, message: string) =>
  class extends ObjectError {
    constructor() {
      super(code, status, message)
    }
  }

export class NoSuchUpload extends objectError('NoSuchUpload', 404, 'There is no such open upload.') {}
export class NoSuchObject extends objectError('NoSuchKey', 404, 'There is no such object.') {}
export function throwNoSuchObject(): never {
  throw new NoSuchObject()
}
export class InvalidPart extends ObjectError {
  constructor(message: string) {
    super('InvalidPart', 400, message)
  }
}
export class PartsMissing extends objectError('InvalidPart', 400, 'Not every part has been received.') {}
/** Other bytes were received under the same part number or key. */
export class PartConflict extends objectError(
  'PartAlreadyExists',
  409,
  'Different data has already been received here and is kept.',
) {}
/** The body is shorter or longer than announced. */
export class WrongBodyLength extends objectError(
  'IncompleteBody',
  400,
  'The body does not have the announced length.',
) {}
export class TransferStalled extends objectError('RequestTimeout', 408, 'The body did not arrive in time.') {}
/** The server is shutting down; the call can be repeated on another one. */
export class StoreClosing extends objectError(
  'SlowDown',
  503,
  'The server is shutting down. Try again soon.',
) {}
/** The stored bytes are not those that were written. */
export class ObjectCorrupted extends ObjectError {
  constructor(message: string, cause?: unknown) {
    super('InternalError', 500, message, { cause })
  }
}
/** The store cannot be reached, is overloaded or denies access. The state of the object is then unknown. */
export class StoreUnavailable extends ObjectError {
  constructor(cause?: unknown, message = 'The store does not answer. Try again soon.') {
    super('ServiceUnavailable', 503, message, { cause })
  }
}
/** The bucket belongs to another installation; callers treat it as unavailable. */
export class ForeignBucket extends StoreUnavailable {
  constructor(message: string) {
    super(undefined, message)
  }
}
export class StoreFull extends ObjectError {
  constructor(cause?: unknown) {
    super('InsufficientStorage', 507, 'The store is full.', { cause })
  }
}
