import type { ConfigValue } from '@clouddisk/contract/business-config'
import type { BadFieldReason } from '@clouddisk/contract/field-reasons'

interface Rule {
  /** Each of these may be no more than the last. */
  readonly codes: readonly string[]
  readonly reason: BadFieldReason
}

const RULES: readonly Rule[] = [
  { codes: ['renameMax', 'folderMax', 'nameMax'], reason: 'name_limits' },
  { codes: ['sessionIdleMs', 'sessionMaxMs'], reason: 'session_limits' },
]

/** The first rule between values that a change of `changed` breaks. */
export function brokenRule(
  values: ReadonlyMap<string, ConfigValue>,
  changed: ReadonlySet<string>,
): { readonly code: string; readonly reason: BadFieldReason } | undefined {
  for (const { codes, reason } of RULES) {
    const highest = Number(values.get(codes.at(-1) ?? ''))
    const isBroken = codes.some((code) => Number(values.get(code)) > highest)
    const code = codes.find((one) => changed.has(one))
    if (isBroken && code !== undefined) return { code, reason }
  }
  return undefined
}
