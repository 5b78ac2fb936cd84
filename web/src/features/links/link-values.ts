import {
  type createOrUpdateLink,
  LINK_CODE,
  LINK_REMARK_MAX,
  LINK_VISITS_MAX,
  type Link,
  type LinkPermission,
  type LinkValidity,
  type LinkVisitor,
} from '@clouddisk/contract/links'
import { lengthOf } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { ChosenRecipient } from '../../lib/people.ts'
import { formatDayInput, parseDay } from '../../ui/date-field.tsx'
import type { FormErrors } from '../../ui/use-form.ts'
import { t } from './strings.ts'

/** The settings of a link as the form has them, and as the call takes them. */

export interface LinkValues {
  readonly visitor: LinkVisitor
  readonly people: readonly ChosenRecipient[]
  readonly perms: readonly LinkPermission[]
  readonly validity: LinkValidity
  /** As it is typed; of `custom`. */
  readonly day: string
  readonly hasCode: boolean
  readonly code: string
  /** As it is typed; "" for no limit. */
  readonly maxVisits: string
  readonly watermark: boolean
  readonly remark: string
}

/** Random bytes map to characters evenly, since there are 32 of these. */
export function randomCode(): string {
  const { random, characters } = LINK_CODE
  const bytes = crypto.getRandomValues(new Uint8Array(random))
  return Array.from(bytes, (byte) => characters[byte % characters.length]).join('')
}

export const newValues = (): LinkValues => ({
  visitor: 'anyone',
  people: [],
  perms: ['view', 'download'],
  validity: '1month',
  day: '',
  hasCode: true,
  code: randomCode(),
  maxVisits: '',
  watermark: false,
  remark: '',
})

export const valuesOf = (link: Link): LinkValues => ({
  visitor: link.visitor,
  people: link.principals.map((one) => ({ ...one, path: [], role: '' })),
  perms: link.perms,
  validity: link.validity,
  day: link.validity === 'custom' && link.expireTime ? formatDayInput(new Date(link.expireTime)) : '',
  hasCode: link.code !== '',
  code: link.code || randomCode(),
  maxVisits: link.maxVisits === null ? '' : String(link.maxVisits),
  watermark: link.watermark,
  remark: link.remark,
})

const endOfDay = (day: Date): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59, 59, 999)

const SPANS: Partial<Record<LinkValidity, { readonly days?: number; readonly months?: number }>> = {
  '3days': { days: 3 },
  '1week': { days: 7 },
  '1month': { months: 1 },
  '3months': { months: 3 },
}

/** The end of its last day here, as the server counts it (C24); null for none, undefined for a day that is none to come. */
export function expiryOf(
  { validity, day }: Pick<LinkValues, 'validity' | 'day'>,
  now: Date,
): Date | null | undefined {
  if (validity === 'custom') {
    const last = parseDay(day)
    const end = last && endOfDay(last)
    return end && end > now ? end : undefined
  }
  const span = SPANS[validity]
  if (!span) return null
  const { days = 0, months = 0 } = span
  const to = new Date(now.getFullYear(), now.getMonth() + months, 1)
  const daysInMonth = new Date(to.getFullYear(), to.getMonth() + 1, 0).getDate()
  // A day that the month does not have is its last.
  return endOfDay(new Date(to.getFullYear(), to.getMonth(), Math.min(now.getDate(), daysInMonth) + days))
}

/** In the order in which the fields stand. */
export function errorsOf(values: LinkValues, before: Link | undefined): FormErrors<LinkValues> {
  const { min, max } = LINK_CODE
  const code = values.code.trim()
  const remark = lengthOf(values.remark.trim())
  // A day that is over may stay where nothing else about it changes.
  const keepsDay = before?.validity === 'custom' && values.day === valuesOf(before).day
  return {
    people: values.visitor === 'designated' && values.people.length === 0 ? t('peopleMissing') : undefined,
    day: !keepsDay && expiryOf(values, new Date()) === undefined ? t('badDay') : undefined,
    code:
      values.hasCode && !(code.length >= min && code.length <= max && /^[A-Za-z0-9]+$/.test(code))
        ? t('badCode', { min, max })
        : undefined,
    maxVisits: isVisits(values.maxVisits.trim())
      ? undefined
      : t('badVisits', { max: LINK_VISITS_MAX.toLocaleString('en-US') }),
    remark: remark > LINK_REMARK_MAX ? t('remarkLong', { max: LINK_REMARK_MAX, count: remark }) : undefined,
  }
}

const isVisits = (text: string): boolean =>
  text === '' || (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= LINK_VISITS_MAX)

/** Who may view only always sees marked pages. */
export const canChooseWatermark = (perms: readonly LinkPermission[]): boolean =>
  perms.includes('view') && perms.includes('download')

type LinkSettings = Omit<Input<typeof createOrUpdateLink>, 'instanceIds' | 'instanceId' | 'shareId'>

function settingsOf(values: LinkValues): LinkSettings {
  const { visitor, people, perms, validity, hasCode, code, maxVisits, watermark, remark } = values
  const end = validity === 'custom' ? expiryOf(values, new Date(0)) : undefined
  return {
    visitor,
    ...(visitor === 'designated' && { principalIds: people.map(({ principalId }) => principalId) }),
    perms: [...perms],
    validity,
    ...(end && { expireTime: end.toISOString() }),
    code: hasCode ? code.trim() : '',
    // 0 for no limit.
    maxVisits: Number(maxVisits),
    watermark: watermark && canChooseWatermark(perms),
    remark: remark.trim(),
  }
}

/** What the form changes in a link: all of a new one; a preset starts anew only where it is another or its time is over. */
export function changedSettings(values: LinkValues, before: Link | undefined): LinkSettings {
  const now = settingsOf(values)
  if (!before) return now
  const was = settingsOf(valuesOf(before))
  const renews = values.validity !== before.validity || values.day !== valuesOf(before).day
  const isOver = before.reason === 'time' && values.validity !== 'custom'
  const time = renews || isOver ? ['validity', 'expireTime'] : []
  const isChanged = ([name, value]: [string, unknown]) =>
    name === 'validity' || name === 'expireTime'
      ? time.includes(name)
      : JSON.stringify(value) !== JSON.stringify(was[name as keyof LinkSettings])
  return Object.fromEntries(Object.entries(now).filter(isChanged))
}
