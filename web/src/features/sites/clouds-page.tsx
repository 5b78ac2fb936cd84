import { type AdminCloud, removeCloud } from '@clouddisk/contract/admin-clouds'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { PlainCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { CloudDialog } from './cloud-dialog.tsx'
import { t } from './cloud-strings.ts'
import { cloudsQuery } from './data.ts'
import { SitesListPage } from './list-page.tsx'
import { removeEntry } from './remove-entry.ts'
import { t as words } from './strings.ts'

const idOf = (cloud: AdminCloud) => cloud.cloudId
const nameOf = (cloud: AdminCloud) => cloud.cloudName

/** Accounts, networks and distribution that buckets have in common (R93). */
export function CloudsPage({ change }: AdminPageProps): ReactElement {
  const query = useQuery(cloudsQuery)
  const { shown, key, show, control } = useDialogState<{ cloud: AdminCloud | undefined }>()
  const actions = useCallback(
    (cloud: AdminCloud) => [
      { name: 'cloud.edit', label: words('edit'), icon: Pencil, keys: 'Enter', run: () => show({ cloud }) },
      {
        name: 'cloud.remove',
        label: words('remove'),
        icon: Trash2,
        danger: true,
        run: () => void remove(cloud),
      },
    ],
    [show],
  )
  return (
    <SitesListPage
      title={t('title')}
      intro={t('intro')}
      newText={t('newCloud')}
      query={query}
      idOf={idOf}
      nameOf={nameOf}
      columns={columns}
      phoneRow={phoneRow}
      actions={actions}
      edit={(cloud) => show({ cloud })}
      change={change}
      failedTitle={t('failed')}
      emptyTitle={t('empty')}
      emptyText={t('emptyText')}
    >
      {shown && <CloudDialog key={key} cloud={shown.cloud} {...control} />}
    </SitesListPage>
  )
}

const remove = ({ cloudId, cloudName: name }: AdminCloud): Promise<void> =>
  removeEntry({
    title: t('removeTitle', { name }),
    text: t('removeText'),
    removed: t('removed', { name }),
    run: () => call(removeCloud, { cloudId }),
  })

const accountText = ({ provider, cloudUser }: AdminCloud): string =>
  [provider && t(provider), cloudUser].filter(Boolean).join(' · ')
const networkText = ({ addresses, port }: AdminCloud): string =>
  [addresses.join(', '), port && String(port)].filter(Boolean).join(' · ') || words('none')

const columns: readonly ColumnDef<AdminCloud>[] = [
  column('name', t('name'), { width: 'minmax(160px, 1fr)', fixed: true }, (cloud) => (
    <TwoLines name={cloud.cloudName} note={accountText(cloud)} />
  )),
  column('buckets', t('buckets'), { width: 'minmax(140px, 1fr)', from: 768 }, (cloud) => (
    <PlainCell>{cloud.buckets.join(', ') || words('none')}</PlainCell>
  )),
  column('domain', t('domain'), { width: 'minmax(150px, 1fr)', from: 768 }, (cloud) => (
    <PlainCell>{cloud.distributionDomain || words('none')}</PlainCell>
  )),
  column('network', t('network'), { width: 'minmax(140px, 1fr)', from: 1024 }, (cloud) => (
    <PlainCell>{networkText(cloud)}</PlainCell>
  )),
  // The row's actions cover the end of this column.
  column('changed', words('changed'), { width: '172px', from: 1280 }, (cloud) => (
    <TimeCell iso={cloud.updateTime} className="tabular" />
  )),
]

const phoneRow = (cloud: AdminCloud): ReactElement => (
  <TwoLines className="flex-1" name={cloud.cloudName} note={accountText(cloud) || cloud.buckets.join(', ')} />
)
