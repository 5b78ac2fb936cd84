import type { OutboundDuration, OutboundRequest, OutboundState } from '@clouddisk/contract/outbound'
import type { RequestRow } from './store.ts'

/** Requests as callers see them. */

/** Null: without an end. */
export const DAYS: Readonly<Record<OutboundDuration, number | null>> = {
  '7days': 7,
  '30days': 30,
  '90days': 90,
  permanent: null,
}

const durationOf = (days: number | null): OutboundDuration =>
  (Object.keys(DAYS) as OutboundDuration[]).find((one) => DAYS[one] === days) ?? 'permanent'

/** An approved request whose time is over has ended, even before the job says so. */
export const stateOf = ({ state, until }: Pick<RequestRow, 'state' | 'until'>, asOf: Date): OutboundState =>
  state === 'approved' && until !== null && until <= asOf ? 'expired' : state

export const presentRequest = (row: RequestRow, asOf: Date): OutboundRequest => ({
  requestId: row.id,
  reason: row.reason,
  duration: durationOf(row.days),
  state: stateOf(row, asOf),
  fileNames: row.fileNames,
  createTime: row.createdAt.toISOString(),
  stateTime: row.stateAt.toISOString(),
  expireTime: row.until?.toISOString() ?? null,
  reviewer: row.reviewer,
  note: row.note,
})
