import { LINK_STATUSES } from '@clouddisk/contract/links'
import type { ReactElement } from 'react'
import { useExtension } from '../../../lib/extension-points.ts'
import { Filters } from '../../../ui/filters.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { OwnerFilter } from '../../../ui/list/owner-filter.tsx'
import { t as shared } from '../../../ui/list/strings.ts'
import { RangeField } from '../../../ui/range-field.tsx'
import { t as words } from '../strings.ts'
import { CLEARED, isNarrowed } from './filter.ts'
import { t } from './strings.ts'
import type { AdminLinks } from './use-admin-links.ts'

const STATUSES = LINK_STATUSES.map((status) => [status, words(status)] as const)
/** The picker's value for no department. */
const NONE = '0'

/** Filters of the list: keyword, state, department, owner and time. */
export function FilterBar({ links }: { links: AdminLinks }): ReactElement {
  const { list, shown, narrow, finds } = links
  const directory = useExtension('directory')
  return (
    <Filters
      field={<ListKeyword list={list} label={t('search')} value={shown.keyword} narrow={narrow} />}
      onReset={isNarrowed(shown) ? () => narrow(CLEARED) : undefined}
    >
      <FilterSelect
        label={t('status')}
        value={shown.status}
        onChange={(status) => narrow({ status })}
        options={STATUSES}
      />
      {directory && finds && (
        <div className="w-44">
          <directory.DepartmentPicker
            value={shown.department || NONE}
            none={t('anyDepartment')}
            onChange={(next) => narrow({ department: next === NONE ? undefined : next })}
          />
        </div>
      )}
      {finds && (
        <OwnerFilter
          owner={shown.owner}
          name={list.loaded.find(({ ownerId }) => ownerId === shown.owner)?.ownerName}
          people={{ label: t('owner'), search: t('ownerSearch') }}
          onChange={(owner) => narrow({ owner })}
        />
      )}
      <RangeField
        prefix={shared('is', { label: t('created') })}
        value={shown}
        onChange={({ from, to }) => narrow({ from: from || undefined, to: to || undefined })}
      />
    </Filters>
  )
}
