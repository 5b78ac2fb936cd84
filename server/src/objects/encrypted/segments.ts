import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { ObjectCorrupted } from '../port.ts'

/**
 * The format of encrypted content (decision 12). An object is a sequence of segments, each readable by itself:
 *
 *     format (1) · number of the content key (3) · nonce (12) · cipher text (up to 64 KiB) · tag (16)
 *
 * The tag authenticates the object's id and size and the segment's index, so that a segment cannot be changed, removed,
 * moved or copied to another object. There is no I/O here: worker threads use it as well.
 */

/** Plain bytes of each segment but the last. */
export const SEGMENT = 64 * 1024
const HEAD = 4
const NONCE = 12
const TAG = 16
const OVERHEAD = HEAD + NONCE + TAG
/** Bytes on the store of each segment but the last. */
export const STORED_SEGMENT = SEGMENT + OVERHEAD
const FORMAT = 1
const CIPHER = 'aes-256-gcm'
const KEY = 32
/** The number has three bytes. */
export const NUMBER_MAX = 2 ** 24 - 1

/** A secret from which the keys of objects are derived. */
export interface ContentKey {
  readonly number: number
  readonly secret: Uint8Array
}

/** What is needed to decrypt an object. Plain data, as it is posted to worker threads. */
export interface SegmentContext {
  /** The object's id. */
  readonly object: string
  /** Plain bytes of the whole object. */
  readonly size: number
  readonly keys: readonly ContentKey[]
}

/** An empty object has one empty segment, so that its size is authenticated. */
export const segmentsOf = (size: number): number => Math.max(1, Math.ceil(size / SEGMENT))
export const storedSize = (size: number): number => size + OVERHEAD * segmentsOf(size)
/** If `stored` is not a valid size, the result fails authentication. */
export const plainSize = (stored: number): number =>
  Math.max(0, stored - OVERHEAD * Math.ceil(stored / STORED_SEGMENT))

/** A segment is encrypted with a content key that is not loaded. */
export class UnknownContentKey extends Error {
  readonly number: number
  constructor(number: number) {
    super(`content key ${number} is not known`)
    this.number = number
  }
}

/** The cipher and nonce keys of one object, derived from a content key. */
class ObjectKey {
  readonly number: number
  readonly cipher: KeyObject
  readonly nonces: KeyObject

  constructor({ number, secret }: ContentKey, id: Buffer) {
    const derived = Buffer.from(hkdfSync('sha256', secret, id, 'clouddisk object 1', 2 * KEY))
    this.number = number
    this.cipher = createSecretKey(derived.subarray(0, KEY))
    this.nonces = createSecretKey(derived.subarray(KEY))
    derived.fill(0)
  }
}

const AAD_BYTES = HEAD + 16 + 8 + 8

/** Encrypts and decrypts the segments of one object. */
export class Segments {
  readonly size: number
  readonly #id: Buffer
  #keys: readonly ContentKey[]
  readonly #derived = new Map<number, ObjectKey>()
  /** Authenticated with the current segment: format, content key, object, size, index. */
  readonly #aad = Buffer.alloc(AAD_BYTES)

  constructor({ object, size, keys }: SegmentContext) {
    this.size = size
    this.#keys = keys
    this.#id = Buffer.from(object.replaceAll('-', ''), 'hex')
    this.#id.copy(this.#aad, HEAD)
    this.#aad.writeBigUInt64BE(BigInt(size), HEAD + 16)
  }

  /** Replaces the keys by newer ones. */
  with(keys: readonly ContentKey[]): this {
    this.#keys = keys
    return this
  }

  /** Plain bytes of a segment. */
  lengthAt(index: number): number {
    return Math.min(SEGMENT, this.size - index * SEGMENT)
  }

  /**
   * One encrypted segment, in pieces. The nonce is derived from the content: the same bytes at the same index yield the same
   * segment, so that a part may be sent again, and no nonce is used for different content.
   */
  encrypt(number: number, index: number, plain: readonly Buffer[]): Buffer[] {
    const key = this.#key(number)
    this.#bind(number, index)
    const mac = createHmac('sha256', key.nonces).update(this.#aad)
    for (const bytes of plain) mac.update(bytes)
    const nonce = mac.digest().subarray(0, NONCE)
    const cipher = createCipheriv(CIPHER, key.cipher, nonce).setAAD(this.#aad)
    const head = Buffer.concat([this.#aad.subarray(0, HEAD), nonce])
    const text = plain.map((bytes) => cipher.update(bytes))
    cipher.final()
    return [head, ...text, cipher.getAuthTag()]
  }

  /** The plain bytes of one segment. Throws ObjectCorrupted or UnknownContentKey. */
  decrypt(index: number, stored: Buffer): Buffer {
    if (stored.length !== this.lengthAt(index) + OVERHEAD || stored[0] !== FORMAT)
      throw this.#corrupted(index)
    const number = stored.readUIntBE(1, 3)
    const key = this.#key(number)
    this.#bind(number, index)
    const decipher = createDecipheriv(CIPHER, key.cipher, stored.subarray(HEAD, HEAD + NONCE))
      .setAAD(this.#aad)
      .setAuthTag(stored.subarray(-TAG))
    const plain = decipher.update(stored.subarray(HEAD + NONCE, -TAG))
    try {
      decipher.final()
    } catch (error) {
      throw this.#corrupted(index, error)
    }
    return plain
  }

  #bind(number: number, index: number): void {
    this.#aad.writeUInt8(FORMAT, 0)
    this.#aad.writeUIntBE(number, 1, 3)
    this.#aad.writeBigUInt64BE(BigInt(index), HEAD + 16 + 8)
  }

  #key(number: number): ObjectKey {
    const known = this.#derived.get(number)
    if (known) return known
    const content = this.#keys.find((key) => key.number === number)
    if (!content) throw new UnknownContentKey(number)
    const derived = new ObjectKey(content, this.#id)
    this.#derived.set(number, derived)
    return derived
  }

  #corrupted(index: number, cause?: unknown): ObjectCorrupted {
    return new ObjectCorrupted(
      `What is stored from byte ${index * SEGMENT} on is not what was written.`,
      cause,
    )
  }
}

/** The plain content of a complete encrypted object. */
export function* decryptAll(context: SegmentContext, stored: Buffer): Iterable<Buffer> {
  const segments = new Segments(context)
  for (let at = 0; at < stored.length; at += STORED_SEGMENT)
    yield segments.decrypt(at / STORED_SEGMENT, stored.subarray(at, at + STORED_SEGMENT))
}
