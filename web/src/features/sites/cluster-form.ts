import {
  type AdminCluster,
  CLUSTER_NAME_MAX,
  STORAGE_CYCLE_MAX,
  type SyncDirection,
  type SyncMode,
  type saveCluster,
} from '@clouddisk/contract/admin-clusters'
import { reasonText } from '@clouddisk/contract/field-reasons'
import type { Input } from '@clouddisk/contract/route'
import { hostAndPort } from '@clouddisk/contract/server-addresses'
import { language } from '../../lib/i18n.ts'
import type { FormErrors } from '../../ui/use-form.ts'
import { t } from './cluster-strings.ts'
import { nameError, webAddressError } from './form-fields.tsx'

/** Values of a cluster's form. */

const MB = 1024 * 1024

export interface ClusterValues {
  clusterName: string
  address: string
  siteId: string
  nodeIds: readonly string[]
  antivirusAddress: string
  previewAddress: string
  coeditingAddress: string
  syncDirection: SyncDirection
  syncMode: SyncMode
  /** MB/s; empty: without a limit. */
  speed: string
  remoteReads: boolean
  buckets: readonly string[]
  /** Days by bucket; empty: as usual. */
  cycles: Readonly<Record<string, string>>
}

export const valuesOf = (cluster: AdminCluster | undefined): ClusterValues => ({
  clusterName: cluster?.clusterName ?? '',
  address: cluster?.address ?? '',
  siteId: cluster?.siteId ?? '',
  nodeIds: cluster?.nodes.map(({ nodeId }) => nodeId) ?? [],
  antivirusAddress: cluster?.antivirusAddress ?? '',
  previewAddress: cluster?.previewAddress ?? '',
  coeditingAddress: cluster?.coeditingAddress ?? '',
  syncDirection: cluster?.syncDirection ?? 'oneWay',
  syncMode: cluster?.syncMode ?? 'syncAndSave',
  speed: cluster?.bytesPerSecond ? String(Math.max(1, Math.round(cluster.bytesPerSecond / MB))) : '',
  remoteReads: cluster?.remoteReads ?? true,
  buckets: cluster?.buckets.map(({ bucketName }) => bucketName) ?? [],
  cycles: Object.fromEntries(
    cluster?.buckets.map(({ bucketName, storageCycle }) => [
      bucketName,
      storageCycle ? String(storageCycle) : '',
    ]) ?? [],
  ),
})

export const errorsOf = (values: ClusterValues): FormErrors<ClusterValues> => ({
  clusterName: nameError(values.clusterName, CLUSTER_NAME_MAX),
  address: webAddressError(values.address),
  antivirusAddress: antivirusError(values.antivirusAddress),
  previewAddress: webAddressError(values.previewAddress),
  coeditingAddress: webAddressError(values.coeditingAddress),
  speed: isWhole(values.speed, 1_000_000) ? undefined : t('speedWrong'),
  cycles: values.buckets.some((bucket) => !isWhole(values.cycles[bucket] ?? '', STORAGE_CYCLE_MAX))
    ? t('cycleWrong', { max: STORAGE_CYCLE_MAX })
    : undefined,
})

const antivirusError = (text: string): string | undefined =>
  text.trim() === '' || hostAndPort(text)?.port !== undefined
    ? undefined
    : reasonText('host_and_port', language)

/** Empty, or a whole number from 1 on. */
export const isWhole = (text: string, max: number): boolean =>
  text.trim() === '' || (/^[1-9]\d{0,9}$/.test(text.trim()) && Number(text) <= max)

export const inputOf = (values: ClusterValues): Omit<Input<typeof saveCluster>, 'clusterId'> => ({
  clusterName: values.clusterName.trim(),
  address: values.address.trim(),
  ...(values.siteId !== '' && { siteId: values.siteId }),
  nodeIds: [...values.nodeIds],
  antivirusAddress: values.antivirusAddress.trim(),
  previewAddress: values.previewAddress.trim(),
  coeditingAddress: values.coeditingAddress.trim(),
  syncDirection: values.syncDirection,
  syncMode: values.syncMode,
  ...(values.speed.trim() !== '' && { bytesPerSecond: Number(values.speed) * MB }),
  remoteReads: values.remoteReads,
  buckets: values.buckets.map((bucketName) => {
    const days = values.cycles[bucketName]?.trim() ?? ''
    return { bucketName, ...(days !== '' && { storageCycle: Number(days) }) }
  }),
})
