import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../lib/api.ts'
import { useDebounced } from '../lib/debounce.ts'
import { texts } from '../lib/i18n.ts'
import { labelsQuery } from '../lib/labels.ts'
import { LabelDot } from './label-chips.tsx'
import { SearchSelect } from './search-select.tsx'

const t = texts('ui-label-filter', {
  prefix: ['标签：', 'Label: '],
  label: ['标签', 'Label'],
  any: ['全部', 'Any'],
  search: ['搜索标签', 'Search labels'],
  noLabels: ['还没有标签', 'No labels yet'],
})

export interface LabelFilterProps {
  /** Empty for all. */
  value: string
  onChange: (label: string) => void
  /** A folder, for the labels of its space; absent: of everywhere. */
  folderId?: string | undefined
  /** Opens its list at once. */
  defaultOpen?: boolean | undefined
  className?: string | undefined
}

/** Narrows a list to what has a label. */
export function LabelFilter({
  value,
  onChange,
  folderId,
  defaultOpen,
  className,
}: LabelFilterProps): ReactElement {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const query = useQuery({
    ...labelsQuery(folderId, keyword),
    placeholderData: (previous) => previous,
  })
  return (
    <SearchSelect
      options={(query.data ?? []).map(({ name, color }) => ({
        value: name,
        label: name,
        icon: <LabelDot color={color} size={9} />,
      }))}
      onTyped={setTyped}
      busy={query.isFetching}
      failed={query.error ? errorMessage(query.error) : undefined}
      defaultOpen={defaultOpen}
      prefix={t('prefix')}
      ariaLabel={t('label')}
      search={t('search')}
      nothing={keyword === '' ? t('noLabels') : undefined}
      placeholder={t('any')}
      none={t('any')}
      className={clsx('w-auto! max-w-52 text-secondary!', className)}
      value={value === '' ? null : { value, label: value }}
      onChange={(next) => onChange(next?.value ?? '')}
    />
  )
}
