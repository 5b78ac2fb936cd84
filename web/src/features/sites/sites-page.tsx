import { type AdminSite, removeSite } from '@clouddisk/contract/admin-sites'
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
import { sitesQuery } from './data.ts'
import { SitesListPage } from './list-page.tsx'
import { removeEntry } from './remove-entry.ts'
import { SiteDialog } from './site-dialog.tsx'
import { t } from './site-strings.ts'
import { t as words } from './strings.ts'

const NONE: readonly AdminSite[] = []
const idOf = (site: AdminSite) => site.siteId
const nameOf = (site: AdminSite) => site.siteName

/** Places with clusters, and where people sign in there (R93). */
export function SitesPage({ change }: AdminPageProps): ReactElement {
  const query = useQuery(sitesQuery)
  const { shown, key, show, control } = useDialogState<{ site: AdminSite | undefined }>()
  const actions = useCallback(
    (site: AdminSite) => [
      { name: 'site.edit', label: words('edit'), icon: Pencil, keys: 'Enter', run: () => show({ site }) },
      {
        name: 'site.remove',
        label: words('remove'),
        icon: Trash2,
        danger: true,
        run: () => void remove(site),
      },
    ],
    [show],
  )
  return (
    <SitesListPage
      title={t('title')}
      intro={t('intro')}
      newText={t('newSite')}
      query={query}
      idOf={idOf}
      nameOf={nameOf}
      columns={columns}
      phoneRow={phoneRow}
      actions={actions}
      edit={(site) => show({ site })}
      change={change}
      failedTitle={t('failed')}
      emptyTitle={t('empty')}
      emptyText={t('emptyText')}
    >
      {shown && <SiteDialog key={key} site={shown.site} sites={query.data?.list ?? NONE} {...control} />}
    </SitesListPage>
  )
}

const remove = ({ siteId, siteName: name }: AdminSite): Promise<void> =>
  removeEntry({
    title: t('removeTitle', { name }),
    text: t('removeText'),
    removed: t('removed', { name }),
    run: () => call(removeSite, { siteId }),
  })

const regionText = ({ region }: AdminSite): string => (region === null ? words('none') : t(region))
const clustersText = ({ clusters }: AdminSite): string =>
  clusters.map(({ clusterName }) => clusterName).join(words('comma')) || words('none')

const columns: readonly ColumnDef<AdminSite>[] = [
  column('name', t('name'), { width: 'minmax(160px, 1fr)', fixed: true }, (site) => (
    <TwoLines name={site.siteName} note={site.address ?? ''} />
  )),
  column('clusters', t('clusters'), { width: 'minmax(150px, 1.2fr)', from: 768 }, (site) => (
    <PlainCell>{clustersText(site)}</PlainCell>
  )),
  column('region', t('region'), { width: '150px', from: 768 }, (site) => (
    <PlainCell>{regionText(site)}</PlainCell>
  )),
  column('networks', t('networks'), { width: 'minmax(140px, 1.2fr)', from: 1024 }, (site) => (
    <PlainCell>{site.networks.join(', ') || words('none')}</PlainCell>
  )),
  // The row's actions cover the end of this column.
  column('changed', words('changed'), { width: '172px', from: 1280 }, (site) => (
    <TimeCell iso={site.updateTime} className="tabular" />
  )),
]

const phoneRow = (site: AdminSite): ReactElement => (
  <TwoLines
    className="flex-1"
    name={site.siteName}
    note={[site.region && regionText(site), ...site.clusters.map(({ clusterName }) => clusterName)]
      .filter(Boolean)
      .join(' · ')}
  />
)
