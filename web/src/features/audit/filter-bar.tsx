import { AUDIT_ACTIONS, AUDIT_DEVICES, AUDIT_RESULTS, auditActionText } from '@clouddisk/contract/audit'
import type { ReactElement, RefObject } from 'react'
import type { AdminAddress } from '../../lib/admin.ts'
import { language } from '../../lib/i18n.ts'
import { Filters } from '../../ui/filters.tsx'
import { KeywordField } from '../../ui/keyword-field.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { daysAgo, RangeField } from '../../ui/range-field.tsx'
import { ANY, CLEARED, DAYS_AT_FIRST, isNarrowed, type ShownLogs } from './filter.ts'
import { t } from './strings.ts'

interface FilterBarProps {
  shown: ShownLogs
  search: AdminAddress['search']
  narrow: AdminAddress['narrow']
  regions: ReadonlyMap<string, string>
  field: RefObject<HTMLInputElement | null>
}

/** Words, time, action, region, device and result that the log is narrowed by. */
export function FilterBar({ shown, search, narrow, regions, field }: FilterBarProps): ReactElement {
  const choice = (name: 'action' | 'region' | 'device' | 'result', options: readonly [string, string][]) => (
    <FilterSelect
      label={t(name)}
      value={shown[name]}
      onChange={(next) => narrow({ [name]: next })}
      options={options}
    />
  )
  return (
    <Filters
      field={
        <KeywordField
          ref={field}
          label={t('search')}
          value={shown.keyword}
          onSettled={(q) => narrow({ q })}
        />
      }
      onReset={isNarrowed(search) ? () => narrow(CLEARED) : undefined}
    >
      <RangeField
        value={shown}
        onChange={({ from, to }) => {
          // What is shown at first stands in no address.
          const first = from === daysAgo(DAYS_AT_FIRST - 1) && to === ''
          narrow({ from: first ? undefined : from || ANY, to: to || undefined })
        }}
      />
      {choice(
        'action',
        AUDIT_ACTIONS.map((action) => [action, auditActionText(action, language)]),
      )}
      {choice('region', [...regions])}
      {choice(
        'device',
        AUDIT_DEVICES.map((device) => [device, t(device)]),
      )}
      {choice(
        'result',
        AUDIT_RESULTS.map((result) => [result, t(result)]),
      )}
    </Filters>
  )
}
