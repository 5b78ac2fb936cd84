import type { ReactElement } from 'react'
import { useExtension } from '../../../lib/extension-points.ts'
import { Filters } from '../../../ui/filters.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { isNarrowed, WIDE } from './filter.ts'
import { t } from './strings.ts'
import type { AllGroups } from './use-all-groups.ts'

/** The picker's word for no department. */
const NONE = '0'

/** Words, department, whose space and state that the list is narrowed by. */
export function FilterBar({ groups }: { groups: AllGroups }): ReactElement {
  const { shown, narrow } = groups
  const directory = useExtension('directory')
  return (
    <Filters
      field={
        <KeywordField
          ref={groups.list.field}
          label={t('search')}
          value={shown.keyword}
          onSettled={(q) => narrow({ q })}
          onLeave={groups.list.focusTable}
        />
      }
      onReset={isNarrowed(shown) ? () => narrow(WIDE) : undefined}
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
