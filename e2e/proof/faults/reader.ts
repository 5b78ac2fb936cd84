import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import type { Person } from '../../../server/test/person.ts'
import { bytesOf, type Random } from '../../../server/test/random.ts'
import type { Kept } from './uploader.ts'

/** Somebody who downloads all the time, whatever happens: what ends well must be what was uploaded. */

const AGAIN_MS = 30
const UNTIL_MS = 15_000

export class Reader {
  readonly #person: Person
  readonly #random: Random
  readonly #kept: readonly Kept[]
  #stopped = false
  right = 0
  bytes = 0
  /** Refused, or cut off in the middle. */
  refused = 0

  constructor(person: Person, kept: readonly Kept[], random: Random) {
    this.#person = person
    this.#kept = kept
    this.#random = random
  }

  stop(): void {
    this.#stopped = true
  }

  async work(): Promise<void> {
    while (!this.#stopped) {
      if (this.#kept.length > 0) await this.#try(this.#random.pick(this.#kept))
      await delay(AGAIN_MS)
    }
  }

  async #try(kept: Kept): Promise<void> {
    if (await attempt(this.#person, kept)) {
      this.right++
      this.bytes += kept.size
    } else this.refused++
  }
}

/** Whether it was given out, whole; throws where it was given out wrong. */
export async function attempt(person: Person, { instanceId, seed, size }: Kept): Promise<boolean> {
  let bytes: Buffer
  let status: number
  try {
    const response = await fetch(await person.call(getDownloadUrl, { instanceId }))
    bytes = Buffer.from(await response.arrayBuffer())
    status = response.status
  } catch {
    return false
  }
  assert.notEqual(status, 500, `asked for ${instanceId} a server says that something broke`)
  if (status !== 200) return false
  assert.ok(bytes.equals(bytesOf(seed, size)), `${instanceId} was given out, and is not what was uploaded`)
  return true
}

/** Whoever was about to be given it wrong has had it read, behind his back: it is given to nobody. */
export const expectDamaged = (person: Person, { instanceId }: Kept): Promise<void> =>
  until(() => assert.rejects(person.call(getDownloadUrl, { instanceId }), { name: 'content_damaged' }))

/** Tries until it holds. */
export async function until(holds: () => Promise<void>): Promise<void> {
  for (const late = Date.now() + UNTIL_MS; ; await delay(AGAIN_MS)) {
    try {
      return await holds()
    } catch (error) {
      if (Date.now() > late) throw error
    }
  }
}

/** Every one of them is there byte for byte; how many bytes. */
export async function expectWhole(person: Person, all: readonly Kept[]): Promise<number> {
  let bytes = 0
  for (const { instanceId, seed, size } of all) {
    const given = await person.download(instanceId)
    assert.ok(given.equals(bytesOf(seed, size)), `${instanceId} is not what was uploaded`)
    bytes += size
  }
  return bytes
}
