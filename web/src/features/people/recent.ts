import { PRINCIPAL_TYPES, type Principal } from '@clouddisk/contract/people'
import { callerName } from '../../lib/api.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** Ids of recently chosen recipients, latest first, stored in this browser per person. */

const KEPT = 20
const key = () => `clouddisk.people.recent.${callerName() ?? ''}`

const isPrincipal = (value: unknown): value is Principal => {
  const one = value as Partial<Principal> | null
  return (
    typeof one === 'object' &&
    one !== null &&
    typeof one.principalId === 'string' &&
    PRINCIPAL_TYPES.some((type) => type === one.principalType)
  )
}

export function recentRecipients(): readonly Principal[] {
  try {
    const stored: unknown = JSON.parse(readStored(key()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPrincipal) : []
  } catch {
    return []
  }
}

export function storeRecipients(latest: readonly Principal[]): void {
  const kept = latest.slice(0, KEPT).map(({ principalType, principalId }) => ({ principalType, principalId }))
  writeStored(key(), JSON.stringify(kept))
}

export function rememberRecipients(chosen: readonly Principal[]): void {
  if (chosen.length === 0) return
  const ids = new Set(chosen.map(({ principalId }) => principalId))
  storeRecipients([...chosen, ...recentRecipients().filter(({ principalId }) => !ids.has(principalId))])
}
