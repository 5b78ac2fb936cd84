import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { Select } from '../select.tsx'
import { t } from './strings.ts'

/** The select's value for all, since it cannot show an empty value. */
const ALL = 'all'

export interface FilterSelectProps {
  label: string
  /** Empty for all. */
  value: string
  onChange: (value: string | undefined) => void
  options: readonly (readonly [value: string, label: string])[]
  className?: string | undefined
}

/** Filters a list by one of several values. */
export function FilterSelect(props: FilterSelectProps): ReactElement {
  const { label, value, onChange, options, className = 'max-w-52' } = props
  return (
    <Select
      prefix={t('is', { label })}
      ariaLabel={label}
      className={clsx('w-auto! text-secondary!', className)}
      value={value || ALL}
      onChange={(next) => onChange(next === ALL ? undefined : next)}
      options={[[ALL, t('all')] as const, ...options].map(([one, text]) => ({ value: one, label: text }))}
    />
  )
}
