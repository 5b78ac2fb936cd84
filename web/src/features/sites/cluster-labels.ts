import type { AdminCluster } from '@clouddisk/contract/admin-clusters'
import { formatSize } from '@clouddisk/contract/format'
import { t } from './cluster-strings.ts'
import { t as words } from './strings.ts'

/** A cluster's health and sync, in a line each. */

export const modeText = ({ syncMode }: AdminCluster): string =>
  t(syncMode === 'sync' ? 'sync_' : 'syncAndSave')

export const syncText = (cluster: AdminCluster): string =>
  [t(cluster.syncDirection), modeText(cluster)].join(' · ')

export const backlogText = ({ health }: AdminCluster): string =>
  health.syncWaiting + health.syncFailed === 0
    ? words('none')
    : t('backlogText', { waiting: health.syncWaiting, failed: health.syncFailed })

export function freeText({ health, buckets }: AdminCluster): string {
  if (buckets.length === 0) return words('none')
  return health.freeBytes === null ? t('unlimited') : formatSize(health.freeBytes)
}
