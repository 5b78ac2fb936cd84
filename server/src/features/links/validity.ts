import type { LinkValidity } from '@clouddisk/contract/links'
import { TZDate } from '@date-fns/tz'
import { endOfDay } from '../../config/zone.ts'
import type { Context } from '../../context.ts'
import { refuseField } from '../../errors/refusal.ts'
import { readInstant } from '../../http/instant.ts'

type Span = { readonly days: number } | { readonly months: number }

const SPANS: Partial<Record<LinkValidity, Span>> = {
  '3days': { days: 3 },
  '1week': { days: 7 },
  '1month': { months: 1 },
  '3months': { months: 3 },
}

/**
 * Until when a link opens (C24): months are calendar months, presets end at the end of the day; null for no end. `employed` has
 * none of its own, since no link outlives its owner's account.
 */
export function expiryOf(
  ctx: Context,
  validity: LinkValidity,
  expireTime: string | null | undefined,
): Date | null {
  if (validity === 'custom') {
    if (!expireTime) refuseField('expireTime', 'missing')
    const end = readInstant('expireTime', expireTime)
    if (end <= ctx.now()) refuseField('expireTime', 'range')
    return end
  }
  const span = SPANS[validity]
  return span ? endOfSpan(ctx.now(), span, ctx.config.timeZone) : null
}

/** The end of a day, so many days on. */
export const endOfDays = (ctx: Context, days: number): Date =>
  endOfSpan(ctx.now(), { days }, ctx.config.timeZone)

/** A day that the month does not have is its last. */
function endOfSpan(now: Date, span: Span, zone: string): Date {
  const today = new TZDate(now, zone)
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const to =
    'days' in span
      ? new TZDate(year, month, day + span.days, zone)
      : new TZDate(year, month + span.months, Math.min(day, daysIn(year, month + span.months)), zone)
  return endOfDay(zone, to.getFullYear(), to.getMonth() + 1, to.getDate()) ?? to
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
