import { type AdminCluster, removeCluster } from '@clouddisk/contract/admin-clusters'
import { useQuery } from '@tanstack/react-query'
import { Info, Pencil, Stethoscope, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { PlainCell, StateCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { ClusterCheckDialog } from './cluster-check.tsx'
import { ClusterDetails } from './cluster-details.tsx'
import { ClusterDialog } from './cluster-dialog.tsx'
import { backlogText, freeText, modeText } from './cluster-labels.ts'
import { t } from './cluster-strings.ts'
import { clustersQuery, LIVE_MS } from './data.ts'
import { SitesListPage } from './list-page.tsx'
import { removeEntry } from './remove-entry.ts'
import { t as words } from './strings.ts'

const idOf = (cluster: AdminCluster) => cluster.clusterId
const nameOf = (cluster: AdminCluster) => cluster.clusterName

/** Nodes together with the buckets near them (R92). */
export function ClustersPage({ change }: AdminPageProps): ReactElement {
  const query = useQuery({ ...clustersQuery, refetchInterval: LIVE_MS })
  const form = useDialogState<{ cluster: AdminCluster | undefined }>()
  const details = useDialogState<AdminCluster>()
  const check = useDialogState<AdminCluster>()
  const [edit, showDetails, showCheck] = [form.show, details.show, check.show]
  const actions = useCallback(
    (cluster: AdminCluster) => [
      {
        name: 'cluster.edit',
        label: words('edit'),
        icon: Pencil,
        keys: 'Enter',
        run: () => edit({ cluster }),
      },
      {
        name: 'cluster.details',
        label: t('details'),
        icon: Info,
        reads: true,
        run: () => showDetails(cluster),
      },
      {
        name: 'cluster.check',
        label: t('check'),
        icon: Stethoscope,
        reads: true,
        run: () => showCheck(cluster),
      },
      {
        name: 'cluster.remove',
        label: words('remove'),
        icon: Trash2,
        danger: true,
        run: () => void remove(cluster),
      },
    ],
    [edit, showDetails, showCheck],
  )
  return (
    <SitesListPage
      title={t('title')}
      intro={t('intro')}
      newText={t('newCluster')}
      query={query}
      idOf={idOf}
      nameOf={nameOf}
      columns={columns}
      phoneRow={phoneRow}
      actions={actions}
      edit={(cluster) => edit({ cluster })}
      change={change}
      failedTitle={t('failed')}
      emptyTitle={t('empty')}
      emptyText={t('emptyText')}
    >
      {form.shown && (
        <ClusterDialog
          key={form.key}
          cluster={form.shown.cluster}
          clusters={query.data?.list ?? []}
          {...form.control}
        />
      )}
      {details.shown && <ClusterDetails key={details.key} cluster={details.shown} {...details.control} />}
      {check.shown && <ClusterCheckDialog key={check.key} cluster={check.shown} {...check.control} />}
    </SitesListPage>
  )
}

const remove = ({ clusterId, clusterName: name }: AdminCluster): Promise<void> =>
  removeEntry({
    title: t('removeTitle', { name }),
    text: t('removeText'),
    removed: t('removed', { name }),
    run: () => call(removeCluster, { clusterId }),
  })

const ofAll = (alive: number, count: number) => t('aliveOf', { alive, count })

const toneOf = (alive: number, count: number) => (count === 0 ? 'muted' : alive === count ? 'ok' : 'danger')

/** A dot where all of something works, or not. */
const Working = ({ alive, count }: { alive: number; count: number }): ReactElement => (
  <StateCell tone={toneOf(alive, count)}>{ofAll(alive, count)}</StateCell>
)

const Nodes = ({ nodes, health }: AdminCluster): ReactElement => (
  <Working alive={health.nodesAlive} count={nodes.length} />
)

/** Where no head of the column says what is counted. */
const nodesText = ({ nodes, health }: AdminCluster): string =>
  nodes.length === 0 ? t('noNodes') : t('nodesOf', { alive: health.nodesAlive, count: nodes.length })

const columns: readonly ColumnDef<AdminCluster>[] = [
  column('name', t('name'), { width: 'minmax(150px, 1fr)', fixed: true }, (cluster) => (
    <TwoLines name={cluster.clusterName} note={cluster.siteName ?? cluster.address} />
  )),
  column('nodes', t('nodes'), { width: '110px', from: 768 }, (cluster) => <Nodes {...cluster} />),
  column('buckets', t('buckets'), { width: '110px', from: 768 }, ({ buckets, health }) => (
    <Working alive={health.bucketsAnswering} count={buckets.length} />
  )),
  column('free', t('free'), { width: '110px', from: 1024 }, (cluster) => (
    <PlainCell>{freeText(cluster)}</PlainCell>
  )),
  column('sync', t('sync'), { width: 'minmax(150px, 1fr)', from: 1024 }, (cluster) => (
    <TwoLines
      className="pr-3"
      nameClass="text-secondary text-fg-2"
      name={t(cluster.syncDirection)}
      note={modeText(cluster)}
    />
  )),
  column('backlog', t('backlog'), { width: 'minmax(110px, 1fr)', from: 1280 }, (cluster) => (
    <PlainCell>{backlogText(cluster)}</PlainCell>
  )),
  // The row's actions cover the end of this column.
  column('changed', words('changed'), { width: '172px', from: 1280 }, (cluster) => (
    <TimeCell iso={cluster.updateTime} className="tabular" />
  )),
]

const phoneRow = (cluster: AdminCluster): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-2">
    <TwoLines className="flex-1" name={cluster.clusterName} note={cluster.siteName ?? cluster.address} />
    <StateCell tone={toneOf(cluster.health.nodesAlive, cluster.nodes.length)}>{nodesText(cluster)}</StateCell>
  </span>
)
