import type { ReactElement } from 'react'
import { KeywordField } from '../keyword-field.tsx'
import type { ListModel } from './use-list-page.ts'

interface ListKeywordProps {
  list: Pick<ListModel<never>, 'field' | 'focusTable'>
  label: string
  value: string
  narrow: (search: { q: string | undefined }) => void
  className?: string | undefined
}

/** The keyword that a list is narrowed by, which the address keeps as `q`. */
export const ListKeyword = ({ list, label, value, narrow, className }: ListKeywordProps): ReactElement => (
  <KeywordField
    ref={list.field}
    label={label}
    value={value}
    onSettled={(q) => narrow({ q })}
    onLeave={list.focusTable}
    className={className}
  />
)
