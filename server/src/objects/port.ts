import type { Readable } from 'node:stream'

/** We, on the way there, or the store itself. */
export type Encryptor = 'clouddisk' | 'store'

/**
 * Where content lives: one bucket of objects that are written once and never change. Drivers: disk.ts; each passes
 * conformance.ts. A key is an id in its lower-case spelling, made by newId(): time-ordered, so that neighbours in
 * time are neighbours on disk.
 */
export interface ObjectStore {
  readonly bucket: string
  /** `cloudProvider` of the wire. */
  readonly provider: string
  /**
   * Whether it has read what comes in parts by the time it is complete, so that `digest` waits for the end of that alone. Others
   * read it back from the store, which takes as long as the object is large.
   */
  readonly hashesWhileReceiving: boolean
  /** By whom what comes is encrypted where it lies, as far as that is known by now; undefined: by nobody. */
  readonly encryptedBy?: Encryptor | undefined
  /** Done once `encryptedBy` is as well known as it can be for now, which may take as long as a store takes; never fails. */
  probeEncryption?(): Promise<void>
  /** Where senders may talk to the store themselves; without it all goes through us. */
  readonly direct?: DirectCalls | undefined
  /** Where readers may fetch from the store themselves. */
  readonly reads?: DirectReads | undefined

  /**
   * Begins a multipart upload, or finds the one that is open; answers its uploadId. An object comes in parts or whole,
   * never both: PartConflict where it is coming whole, or is stored. StoreFull.
   */
  begin(key: string, plan: UploadPlan): Promise<string>
  /**
   * Receives one part; what it answers survives a crash of the process. A part that has landed stays: the same bytes
   * again are answered alike. NoSuchUpload, InvalidPart, PartConflict, BodyLength, Stalled, StoreFull.
   */
  putPart(
    upload: MultipartUpload,
    partNumber: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart>
  /**
   * Receives a whole object; durable when answered. The same rules as for a part; PartConflict where the object is
   * coming in parts.
   */
  putObject(key: string, length: number, body: Readable, permit?: ParallelGate): Promise<PutReceipt>
  /** Landed parts in order, those above `after`, at most `max`. NoSuchUpload. */
  listParts(upload: MultipartUpload, after?: number, max?: number): Promise<PartList>
  /** Makes the parts one object; durable when answered. NoSuchUpload, InvalidPart, PartsMissing, StoreFull. */
  complete(upload: MultipartUpload, parts: readonly PartRef[]): Promise<PutReceipt>
  /**
   * Ends all that is under way for a complete object: its writers stop, what else came in is thrown away, and from
   * here on nothing but `remove` changes it. NoSuchObject, and nothing is ended, where it is not complete. What it
   * answers names the object as it is now, for good.
   */
  seal(key: string): Promise<ObjectRef>
  /** Throws away what there is of an unfinished object, stopping its writers; nothing to throw away is fine. */
  abort(key: string, uploadId?: string): Promise<void>
  /** What came of an unfinished object, or all of it once it is stored; undefined where there is nothing. */
  received(key: string): Promise<ReceivedBytes | undefined>

  /** A complete object; undefined where there is none. */
  stat(key: string): Promise<ObjectStat | undefined>
  /** What the store itself reads in the object, or has read in it as it came unless `fresh`. NoSuchObject, ObjectDamaged. */
  digest(object: ObjectRef, want?: { md5?: boolean; fresh?: boolean }): Promise<Digest>
  /** Opens for random reading. NoSuchObject, at the first reading too, where another is there than the named one. */
  open(object: ObjectRef): Promise<ObjectReader>
  /** Every complete object, in order of key. */
  objects(): AsyncIterable<ObjectStat>
  /** Every unfinished object: what waits for its owner and what nobody owns. */
  incoming(): AsyncIterable<IncomingStat>
  /** Removes a complete object; none is fine. Not for keys that a row still names. */
  remove(key: string): Promise<void>
  /** Puts aside what there is under a key that nobody names, stopping its writers; nothing there is fine. */
  setAside(key: string, at: Date): Promise<void>
  /** What was put aside, `changedAt` the day of that; one item for each of a key's files. */
  untracked(): AsyncIterable<ObjectStat>
  /** Removes for good what was put aside on days that were over before `before`; answers how many days. */
  deleteUntracked(before: Date): Promise<number>
  /** Whether the store takes and gives bytes at all (readiness). */
  check(): Promise<void>
  close(): Promise<void>
}

/** Parts that senders bring to the store themselves, each by an authorization for it alone. */
export interface DirectCalls {
  /** Undefined for what has to come to us all the same. StoreAway. */
  sign(call: {
    readonly verb: string
    /** `/bucket/key?query`, exactly as it will be sent. */
    readonly uri: string
    readonly contentType: string
    /** Of the part, in bytes. */
    readonly length: number
    readonly at: Date
  }): Promise<SignedCall | undefined>
}
/** Addresses at which the store itself gives an object out, for ten minutes. */
export interface DirectReads {
  /**
   * Undefined for what readers cannot have from there.
   * @param disposition `Content-Disposition` of what is given out; its type tells nothing.
   */
  addressOf(object: ObjectRef, given: { disposition: string; at: Date }): Promise<string | undefined>
}
export interface SignedCall {
  /** Where the call goes: the store's origin. */
  readonly host: string
  /** All that the call must send. */
  readonly headers: Readonly<Record<string, string>>
}

/** Asked once a body is there and before any of it counts; what it throws is the answer, and nothing stays. */
export type ParallelGate = () => Promise<void>

export interface UploadPlan {
  /** Bytes of the whole object. */
  readonly size: number
  /** Bytes of each part but the last. */
  readonly partSize: number
}
/** One multipart upload, with its plan: not every store keeps that. */
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
/** What came so far. */
export interface ReceivedBytes {
  readonly size: number
  /** When the latest of it came, or nothing but its beginning. */
  readonly changedAt: Date
}
export interface PutReceipt {
  readonly etag: string
  readonly size: number
}
/** A complete object, as rows keep it. */
export interface ObjectRef {
  readonly key: string
  /** Of what was sealed, in stores that others can write to; null: the one that is there. */
  readonly etag: string | null
}
export interface ObjectStat {
  readonly key: string
  readonly size: number
  readonly changedAt: Date
}
export interface IncomingStat {
  readonly key: string
  /** Bytes it takes on the store. */
  readonly allocated: number
  readonly changedAt: Date
}
export interface Digest {
  readonly size: number
  readonly sha256: Buffer
  readonly crc32: number
  readonly md5?: Buffer
}
export interface ObjectReader {
  readonly size: number
  /** Fills `buffer[0, length)` from `position`; answers the bytes read, less only at the object's end. ObjectDamaged. */
  read(buffer: Buffer, length: number, position: number): Promise<number>
  close(): Promise<void>
}

/** How many parts a plan has; an empty object has one empty part. */
export const partCountOf = ({ size, partSize }: UploadPlan): number => Math.max(1, Math.ceil(size / partSize))

/** Where a part lies in the object, or undefined for a number that the plan does not have. Bytes. */
export function partRangeOf(
  plan: UploadPlan,
  partNumber: number,
): { position: number; length: number } | undefined {
  const count = partCountOf(plan)
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > count) return undefined
  const position = (partNumber - 1) * plan.partSize
  return { position, length: Math.min(plan.partSize, plan.size - position) }
}

/** A fault that the caller of the store can name; `code` is S3's word for it, `status` its HTTP status. */
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
export class NoSuchUpload extends ObjectError {
  constructor() {
    super('NoSuchUpload', 404, 'There is no such open upload.')
  }
}
export class NoSuchObject extends ObjectError {
  constructor() {
    super('NoSuchKey', 404, 'There is no such object.')
  }
}
export class InvalidPart extends ObjectError {
  constructor(message: string) {
    super('InvalidPart', 400, message)
  }
}
export class PartsMissing extends ObjectError {
  constructor() {
    super('InvalidPart', 400, 'Not every part has been received.')
  }
}
/** Other bytes under a number or key that is taken. */
export class PartConflict extends ObjectError {
  constructor() {
    super('PartAlreadyExists', 409, 'Different data has already been received here and is kept.')
  }
}
/** The body ended early, or went on too long. */
export class WrongBodyLength extends ObjectError {
  constructor() {
    super('IncompleteBody', 400, 'The body does not have the announced length.')
  }
}
export class TransferStalled extends ObjectError {
  constructor() {
    super('RequestTimeout', 408, 'The body did not arrive in time.')
  }
}
/** The server is being stopped: what was sent did not count, and may be sent again to the next one. */
export class StoreClosing extends ObjectError {
  constructor() {
    super('SlowDown', 503, 'The server is shutting down. Try again soon.')
  }
}
/** What is stored is not what was written there. */
export class ObjectCorrupted extends ObjectError {
  constructor(message: string, cause?: unknown) {
    super('InternalError', 500, message, { cause })
  }
}
/** The store cannot be reached, has enough to do, or does not let us in: nothing is known of what was asked last. */
export class StoreUnavailable extends ObjectError {
  constructor(cause?: unknown, message = 'The store does not answer. Try again soon.') {
    super('ServiceUnavailable', 503, message, { cause })
  }
}
/** The bucket is another installation's. For whoever needs it that is as if it was away. */
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
