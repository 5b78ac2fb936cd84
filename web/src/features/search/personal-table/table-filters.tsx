import { TABLE_COLUMNS } from '@clouddisk/contract/personal-table'
import { SEARCH_KINDS } from '@clouddisk/contract/search'
import { Columns3 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ActionGroup } from '../../../lib/action.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { Filters } from '../../../ui/filters.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type Search, sortText } from '../../../ui/list/address.ts'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { FileFilters } from '../file-filters.tsx'
import { t as found } from '../strings.ts'
import { t } from './strings.ts'
import { columnLabel } from './table-columns.tsx'
import { isFiltered, NO_FILTERS, type TableView } from './table-view.ts'

const FILE_KINDS = SEARCH_KINDS.filter((kind) => kind !== 'folder')

export interface TableFiltersProps {
  view: TableView
  narrow: (change: Search) => void
  list: Parameters<typeof ListKeyword>[0]['list']
  /** Shows and hides columns. */
  columns: readonly ActionGroup[]
}

/** What the table is narrowed by; the address keeps it. */
export function TableFilters({ view, narrow, list, columns }: TableFiltersProps): ReactElement {
  const phone = usePhone()
  return (
    <Filters
      field={
        <ListKeyword
          list={list}
          label={t('keyword')}
          value={view.keyword}
          narrow={narrow}
          className="md:w-auto! md:max-w-[260px] md:flex-1 md:basis-[180px]"
        />
      }
      onReset={isFiltered(view) ? () => narrow(NO_FILTERS) : undefined}
      end={
        <Menu
          label={t('columns')}
          groups={columns}
          trigger={<IconButton icon={Columns3} label={t('columns')} className="max-md:hidden" />}
        />
      }
    >
      <FileFilters view={view} narrow={narrow} kinds={FILE_KINDS} folderId="0" />
      <div className="flex h-9 items-center gap-4">
        <Switch
          label={t('createdByMe')}
          checked={view.createdByMe}
          onChange={(mine) => narrow({ mine: mine ? '1' : undefined })}
          className="gap-2!"
        />
        <Switch
          label={t('withFolders')}
          checked={view.withFolders}
          onChange={(folders) => narrow({ folders: folders ? '1' : undefined })}
          className="gap-2!"
        />
      </div>
      {phone && <Order view={view} narrow={narrow} />}
    </Filters>
  )
}

/** A phone has no heads of columns to sort by. */
const Order = ({ view, narrow }: Pick<TableFiltersProps, 'view' | 'narrow'>): ReactElement => (
  <Select
    ariaLabel={t('sort')}
    prefix={found('is', { label: t('sort') })}
    className="w-auto! text-secondary!"
    value={sortText(view.sort)}
    onChange={(sort) => narrow({ sort })}
    options={TABLE_COLUMNS.flatMap((column) =>
      (['asc', 'desc'] as const).map((direction) => ({
        value: sortText({ column, direction }),
        label: t(direction === 'asc' ? 'ascending' : 'descending', { column: columnLabel(column) }),
      })),
    )}
  />
)
