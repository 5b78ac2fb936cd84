import { POLICY_NAMES } from '@clouddisk/contract/policies'
import type { PolicyRow } from './store.ts'

/** The versions in force among rows that begin with the latest: of notices one that is neither withdrawn nor over. */
export function versionsInForce<T extends Pick<PolicyRow, 'kind' | 'withdrawnAt' | 'endsAt'>>(
  rows: readonly T[],
  now: Date,
): ReadonlySet<T> {
  const first = new Map<string, T>()
  for (const row of rows) {
    const isOver = row.withdrawnAt !== null || (row.endsAt !== null && row.endsAt <= now)
    if (!isOver && !first.has(row.kind)) first.set(row.kind, row)
  }
  return new Set(first.values())
}

/** A version in the audit log: by its title, or the name of its kind in both languages. */
export const auditObject = ({
  id,
  kind,
  version,
  titleZh,
  titleEn,
}: Pick<PolicyRow, 'id' | 'kind' | 'version' | 'titleZh' | 'titleEn'>) => ({
  object: { type: 'policy' as const, id, name: titleZh ?? titleEn ?? POLICY_NAMES[kind].join(' / ') },
  detail: { kind, version },
})
