import type { TokenScope } from '@clouddisk/contract/token-scopes'
import type { AccessToken } from '@clouddisk/contract/tokens'
import { formatDate } from '../../lib/format-date.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import type { Tone } from '../chip.tsx'
import { t } from './strings.ts'

/** What lists say of a token. */

const SCOPE_TONES: Record<TokenScope, Tone> = { read: 'neutral', write: 'info', admin: 'warn' }
export const scopeTone = (scope: TokenScope): Tone => SCOPE_TONES[scope]
export const scopeLabel = (scope: TokenScope): string => t(scope)

export const validityText = ({ expired, expireTime }: AccessToken): string =>
  t(expired ? 'expiredOn' : 'validUntil', { day: formatDate(expireTime) })

export const lastUseText = ({ lastUsed, lastAddress, client }: AccessToken): string =>
  lastUsed
    ? t('lastUsed', {
        time: formatDateTime(lastUsed),
        address: [client?.name, lastAddress].filter(Boolean).join(' · '),
      })
    : t('neverUsed')
