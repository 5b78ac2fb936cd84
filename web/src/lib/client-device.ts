import type { Device } from '@clouddisk/contract/devices'
import { formatDateTime } from './format-date-time.ts'
import { plural, texts } from './i18n.ts'

/** What lists of sessions and tokens say of a computer with the desktop client. */

const t = texts('client-device', {
  client: ['桌面客户端 {{version}} · {{system}}', 'Desktop client {{version}} · {{system}}'],
  lastSync: [
    '本地同步：最近上传于 {{time}}，已上传 {{count}} 个文件',
    plural(
      'Local sync: last upload {{time}}, {{count}} file uploaded',
      'Local sync: last upload {{time}}, {{count}} files uploaded',
    ),
  ],
  failed: ['，{{count}} 个失败', ', {{count}} failed'],
})

export const clientText = ({ version, system }: Device): string => t('client', { version, system })

/** Undefined where nothing has been uploaded by local sync from there. */
export function localSyncText({ localSync }: Device): string | undefined {
  if (!localSync) return undefined
  const { time, uploaded, failed } = localSync
  const words = t('lastSync', { time: formatDateTime(time), count: uploaded })
  return failed > 0 ? words + t('failed', { count: failed }) : words
}
