import type { ReactElement } from 'react'
import { useExtension } from '../../../lib/extension-points.ts'
import { Filters } from '../../../ui/filters.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { t } from './strings.ts'
import type { AllGroups } from './use-all-groups.ts'

/** The picker's value for no department. */
const NONE = '0'

/** Filters of the list: keyword, department, kind of space and state. */
export function FilterBar({ groups }: { groups: AllGroups }): ReactElement {
  const { shown, narrow } = groups
  const directory = useExtension('directory')
  return (
    <Filters
      field={<ListKeyword list={groups.list} label={t('search')} value={shown.keyword} narrow={narrow} />}
      onReset={isNarrowed(shown) ? () => narrow(CLEARED) : undefined}
    >
      {directory && (
        <div className="w-44">
          <directory.DepartmentPicker
            value={shown.department || NONE}
            none={t('anyDepartment')}
            onChange={(next) => narrow({ department: next === NONE ? undefined : next })}
          />
        </div>
      )}
      <FilterSelect
        label={t('kind')}
        value={shown.kind}
        onChange={(kind) => narrow({ kind })}
        options={[
          ['department', t('kindDepartment')],
          ['person', t('kindPerson')],
        ]}
        className="max-w-56"
      />
      <FilterSelect
        label={t('state')}
        value={shown.state}
        onChange={(state) => narrow({ state })}
        options={[
          ['living', t('living')],
          ['dissolving', t('dissolvingState')],
        ]}
        className="max-w-56"
      />
    </Filters>
  )
}
