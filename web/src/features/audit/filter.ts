import type { AuditFilter, pageLogs } from '@clouddisk/contract/audit'
import type { Input } from '@clouddisk/contract/route'
import { cleared, type PageNumber, readDay, readPageNumber, type Search } from '../../ui/list/address.ts'
import { daysAgo, timeRangeOf } from '../../ui/range-field.tsx'

/** What narrows the log, as the address keeps it. Pure. */

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

/** Shown at first: a look at all there ever was would seldom be meant. */
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
  const { start, end } = timeRangeOf({ from, to })
  return {
    ...(keyword && { keyword }),
    ...(start && { startTime: start }),
    ...(end && { endTime: end }),
    ...(action && { action }),
    ...(region && { region }),
    ...(device && { device: device as NonNullable<AuditFilter['device']> }),
    ...(result && { result: result as NonNullable<AuditFilter['result']> }),
  }
}

export const pageOf = (shown: ShownLogs): Input<typeof pageLogs> => ({
  ...filterOf(shown),
  pageNo: shown.page,
  pageSize: shown.pageSize,
})

/** Everything that narrows it, to be taken back or kept as a view. */
export const NARROWING = ['q', 'from', 'to', 'action', 'region', 'device', 'result'] as const

export const isNarrowed = (search: Search): boolean => NARROWING.some((key) => search[key] !== undefined)

export const CLEARED = cleared(NARROWING)

export const viewText = (search: Search): string =>
  new URLSearchParams(NARROWING.flatMap((key) => (search[key] ? [[key, search[key]]] : []))).toString()

export const viewSearch = (text: string): Search => {
  const given = new URLSearchParams(text)
  return Object.fromEntries(NARROWING.map((key) => [key, given.get(key) ?? undefined]))
}
