import type { Link, LinkPermission, LinkReason, LinkStatus } from '@clouddisk/contract/links'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { t } from './strings.ts'

/** What is said of a link in the dialog and in the list. */

export const PERMISSION_PRESETS = [
  ['viewOnly', ['view']],
  ['viewAndDownload', ['view', 'download']],
  ['viewAndSave', ['view', 'download', 'save']],
  ['uploadAndEdit', ['view', 'download', 'modify']],
  ['uploadOnly', ['upload']],
] as const satisfies readonly (readonly [string, readonly LinkPermission[]])[]
export type PermissionPreset = (typeof PERMISSION_PRESETS)[number][0]

/** Visitors add files to folders. */
export const FOR_FOLDERS: ReadonlySet<PermissionPreset> = new Set(['uploadAndEdit', 'uploadOnly'])

/** Undefined for permissions that no preset has; other programs can give them. */
export const presetOf = (perms: readonly LinkPermission[]): PermissionPreset | undefined =>
  PERMISSION_PRESETS.find(
    ([, of]) => of.length === perms.length && of.every((one) => (perms as readonly string[]).includes(one)),
  )?.[0]

export function permissionsText(perms: readonly LinkPermission[]): string {
  const preset = presetOf(perms)
  return preset ? t(preset) : perms.map((one) => t(one)).join(t('between'))
}

/** `媒体资料包.zip`, or the first of several and how many. */
export function nameOf({ targets }: Pick<Link, 'targets'>): string {
  const [first] = targets
  if (!first) return t('gone')
  return targets.length > 1
    ? t('subjectMany', { name: first.instanceName, count: targets.length })
    : first.instanceName
}

export const visitorText = ({ visitor, principals }: Pick<Link, 'visitor' | 'principals'>): string =>
  visitor === 'designated' ? principals.map(({ name }) => name).join(t('between')) : t(visitor)

export const visitsText = ({ viewCount, maxVisits }: Pick<Link, 'viewCount' | 'maxVisits'>): string =>
  maxVisits === null
    ? t('visitsCount', { count: viewCount, visits: figure(viewCount) })
    : t('visitsOf', { visits: figure(viewCount), max: figure(maxVisits) })

const figure = (count: number): string => count.toLocaleString(language)

export const takenText = ({ downloadCount, saveCount }: Pick<Link, 'downloadCount' | 'saveCount'>): string =>
  t('taken', { downloads: figure(downloadCount), saves: figure(saveCount) })

/** `共 2 项` before what else is said of the files; of a single one, that alone. */
export const withCount = ({ targets }: Pick<Link, 'targets'>, about: string): string =>
  [targets.length > 1 && t('inAll', { count: targets.length }), about].filter(Boolean).join(' · ')

export const expiryText = ({ validity, expireTime }: Pick<Link, 'validity' | 'expireTime'>): string =>
  expireTime ? formatFullDateTime(expireTime) : t(validity)

export const TONES = {
  valid: 'ok',
  verifying: 'info',
  expired: 'neutral',
  failed: 'danger',
} as const satisfies Record<LinkStatus, string>

const REASONS = {
  stopped: 'whyStopped',
  time: 'whyTime',
  visits: 'whyVisits',
  owner: 'whyOwner',
  outbound: 'whyOutbound',
  target: 'whyTarget',
  blocked: 'whyBlocked',
  refused: 'whyRefused',
  reviewTimeout: 'whyReviewTimeout',
} as const satisfies Record<LinkReason, string>

/** Why it does not open; "" where it does. */
export function reasonText({ reason, stopReason }: Pick<Link, 'reason' | 'stopReason'>): string {
  if (stopReason !== undefined) return t('whyAdministrator', { reason: stopReason })
  return reason ? t(REASONS[reason]) : ''
}

const REMEDIES = {
  time: 'remedyTime',
  visits: 'remedyVisits',
  outbound: 'remedyOutbound',
  target: 'remedyTarget',
} as const

/** What makes it open again; "" where nothing does. */
export const remedyText = ({ reason }: Pick<Link, 'reason'>): string =>
  reason && reason in REMEDIES ? t(REMEDIES[reason as keyof typeof REMEDIES]) : ''

/** It opens, or will after the review. */
export const isUsable = ({ status }: Pick<Link, 'status'>): boolean =>
  status === 'valid' || status === 'verifying'

/** Other settings make it open again. */
export const isReparable = ({ reason }: Pick<Link, 'reason'>): boolean =>
  reason === 'time' || reason === 'visits'

/** One that was stopped stays so. */
export const isStopped = ({ reason }: Pick<Link, 'reason'>): boolean => reason === 'stopped'
