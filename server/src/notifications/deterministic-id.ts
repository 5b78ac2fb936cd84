import { createHash } from 'node:crypto'
import { stringify, v7 } from 'uuid'

/**
 * A deterministic id for an event that may be found again: the same for the same `parts` and time. It is a UUIDv7 of that
 * time, so that it sorts among the others.
 */
export function deterministicEventId(at: Date, ...parts: readonly string[]): string {
  const random = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16)
  const bytes = v7({ msecs: at.getTime(), random, seq: random.readUInt32BE(12) }, new Uint8Array(16))
  return stringify(bytes)
}
