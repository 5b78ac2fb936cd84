import { ApiError } from '@clouddisk/client/http/errors'
import { reasonText } from '@clouddisk/contract/field-reasons'
import { ipRangeFault, splitRanges } from '@clouddisk/contract/ip-ranges'
import { queryIpRules } from '@clouddisk/contract/ip-rules'
import type { Reply } from '@clouddisk/contract/route'
import type { UseQueryResult } from '@tanstack/react-query'
import { callQuery } from '../../lib/call-query.ts'
import { language } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from './strings.ts'

/** Query and form checks of the IP white list. */

export const ipRulesQuery = callQuery(['ip-rules'], queryIpRules, {})
/** Of the lists of rules and of regions. */
export interface IpListProps {
  query: UseQueryResult<Reply<typeof queryIpRules>>
  change: boolean
}

export const refreshIpRules = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ipRulesQuery.queryKey })

/** What is wrong with typed addresses: the first of them that is none. */
export function rangesError(text: string, max: number): string | undefined {
  const ranges = splitRanges(text)
  if (ranges.length > max) return t('tooMany', { max })
  for (const range of ranges) {
    const fault = ipRangeFault(range)
    if (fault) return t('addressWrong', { text: range, reason: reasonText(fault, language) })
  }
  return undefined
}

/** The field that the server refuses. */
export function refusedField(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.name === 'would_lock_out') return 'ranges'
  return error.name === 'bad_field' ? String(error.details.field) : undefined
}
