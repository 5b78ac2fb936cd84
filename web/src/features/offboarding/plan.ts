import type { Belongings, beginLeave } from '@clouddisk/contract/admin-offboarding'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import type { Input } from '@clouddisk/contract/route'
import { limits } from '../../lib/limits.ts'
import type { FormErrors } from '../../ui/use-form.ts'
import { t } from './strings.ts'

/** The plan for what an offboarded person has: its values, errors and input. Pure. */

export interface Plan {
  readonly way: 'hand' | 'keep' | 'purge'
  readonly to: AdminPerson | undefined
  /** Makes room at the receiver’s where it lacks some. */
  readonly enlarge: boolean
  readonly days: string
}

const DAYS_MAX = 3650
const DAY_MS = 24 * 3600_000

export const hasNothing = (has: Belongings): boolean =>
  [has.fileCount, has.folderCount, has.groupsOwned.length, has.sharesGiven, has.recycleCount].every(
    (count) => count === 0,
  )

/** Bytes of the groups that its own allowance gives: what their next owner’s is charged. */
const groupBytes = (has: Belongings): number =>
  has.groupsOwned.reduce((sum, group) => sum + (group.ofDepartment ? 0 : group.totalCapacity), 0)

const shortfall = (used: number, more: number, total: number | null): number =>
  total === null || more === 0 ? 0 : Math.max(0, used + more - total)

/** Describes the space that a receiver lacks; undefined if none. */
export function missingSpaceText(has: Belongings, to: AdminPerson): string | undefined {
  const space = shortfall(to.usedCapacity, has.chargedSize, to.totalCapacity)
  const groups = shortfall(to.groupAllotted, groupBytes(has), to.groupCapacity)
  const lacks = [
    space > 0 && t('shortSpace', { size: formatSize(space) }),
    groups > 0 && t('shortGroups', { size: formatSize(groups) }),
  ].filter((one) => one !== false)
  return lacks.length === 0 ? undefined : t('shortOf', { name: to.userRealName, what: lacks.join(t('and')) })
}

const ofTotal = (used: number, total: number | null): string =>
  total === null
    ? t('ofUnlimited', { used: formatSize(used) })
    : t('ofTotal', { used: formatSize(used), total: formatSize(total) })

/** What a receiver has then. */
export function spaceAfterText(has: Belongings, to: AdminPerson): string {
  const groups = groupBytes(has)
  return [
    t('receiverHas', { space: ofTotal(to.usedCapacity + has.chargedSize, to.totalCapacity) }),
    groups > 0 && t('receiverHasGroups', { space: ofTotal(to.groupAllotted + groups, to.groupCapacity) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** In the order in which the fields stand. */
export function planErrors({ way, to, enlarge, days }: Plan, has: Belongings | undefined): FormErrors<Plan> {
  return {
    to:
      way !== 'hand'
        ? undefined
        : to
          ? (!enlarge && has && missingSpaceText(has, to)) || undefined
          : t('receiverMissing'),
    days: way === 'purge' || parseDays(days) !== undefined ? undefined : t('daysRule'),
  }
}

/** Undefined where it is no number of days. */
export function parseDays(text: string): number | undefined {
  const days = Number(text.trim())
  return /^\d{1,4}$/.test(text.trim()) && days <= DAYS_MAX ? days : undefined
}

/** Calendar days from now till then; 0 is today. */
export function daysUntil(iso: string, now = new Date()): number {
  const midnight = (day: Date) => Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())
  return Math.round((midnight(new Date(iso)) - midnight(now)) / DAY_MS)
}

/** When an account is purged that is kept so long from now on. */
export const purgeDay = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

/** Whether anything was chosen or written that closing would lose. */
export const isPlanStarted = ({ to, enlarge, days }: Plan): boolean =>
  to !== undefined || enlarge || days !== String(limits().leaverDays)

/** Who is to be purged at once is kept till then like others: what purges it is the call for that, and nothing else. */
export const leaveInput = (userId: string, { way, to, enlarge, days }: Plan): Input<typeof beginLeave> => ({
  userId,
  ...(way === 'hand' && to && { toUserId: to.userId, enlarge }),
  keepDays: way === 'purge' ? limits().leaverDays : (parseDays(days) ?? 0),
})
