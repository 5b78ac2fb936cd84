import { createHmac, type KeyObject } from 'node:crypto'

/** The hash chain: each entry has an HMAC over the previous one's and its own content. */

export interface LogEntry {
  readonly seq: number
  readonly time: Date
  readonly actorId: string | null
  readonly actorName: string | null
  readonly actorAccount: string | null
  readonly action: string
  readonly behaviour: string | null
  readonly region: string | null
  readonly device: string | null
  readonly ip: string | null
  readonly result: string
  readonly objectType: string | null
  readonly objectId: string | null
  readonly objectName: string | null
  readonly spaceId: string | null
  /** JSON. */
  readonly detail: string | null
  readonly traceId: string | null
}

export interface SealedEntry extends LogEntry {
  readonly mac: Buffer
}

/** The end of the chain. */
export interface LogHead {
  readonly seq: number
  readonly mac: Buffer
}

/** The predecessor of the first entry. */
export const EMPTY_HEAD: LogHead = { seq: 0, mac: Buffer.alloc(32) }

/** Unambiguous and stable: new fields are appended. */
const canonical = (entry: LogEntry): string =>
  JSON.stringify([
    entry.seq,
    entry.time.toISOString(),
    entry.actorId,
    entry.actorName,
    entry.actorAccount,
    entry.action,
    entry.behaviour,
    entry.region,
    entry.device,
    entry.ip,
    entry.result,
    entry.objectType,
    entry.objectId,
    entry.objectName,
    entry.spaceId,
    entry.detail,
    entry.traceId,
  ])

export const macOf = (key: KeyObject, before: Buffer, entry: LogEntry): Buffer =>
  createHmac('sha256', key).update(before).update(canonical(entry)).digest()

/** Whether an entry is unchanged and follows `before`. */
export const isChainedTo = (key: KeyObject, before: Buffer, entry: SealedEntry): boolean =>
  macOf(key, before, entry).equals(entry.mac)

/** Appends entries to the head. */
export function chainEntries(
  key: KeyObject,
  head: LogHead,
  entries: readonly Omit<LogEntry, 'seq'>[],
): { sealed: SealedEntry[]; head: LogHead } {
  let { seq, mac } = head
  const sealed = entries.map((entry) => {
    seq++
    const numbered = { ...entry, seq }
    mac = macOf(key, mac, numbered)
    return { ...numbered, mac }
  })
  return { sealed, head: { seq, mac } }
}
