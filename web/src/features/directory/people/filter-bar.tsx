import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Columns3, X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ActionGroup } from '../../../lib/action.ts'
import { Filters } from '../../../ui/filters.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { NO_DEPARTMENT, rolesQuery } from '../data.ts'
import { roleName } from '../role-labels.ts'
import { t } from '../strings.ts'
import { CLEARED, isNarrowed } from './filter.ts'
import type { People } from './use-people.ts'

interface FilterBarProps {
  people: People
  /** Chooses what the list shows of each. */
  columns: readonly ActionGroup[]
}

/** Filters of the list: keyword, status, role and validity. */
export function FilterBar({ people, columns }: FilterBarProps): ReactElement {
  const { shown, narrow } = people
  const roles = useQuery(rolesQuery)
  const inBranch = shown.department !== undefined && shown.department !== NO_DEPARTMENT
  const choice = (name: string, label: string, value: string, options: readonly [string, string][]) => (
    <FilterSelect
      label={label}
      value={value}
      onChange={(next) => narrow({ [name]: next })}
      options={options}
      className="max-w-48"
    />
  )
  return (
    <Filters
      field={<ListKeyword list={people.list} label={t('search')} value={shown.keyword} narrow={narrow} />}
      end={
        <Menu
          label={t('columns')}
          groups={columns}
          trigger={<IconButton icon={Columns3} label={t('columns')} className="max-lg:hidden" />}
        />
      }
      onReset={isNarrowed(shown) ? () => narrow(CLEARED) : undefined}
    >
      {choice('status', t('status'), shown.status, [
        ['active', t('active')],
        ['frozen', t('frozen')],
        ['expired', t('expired')],
        ['removed', t('removed')],
      ])}
      {choice(
        'role',
        t('role'),
        shown.role,
        (roles.data ?? []).map((role) => [role.roleId, roleName(role)]),
      )}
      {choice('validity', t('validity'), shown.validity, [
        ['forever', t('validForever')],
        ['limited', t('validLimited')],
        ['soon', t('validSoon')],
        ['expired', t('validExpired')],
      ])}
      {inBranch && (
        <button
          type="button"
          aria-pressed={shown.includeSub}
          onClick={() => narrow({ sub: shown.includeSub ? '0' : undefined })}
          className={clsx(
            'finger flex h-7 items-center gap-1 rounded-s px-2 text-caption max-md:h-11 max-md:rounded-m max-md:px-3 max-md:text-secondary',
            shown.includeSub
              ? 'bg-accent-soft text-accent-text'
              : 'border border-line-2 text-fg-2 hover:bg-hover',
          )}
        >
          {t('includeSub')}
          {shown.includeSub && <X size={13} aria-hidden />}
        </button>
      )}
    </Filters>
  )
}
