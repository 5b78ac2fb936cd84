import { readFile } from 'node:fs/promises'
import { crc32Of } from './digest.ts'
import { undefinedIfAbsent } from './disk-io.ts'
import { type ListedPart, partRangeOf, type UploadPlan } from './port.ts'

/**
 * The journal of an upload: a header line, then one appended record for each received part. It survives a crash of the
 * process. Bytes that a crash of the machine loses are detected by the object's SHA-256.
 */
const RECORD = 12

interface Header extends UploadPlan {
  readonly uploadId: string
}
export interface Journal extends Header {
  readonly received: Map<number, ListedPart>
  /** Length of the valid part; what follows is truncated before records are appended. */
  readonly validBytes: number
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

/** It does not depend on the bytes, as a received part never changes. */
export const partEtag = (uploadId: string, partNumber: number): string => `${uploadId}-${partNumber}`

/** Undefined if there is none, or only an incomplete header after a crash. */
export async function readJournal(path: string): Promise<Journal | undefined> {
  const bytes = await undefinedIfAbsent(readFile(path))
  const end = bytes?.indexOf(0x0a) ?? -1
  if (!bytes || end < 0) return undefined
  const header = JSON.parse(bytes.toString('utf8', 0, end)) as Header
  const { received, validBytes } = readRecords(bytes.subarray(end + 1), header)
  return { ...header, received, validBytes: end + 1 + validBytes }
}

/** Stops at an incomplete or invalid record, whose part was never acknowledged. */
function readRecords(bytes: Buffer, header: Header): Pick<Journal, 'received' | 'validBytes'> {
  const received = new Map<number, ListedPart>()
  let at = 0
  for (; at + RECORD <= bytes.length; at += RECORD) {
    const record = bytes.subarray(at, at + RECORD)
    if (crc32Of(record.subarray(0, 8)) !== record.readUInt32LE(8)) break
    const partNumber = record.readUInt32LE(0)
    const size = record.readUInt32LE(4)
    if (partRangeOf(header, partNumber)?.length !== size) break
    received.set(partNumber, { partNumber, size, etag: partEtag(header.uploadId, partNumber) })
  }
  return { received, validBytes: at }
}
