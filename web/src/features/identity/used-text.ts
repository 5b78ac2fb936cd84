import { formatDateTime } from '../../lib/format-date-time.ts'
import { t } from './strings.ts'

/** When somebody signed in through a provider last. */
export const usedText = (time: string | null): string =>
  time ? t('lastUsed', { when: formatDateTime(time) }) : t('neverUsed')
