import type { ReactElement } from 'react'
import { useExtension } from '../../../lib/extension-points.ts'
import { Filters } from '../../../ui/filters.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { isNarrowed, WIDE } from './filter.ts'
import { t } from './strings.ts'
import type { AllGroups } from './use-all-groups.ts'

/** The select's word for everything: an empty value is none that it could show. */
const ALL = 'all'
/** The picker's word for no department. */
const NONE = '0'

/** Words, department, whose space and state that the list is narrowed by. */
export function FilterBar({ groups }: { groups: AllGroups }): ReactElement {
  const { shown, narrow } = groups
  const directory = useExtension('directory')
  const choice = (name: 'kind' | 'state', value: string, options: readonly (readonly [string, string])[]) => (
    <Select
      prefix={t('is', { label: t(name) })}
      ariaLabel={t(name)}
      className="w-auto! max-w-56 text-secondary!"
      value={value || ALL}
      onChange={(next) => narrow({ [name]: next === ALL ? undefined : next })}
      options={[[ALL, t('all')] as const, ...options].map(([one, words]) => ({ value: one, label: words }))}
    />
  )
  return (
    <Filters
      field={
        <KeywordField
          ref={groups.field}
          label={t('search')}
          value={shown.keyword}
          onSettled={(q) => narrow({ q })}
          onLeave={() => groups.table.current?.focus()}
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
      {choice('kind', shown.kind, [
        ['department', t('kindDepartment')],
        ['person', t('kindPerson')],
      ])}
      {choice('state', shown.state, [
        ['living', t('living')],
        ['dissolving', t('dissolvingState')],
      ])}
    </Filters>
  )
}
