import type { Envelope } from '@clouddisk/contract/envelope'
import { isRecord } from './errors.ts'

/** What the server answered, where it is that; whatever stands between may answer in words of its own. */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && typeof value.errcode === 'number' ? (value as unknown as Envelope) : undefined
  } catch {
    return undefined
  }
}
