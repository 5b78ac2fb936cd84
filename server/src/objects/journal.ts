import { readFile } from 'node:fs/promises'
import { crc32Of } from './crc32.ts'
import { undefinedIfAbsent } from './disk-io.ts'
import { type ListedPart, partRangeOf, type UploadPlan } from './port.ts'

/**
 * Which parts of an upload have landed: a header line, then one record a part, appended. It survives a crash of the
 * process; what a crash of the machine does to the bytes themselves is caught by the object's SHA-256.
 */
const RECORD = 12

interface Header extends UploadPlan {
  readonly uploadId: string
}
export interface Journal extends Header {
  readonly landed: Map<number, ListedPart>
  /** Bytes of it that are sound; what follows is cut off before anything is appended. */
  readonly soundBytes: number
}

export const headerOf = (uploadId: string, { size, partSize }: UploadPlan): Buffer =>
  Buffer.from(`${JSON.stringify({ uploadId, size, partSize })}\n`)

export function recordOf({ partNumber, size }: ListedPart): Buffer {
  const record = Buffer.allocUnsafe(RECORD)
  record.writeUInt32LE(partNumber, 0)
  record.writeUInt32LE(size, 4)
  record.writeUInt32LE(crc32Of(record.subarray(0, 8)), 8)
  return record
}

/** Names a part of one upload. It need not tell of its bytes: what has landed stays, and nobody counts them twice. */
export const partEtag = (uploadId: string, partNumber: number): string => `${uploadId}-${partNumber}`

/** Undefined where there is none, or where a crash cut its header short: nothing has landed then. */
export async function readJournal(path: string): Promise<Journal | undefined> {
  const bytes = await undefinedIfAbsent(readFile(path))
  const end = bytes?.indexOf(0x0a) ?? -1
  if (!bytes || end < 0) return undefined
  const header = JSON.parse(bytes.toString('utf8', 0, end)) as Header
  const { landed, soundBytes } = readRecords(bytes.subarray(end + 1), header)
  return { ...header, landed, soundBytes: end + 1 + soundBytes }
}

/** Only whole, sound records count: a torn tail is a part that was never answered. */
function readRecords(bytes: Buffer, header: Header): Pick<Journal, 'landed' | 'soundBytes'> {
  const landed = new Map<number, ListedPart>()
  let at = 0
  for (; at + RECORD <= bytes.length; at += RECORD) {
    const record = bytes.subarray(at, at + RECORD)
    if (crc32Of(record.subarray(0, 8)) !== record.readUInt32LE(8)) break
    const partNumber = record.readUInt32LE(0)
    const size = record.readUInt32LE(4)
    if (partRangeOf(header, partNumber)?.length !== size) break
    landed.set(partNumber, { partNumber, size, etag: partEtag(header.uploadId, partNumber) })
  }
  return { landed, soundBytes: at }
}
