import { callerName } from '../../lib/api.ts'
import type { Recipient } from '../../lib/people.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** Whom a person chose lately, kept in this browser for that person alone, latest first. */

const KEPT = 20
const key = () => `clouddisk.people.recent.${callerName() ?? ''}`

const isRecipient = (value: unknown): value is Recipient => {
  const one = value as Partial<Recipient> | null
  return (
    typeof one === 'object' &&
    one !== null &&
    typeof one.principalId === 'string' &&
    typeof one.principalType === 'string' &&
    typeof one.name === 'string' &&
    typeof one.detail === 'string' &&
    typeof one.count === 'number' &&
    Array.isArray(one.path)
  )
}

export function recentRecipients(): readonly Recipient[] {
  try {
    const stored: unknown = JSON.parse(readStored(key()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecipient) : []
  } catch {
    return []
  }
}

export function rememberRecipients(chosen: readonly Recipient[]): void {
  if (chosen.length === 0) return
  const latest = chosen.map(({ principalType, principalId, name, detail, count, path }) => ({
    principalType,
    principalId,
    name,
    detail,
    count,
    path,
  }))
  const ids = new Set(latest.map(({ principalId }) => principalId))
  const before = recentRecipients().filter(({ principalId }) => !ids.has(principalId))
  writeStored(key(), JSON.stringify([...latest, ...before].slice(0, KEPT)))
}
