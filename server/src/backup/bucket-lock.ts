import { randomUUID } from 'node:crypto'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '@clouddisk/contract/time'
import { NoSuchObject, PartConflict } from '../objects/port.ts'
import type { S3Bucket } from '../objects/s3/bucket.ts'
import type { DestinationLock } from './destination.ts'
import { BackupRefused } from './errors.ts'

/**
 * Locks a bucket by a record in it, which the owner renews. A record that is not renewed for long, or whose owner is known
 * to have ended, is overwritten; the new owner then checks whether another process did the same.
 */

const FILE = 'lock'
const RENEW_MS = 3000
/** By the reader's clock; clocks of machines are never compared. */
const STALE_MS = 30 * SECOND
const POLL_MS = 500
const SETTLE_MS = 1500

interface LockRecord {
  readonly token: string
  /** Machine and process of the owner. */
  readonly machine: string
  readonly pid: number
  readonly renewed: number
}

/** Locks held by this process. */
const held = new Set<string>()

export async function lockBucket(bucket: S3Bucket, name: string): Promise<DestinationLock> {
  const record: LockRecord = { token: randomUUID(), machine: await machine(), pid: process.pid, renewed: 0 }
  held.add(record.token)
  try {
    await take(bucket, record, name)
    return new BucketDestinationLock(bucket, record, name)
  } catch (error) {
    held.delete(record.token)
    throw error
  }
}

async function take(bucket: S3Bucket, record: LockRecord, name: string): Promise<void> {
  if (await writeFirst(bucket, record)) return
  const seen = await readRecord(bucket)
  for (const end = performance.now() + STALE_MS; seen && performance.now() < end; await pause(POLL_MS)) {
    if (hasEnded(seen, record)) break
    const now = await readRecord(bucket)
    if (!now) break
    if (now.token !== seen.token || now.renewed !== seen.renewed) throw lockedError(now, name)
  }
  await bucket.overwrite(FILE, bytesOf(record))
  await pause(SETTLE_MS)
  const winner = await readRecord(bucket)
  if (winner?.token !== record.token) throw lockedError(winner, name)
}

/** False if there is one already. */
async function writeFirst(bucket: S3Bucket, record: LockRecord): Promise<boolean> {
  // Not every store supports conditional writes.
  if (!(await bucket.supportsConditionalPut())) return false
  try {
    const bytes = bytesOf(record)
    await bucket.put(FILE, bytes.length, bytes)
    return true
  } catch (error) {
    if (!(error instanceof PartConflict)) throw error
    return (await readRecord(bucket))?.token === record.token
  }
}

function hasEnded({ machine, pid, token }: LockRecord, here: LockRecord): boolean {
  if (machine !== here.machine) return false
  if (pid === process.pid) return !held.has(token)
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const lockedError = (record: LockRecord | undefined, name: string): BackupRefused =>
  new BackupRefused(
    `Another command${record ? ` (process ${record.pid})` : ''} is working on ${name}. Try again when it has finished.`,
  )

const bytesOf = (record: LockRecord): Buffer => Buffer.from(`${JSON.stringify(record)}\n`)

async function readRecord(bucket: S3Bucket): Promise<LockRecord | undefined> {
  for (;;) {
    const head = await bucket.head(FILE)
    if (!head) return undefined
    try {
      const body = await bucket.get(FILE, head.etag, 0)
      return JSON.parse(Buffer.concat(await body.toArray()).toString())
    } catch (error) {
      // Renewed or removed between the two requests.
      if (!(error instanceof NoSuchObject)) throw error
    }
  }
}

class BucketDestinationLock implements DestinationLock {
  readonly #bucket: S3Bucket
  readonly #name: string
  readonly #timer: NodeJS.Timeout
  #record: LockRecord
  #lost = false
  #renewing: Promise<void> = Promise.resolve()

  constructor(bucket: S3Bucket, record: LockRecord, name: string) {
    this.#bucket = bucket
    this.#record = record
    this.#name = name
    // If the store does not answer, the next renewal decides.
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), RENEW_MS).unref()
  }

  #renew(): Promise<void> {
    this.#renewing = this.#renewing.catch(() => undefined).then(() => this.#renewNow())
    return this.#renewing
  }

  async #renewNow(): Promise<void> {
    if (this.#lost || (await readRecord(this.#bucket))?.token !== this.#record.token) this.#lost = true
    if (this.#lost) return
    this.#record = { ...this.#record, renewed: this.#record.renewed + 1 }
    await this.#bucket.overwrite(FILE, bytesOf(this.#record))
  }

  async assertHeld(): Promise<void> {
    await this.#renew()
    if (this.#lost)
      throw new BackupRefused(
        `Another command has started working on ${this.#name} in the meantime. Try again when it has finished.`,
      )
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    held.delete(this.#record.token)
    await this.#renewing.catch(() => undefined)
    // A leftover record is recognized as that of an ended process.
    if (!this.#lost) await this.#bucket.remove(FILE).catch(() => undefined)
  }
}

/** Identifies where process ids are valid: the boot of a machine, and a container on it. */
async function machine(): Promise<string> {
  const [boot, container] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ])
  return [hostname(), boot.trim(), container].join(' ')
}
