import type { Device } from '@clouddisk/contract/devices'
import { formatDateTime } from './format-date-time.ts'
import { plural, texts } from './i18n.ts'

/** What lists of sessions and tokens say of a computer with the desktop client. */

const t = texts('client-device', {
  client: ['桌面客户端 {{version}} · {{system}}', 'Desktop client {{version}} · {{system}}'],
  lastSync: ['最近本地同步：{{time}}', 'Last local sync: {{time}}'],
  uploaded: ['已上传 {{count}} 个文件', plural('{{count}} file uploaded', '{{count}} files uploaded')],
  failed: ['{{count}} 个失败', '{{count}} failed'],
})

export const clientText = ({ version, system }: Device): string => t('client', { version, system })

/** Undefined where nothing has been uploaded by local sync from there. */
export const lastSyncText = ({ localSync }: Device): string | undefined =>
  localSync ? t('lastSync', { time: formatDateTime(localSync.time) }) : undefined

/** As `lastSyncText`, with how many files were uploaded. */
export function localSyncText(device: Device): string | undefined {
  const { localSync } = device
  if (!localSync) return undefined
  const { uploaded, failed } = localSync
  const facts = [lastSyncText(device), t('uploaded', { count: uploaded })]
  return (failed > 0 ? [...facts, t('failed', { count: failed })] : facts).join(' · ')
}
