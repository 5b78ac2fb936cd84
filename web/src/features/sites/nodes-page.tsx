import { type AdminNode, removeNode } from '@clouddisk/contract/admin-nodes'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { PlainCell, StateCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { LIVE_MS, nodesQuery } from './data.ts'
import { SitesListPage } from './list-page.tsx'
import { NodeDialog } from './node-dialog.tsx'
import { t } from './node-strings.ts'
import { removeEntry } from './remove-entry.ts'
import { t as words } from './strings.ts'

const idOf = (node: AdminNode) => node.nodeId
const nameOf = (node: AdminNode) => node.nodeName

/** The servers of the installation (R91). */
export function NodesPage({ change }: AdminPageProps): ReactElement {
  const query = useQuery({ ...nodesQuery, refetchInterval: LIVE_MS })
  const { shown, key, show, control } = useDialogState<{ node: AdminNode | undefined }>()
  const actions = useCallback(
    (node: AdminNode): readonly Action[] => [
      {
        name: 'node.edit',
        label: words('edit'),
        icon: Pencil,
        keys: 'Enter',
        run: () => show({ node }),
      },
      {
        name: 'node.remove',
        label: words('remove'),
        icon: Trash2,
        danger: true,
        run: () => void remove(node),
      },
    ],
    [show],
  )
  return (
    <SitesListPage
      title={t('title')}
      intro={t('intro')}
      newText={t('newNode')}
      query={query}
      idOf={idOf}
      nameOf={nameOf}
      columns={columns}
      phoneRow={phoneRow}
      actions={actions}
      edit={(node) => show({ node })}
      change={change}
      failedTitle={t('failed')}
      emptyTitle={t('empty')}
      emptyText={t('emptyText')}
    >
      {shown && <NodeDialog key={key} node={shown.node} {...control} />}
    </SitesListPage>
  )
}

const remove = ({ nodeId, nodeName: name }: AdminNode): Promise<void> =>
  removeEntry({
    title: t('removeTitle', { name }),
    text: t('removeText'),
    removed: t('removed', { name }),
    run: () => call(removeNode, { nodeId }),
  })

const TONES = { alive: 'ok', away: 'danger', new: 'muted' } as const
const State = ({ node }: { node: AdminNode }): ReactElement => (
  <StateCell tone={TONES[node.state]}>{t(node.state)}</StateCell>
)

const noteOf = ({ isThis, remarks }: AdminNode): string =>
  [isThis && t('thisOne'), remarks].filter(Boolean).join(' · ')

const columns: readonly ColumnDef<AdminNode>[] = [
  column('name', t('name'), { width: 'minmax(150px, 1fr)', fixed: true }, (node) => (
    <TwoLines name={node.nodeName} note={noteOf(node)} />
  )),
  column('state', t('state'), { width: '110px', from: 768 }, (node) => <State node={node} />),
  column('addresses', t('addresses'), { width: 'minmax(180px, 1.4fr)', from: 768 }, (node) => (
    <TwoLines name={node.businessAddress || words('none')} note={node.internalAddress} />
  )),
  column('cluster', t('cluster'), { width: 'minmax(110px, 0.8fr)', from: 1024 }, (node) => (
    <PlainCell>{node.clusterName ?? words('none')}</PlainCell>
  )),
  column('version', t('version'), { width: '90px', from: 1280 }, (node) => (
    <PlainCell>{node.version ?? words('none')}</PlainCell>
  )),
  // The row's actions cover the end of this column.
  column('seen', t('seen'), { width: '172px', from: 1280 }, (node) => <Time iso={node.seenTime} />),
]

const Time = ({ iso }: { iso: string | null }): ReactElement =>
  iso === null ? <PlainCell>{words('none')}</PlainCell> : <TimeCell iso={iso} className="tabular" />

const phoneRow = (node: AdminNode): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-2">
    <TwoLines className="flex-1" name={node.nodeName} note={node.clusterName ?? noteOf(node)} />
    <State node={node} />
  </span>
)
