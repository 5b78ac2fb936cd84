import type { Envelope } from '@clouddisk/contract/envelope'
import { isRecord } from './errors.ts'

/** Parses a response. Undefined if it has no envelope, e.g. because a proxy sent it. */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && typeof value.errcode === 'number' ? (value as unknown as Envelope) : undefined
  } catch {
    return undefined
  }
}
