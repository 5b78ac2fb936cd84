import type { ReactElement } from 'react'
import { CheckboxMark } from '../ui/checkbox.tsx'
import { t } from '../ui/strings.ts'

export interface SelectBoxProps {
  name: string
  selected: boolean
  className?: string
}

/** The box of a row or tile, which its list listens to (use-list-input.ts). */
export const SelectBox = ({ name, selected, className = '' }: SelectBoxProps): ReactElement => (
  // biome-ignore lint/a11y/useSemanticElements: a native box toggles before Shift can make it a range
  <button
    type="button"
    role="checkbox"
    data-select
    aria-checked={selected}
    aria-label={t('selectRow', { name })}
    className={`finger z-[1] -m-2 rounded-m p-2 ${className}`}
  >
    <CheckboxMark checked={selected} />
  </button>
)
