import type { AuditFilter, pageLogs } from '@clouddisk/contract/audit'
import type { Input } from '@clouddisk/contract/route'
import { nonEmpty } from '../../lib/call-query.ts'
import {
  cleared,
  type PageNumber,
  pageInput,
  readDay,
  readPageNumber,
  type Search,
} from '../../ui/list/address.ts'
import { daysAgo, timeRangeOf } from '../../ui/range-field.tsx'

/** The filters of the log, as the address keeps them. Pure. */

export interface ShownLogs extends PageNumber {
  readonly keyword: string
  /** Local days, inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
  readonly action: string
  readonly region: string
  readonly device: string
  readonly result: string
}

/** Days shown by default, since the whole log is rarely what one looks for. */
export const DAYS_AT_FIRST = 7
/** In the address: no bound. */
export const ANY = 'any'

export function readSearch(search: Search, now = new Date()): ShownLogs {
  const from = search.from ?? daysAgo(DAYS_AT_FIRST - 1, now)
  return {
    keyword: search.q ?? '',
    from: from === ANY ? '' : readDay(from),
    to: readDay(search.to),
    action: search.action ?? '',
    region: search.region ?? '',
    device: search.device ?? '',
    result: search.result ?? '',
    ...readPageNumber(search),
  }
}

/** The filter alone, as pages and exports take it. */
export function filterOf({ keyword, from, to, action, region, device, result }: ShownLogs): AuditFilter {
  const { start: startTime, end: endTime } = timeRangeOf({ from, to })
  return nonEmpty({ keyword, startTime, endTime, action, region, device, result }) as AuditFilter
}

export const pageOf = (shown: ShownLogs): Input<typeof pageLogs> => ({
  ...filterOf(shown),
  ...pageInput(shown),
})

/** The address keys of the filters. */
export const NARROWING = ['q', 'from', 'to', 'action', 'region', 'device', 'result'] as const

export const isNarrowed = (search: Search): boolean => NARROWING.some((key) => search[key] !== undefined)

export const CLEARED = cleared(NARROWING)

export const viewText = (search: Search): string =>
  new URLSearchParams(NARROWING.flatMap((key) => (search[key] ? [[key, search[key]]] : []))).toString()

export const viewSearch = (text: string): Search => {
  const params = new URLSearchParams(text)
  return Object.fromEntries(NARROWING.map((key) => [key, params.get(key) ?? undefined]))
}
