import type { AdminCluster, ClusterBucket } from '@clouddisk/contract/admin-clusters'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { backlogText, freeText, syncText } from './cluster-labels.ts'
import { t } from './cluster-strings.ts'
import { t as words } from './strings.ts'

interface ClusterDetailsProps extends DialogControl {
  cluster: AdminCluster
}

/** All that is known of a cluster, with its buckets (R92). */
export function ClusterDetails({ cluster, ...dialog }: ClusterDetailsProps): ReactElement {
  return (
    <Dialog
      {...dialog}
      width={640}
      title={t('detailsTitle', { name: cluster.clusterName })}
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      <div data-autofocus tabIndex={-1} className="flex flex-col gap-6 outline-none">
        <DetailList
          none={words('none')}
          lines={[
            [t('address'), cluster.address],
            [t('site'), cluster.siteName],
            [t('nodes'), cluster.nodes.map(({ nodeName }) => nodeName).join(words('comma'))],
            [t('alive'), t('aliveOf', { alive: cluster.health.nodesAlive, count: cluster.nodes.length })],
            [t('antivirus'), cluster.antivirusAddress],
            [t('preview'), cluster.previewAddress],
            [t('coediting'), cluster.coeditingAddress],
            [t('sync'), syncText(cluster)],
            [t('backlog'), backlogText(cluster)],
            [t('free'), freeText(cluster)],
          ]}
        />
        <section>
          <h3 className="mb-3 text-section font-semibold">{t('buckets')}</h3>
          {cluster.buckets.length === 0 && <p className="text-secondary text-mut">{t('noBuckets')}</p>}
          <ul className="flex flex-col gap-3">
            {cluster.buckets.map((bucket) => (
              <li key={bucket.bucketName} className="rounded-m border border-line p-4">
                <h4 className="mb-2 text-body font-medium break-words">{bucket.bucketName}</h4>
                <BucketLines bucket={bucket} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

const BucketLines = ({ bucket }: { bucket: ClusterBucket }): ReactElement => (
  <DetailList
    className="grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5"
    valueClass="tabular text-secondary break-words"
    none={words('none')}
    lines={[
      [t('answers'), bucket.answers === null ? '' : t(bucket.answers ? 'answersYes' : 'answersNo')],
      [t('location'), bucket.location],
      [
        t('used'),
        `${formatSize(bucket.used)} / ${bucket.total === null ? t('unlimited') : formatSize(bucket.total)}`,
      ],
      [t('cycle'), bucket.storageCycle === null ? '' : t('cycleDays', { count: bucket.storageCycle })],
      [t('cloudUser'), bucket.cloudUser],
      [words('changed'), bucket.updateTime && formatDateTime(bucket.updateTime)],
    ]}
  />
)
