import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { countReceived } from '../minor-gc.ts'
import { ObjectCorrupted } from '../port.ts'

/**
 * How content lies on a store that others may read (decision 12). An object is a run of segments, each readable by itself:
 *
 *     format (1) · number of the content key (3) · nonce (12) · cipher text (up to 64 KiB) · tag (16)
 *
 * Each is bound to its object, to the object's whole size and to its own place, so that none can be changed, left out, moved
 * or lent to another object. No I/O, no port: worker threads read by it as well.
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
/** What three bytes count. */
export const NUMBER_MAX = 2 ** 24 - 1

/** One of the few secrets of an installation that the key of every object is derived from. */
export interface ContentKey {
  readonly number: number
  readonly secret: Uint8Array
}

/** What a segment is bound to, and what it takes to read it. Plain data: it goes to worker threads. */
export interface SegmentContext {
  /** The object's id. */
  readonly object: string
  /** Plain bytes of the whole object. */
  readonly size: number
  readonly keys: readonly ContentKey[]
}

/** An empty object is one empty segment: that it is empty is proved as well. */
export const segmentsOf = (size: number): number => Math.max(1, Math.ceil(size / SEGMENT))
export const storedSize = (size: number): number => size + OVERHEAD * segmentsOf(size)
/** Plain bytes; of what is no whole run of segments some number that their proof denies. */
export const plainSize = (stored: number): number =>
  Math.max(0, stored - OVERHEAD * Math.ceil(stored / STORED_SEGMENT))

/** A segment names a content key that is not among those given. */
export class UnknownContentKey extends Error {
  readonly number: number
  constructor(number: number) {
    super(`content key ${number} is not known`)
    this.number = number
  }
}

/** The key of one object under one content key; and one more, by which nonces are drawn. */
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

const BOUND = HEAD + 16 + 8 + 8

/** One object's segments, made and read. */
export class Segments {
  readonly size: number
  readonly #id: Buffer
  #keys: readonly ContentKey[]
  readonly #derived = new Map<number, ObjectKey>()
  /** What the segment in hand is bound to: format and key, object, size, place. */
  readonly #bound = Buffer.alloc(BOUND)

  constructor({ object, size, keys }: SegmentContext) {
    this.size = size
    this.#keys = keys
    this.#id = Buffer.from(object.replaceAll('-', ''), 'hex')
    this.#id.copy(this.#bound, HEAD)
    this.#bound.writeBigUInt64BE(BigInt(size), HEAD + 16)
  }

  /** The same with keys that may be newer. */
  with(keys: readonly ContentKey[]): this {
    this.#keys = keys
    return this
  }

  /** Plain bytes of the segment at a place. */
  lengthAt(index: number): number {
    return Math.min(SEGMENT, this.size - index * SEGMENT)
  }

  /**
   * One segment, in pieces. Its nonce is drawn from what it holds: the same bytes at the same place make the same segment,
   * so that a part may come twice, and no nonce is ever used for two contents.
   */
  write(number: number, index: number, plain: readonly Buffer[]): Buffer[] {
    const key = this.#key(number)
    this.#bind(number, index)
    const mac = createHmac('sha256', key.nonces).update(this.#bound)
    for (const bytes of plain) mac.update(bytes)
    const nonce = mac.digest().subarray(0, NONCE)
    const cipher = createCipheriv(CIPHER, key.cipher, nonce).setAAD(this.#bound)
    const head = Buffer.concat([this.#bound.subarray(0, HEAD), nonce])
    const text = plain.map((bytes) => {
      countReceived(bytes.length)
      return cipher.update(bytes)
    })
    cipher.final()
    return [head, ...text, cipher.getAuthTag()]
  }

  /** The bytes of one whole segment. ObjectDamaged where it is not what was written there, UnknownContentKey. */
  read(index: number, stored: Buffer): Buffer {
    if (stored.length !== this.lengthAt(index) + OVERHEAD || stored[0] !== FORMAT) throw this.#damaged(index)
    const number = stored.readUIntBE(1, 3)
    const key = this.#key(number)
    this.#bind(number, index)
    const decipher = createDecipheriv(CIPHER, key.cipher, stored.subarray(HEAD, HEAD + NONCE))
      .setAAD(this.#bound)
      .setAuthTag(stored.subarray(-TAG))
    const plain = decipher.update(stored.subarray(HEAD + NONCE, -TAG))
    countReceived(plain.length)
    try {
      decipher.final()
    } catch (error) {
      throw this.#damaged(index, error)
    }
    return plain
  }

  #bind(number: number, index: number): void {
    this.#bound.writeUInt8(FORMAT, 0)
    this.#bound.writeUIntBE(number, 1, 3)
    this.#bound.writeBigUInt64BE(BigInt(index), HEAD + 16 + 8)
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

  #damaged(index: number, cause?: unknown): ObjectCorrupted {
    return new ObjectCorrupted(
      `What is stored from byte ${index * SEGMENT} on is not what was written.`,
      cause,
    )
  }
}

/** All that an object holds, of all that is stored of it. */
export function* readAll(opening: SegmentContext, stored: Buffer): Iterable<Buffer> {
  const segments = new Segments(opening)
  for (let at = 0; at < stored.length; at += STORED_SEGMENT)
    yield segments.read(at / STORED_SEGMENT, stored.subarray(at, at + STORED_SEGMENT))
}
