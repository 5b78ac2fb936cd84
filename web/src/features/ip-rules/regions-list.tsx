import type { IpRegion } from '@clouddisk/contract/ip-rules'
import { Plus } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import { Button } from '../../ui/button.tsx'
import { PlainCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ShortTable } from '../../ui/list/short-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { regionActions } from './actions.ts'
import type { IpListProps } from './data.ts'
import { RegionDialog } from './region-dialog.tsx'
import { t } from './strings.ts'

const NONE: readonly IpRegion[] = []
const idOf = (region: IpRegion) => region.regionId
const nameOf = (region: IpRegion) => region.regionName

/** Networks under names, by name. */
export function RegionsList({ query, change }: IpListProps): ReactElement {
  const list = useListPage(queryRows(query, query.data?.regions ?? NONE), { idOf })
  const { shown, key, show, control } = useDialogState<{ region: IpRegion | undefined }>()
  const actions = useCallback((region: IpRegion) => regionActions(region, () => show({ region })), [show])
  return (
    <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-3 py-2">
        <p className="min-w-0 flex-1 basis-60 text-secondary text-mut">{t('regionsText')}</p>
        {change && (
          <Button variant="primary" icon={Plus} onClick={() => show({ region: undefined })}>
            {t('newRegion')}
          </Button>
        )}
      </div>
      <ShortTable
        list={list}
        label={t('regionsList')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={(region) => change && show({ region })}
        {...(change && { menu: (region: IpRegion) => [actions(region)], operations: actions })}
        phoneRow={phoneRow}
        failedTitle={t('failed')}
        emptyTitle={t('noRegions')}
        emptyText={t('noRegionsText')}
      />
      {shown && query.data && (
        <RegionDialog key={key} region={shown.region} address={query.data.address} {...control} />
      )}
    </div>
  )
}

const columns: readonly ColumnDef<IpRegion>[] = [
  column('name', t('regionName'), { width: 'minmax(160px, 1fr)', fixed: true }, (region) => (
    <TwoLines name={region.regionName} note={region.remark} />
  )),
  column('ranges', t('ranges'), { width: 'minmax(200px, 2fr)', from: 768 }, (region) => (
    <PlainCell>{region.ranges.join(', ')}</PlainCell>
  )),
  column('rules', t('usedBy'), { width: '110px', from: 768 }, (region) => String(region.rules)),
  // The row's actions cover the end of this column.
  column('changed', t('changed'), { width: '172px', from: 1024 }, (region) => (
    <TimeCell iso={region.updateTime} className="tabular" />
  )),
]

const phoneRow = (region: IpRegion): ReactElement => (
  <TwoLines className="flex-1" name={region.regionName} note={region.ranges.join(', ')} />
)
