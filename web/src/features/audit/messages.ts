import type { AuditEntry } from '@clouddisk/contract/audit'
import { formatSize } from '@clouddisk/contract/format'
import { GROUP_ROLE_NAMES } from '@clouddisk/contract/role-names'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { t } from './strings.ts'

/** Texts of log entries. */

const pad = (n: number): string => String(n).padStart(2, '0')

/** To the second: 11-20 16:48:12, 20 Nov 16:48:12; with its year where it is not this one, and in full. */
export function entryTime(iso: string, full = false, now = new Date()): string {
  const date = new Date(iso)
  const year = date.getFullYear()
  const whole = `${formatFullDateTime(iso)}:${pad(date.getSeconds())}`
  if (full || year !== now.getFullYear()) return whole
  return language === 'zh-CN' ? whole.slice(`${year}-`.length) : whole.replace(` ${year}`, '')
}

/** The person's name; otherwise the server or an unknown actor. */
export const actorName = ({ userRealName, device }: AuditEntry): string =>
  userRealName ?? t(device === 'system' ? 'systemActor' : 'unknownActor')

const REASONS: Record<string, () => string> = {
  wrong_credentials: () => t('reasonCredentials'),
  too_many_tries: () => t('reasonTries'),
  account_frozen: () => t('reasonFrozen'),
  account_expired: () => t('reasonExpired'),
}

const ROLES: Record<string, () => string> = {
  owner: () => t('roleOwner'),
  manager: () => t('roleManager'),
  editor: () => t('roleEditor'),
  downloader: () => t('roleDownloader'),
  viewer: () => t('roleViewer'),
  inherit: () => t('roleInherit'),
}

/** The name of a role: that of group members in a group, otherwise that of shares. */
function roleOf(role: string, ofGroup: boolean): string {
  const inGroup = GROUP_ROLE_NAMES[role as keyof typeof GROUP_ROLE_NAMES]?.[language === 'zh-CN' ? 0 : 1]
  const shared = ROLES[role]?.()
  return (ofGroup ? (inGroup ?? shared) : (shared ?? inGroup)) ?? role
}

interface GrantedPrincipal {
  readonly name: string | null
  readonly role?: string
}

/** More would not fit into a row. */
const NAMES_SHOWN = 2

/** Whose access was granted or revoked, with their present roles. */
function grantText({ principals, principalCount, role, group }: Record<string, unknown>): string {
  if (!Array.isArray(principals) || principals.length === 0) return ''
  const named = principals as readonly GrantedPrincipal[]
  const names = named
    .slice(0, NAMES_SHOWN)
    .map((one) => {
      const name = one.name ?? t('gone')
      const has = one.role ?? role
      return typeof has === 'string' ? t('as', { name, role: roleOf(has, typeof group === 'string') }) : name
    })
    .join(t('between'))
  const all = typeof principalCount === 'number' ? principalCount : named.length
  return all > NAMES_SHOWN ? t('andMore', { names, more: all - NAMES_SHOWN }) : names
}

/** The most important detail, in a few words. */
export function entrySummary({ detail }: AuditEntry): string {
  if (!detail) return ''
  const { reason, from, to, size, count, group, rows } = detail
  if (typeof reason === 'string') return REASONS[reason]?.() ?? reason
  if (typeof from === 'string' && typeof to === 'string') return t('renamed', { from, to })
  if ('value' in detail && 'was' in detail)
    return t('renamed', { from: String(detail.was), to: String(detail.value) })
  if (typeof size === 'number') return formatSize(size)
  const number = typeof count === 'number' ? count : rows
  if (typeof number === 'number') return t('count', { count: number })
  return grantText(detail) || (typeof group === 'string' ? group : '')
}
