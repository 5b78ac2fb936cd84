import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { DepartmentPickerProps } from '../../../lib/directory.ts'
import { useFieldControl } from '../../../ui/field.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { type DepartmentNode, departmentQuery, NO_DEPARTMENT, plainNode } from '../data.ts'
import { t } from '../strings.ts'
import { DepartmentTree } from './department-tree.tsx'

interface DepartmentPathProps extends DepartmentPickerProps {
  /** Names from the top down, if known already. */
  path?: readonly string[] | undefined
}

/** A department, chosen from the tree of them. */
export function DepartmentPicker(props: DepartmentPathProps): ReactElement {
  const { value, onChange, none, path, onBlur, ref } = props
  const [open, setOpen] = useState(false)
  // A button cannot be required; the form shows a missing choice.
  const { 'aria-required': _required, ...control } = useFieldControl()
  const named = useQuery({
    ...departmentQuery(value),
    enabled: value !== NO_DEPARTMENT && value !== '' && !path,
  })
  const label =
    value === NO_DEPARTMENT
      ? none
      : value === ''
        ? undefined
        : (path ?? named.data?.departmentPath)?.join(' / ')
  const noneNode: readonly DepartmentNode[] = none ? [plainNode(NO_DEPARTMENT, none)] : []
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('chooseDepartment')}
      className="w-(--anchor-width) min-w-64"
      trigger={
        <button
          {...control}
          {...(ref ? { ref } : {})}
          type="button"
          // Its label says what it is; this is which one.
          aria-description={label}
          onBlur={onBlur}
          className={clsx(
            'flex h-9 w-full min-w-0 items-center gap-2.5 rounded-m border border-ctl bg-bg pr-2.5 pl-3 text-left text-body text-fg transition-colors dark:bg-field',
            'hover:bg-hover focus-visible:-outline-offset-1 aria-invalid:border-danger max-md:h-11',
          )}
        >
          <span className={clsx('min-w-0 flex-1 truncate', label === undefined && 'text-mut')}>
            {label ?? t('chooseDepartment')}
          </span>
          <ChevronDown size={16} className="text-mut" aria-hidden />
        </button>
      }
    >
      <DepartmentTree
        className="flex max-h-80 flex-col p-2"
        selected={value}
        before={noneNode}
        onSelect={(node) => {
          onChange(node.id)
          setOpen(false)
        }}
        empty={<p className="px-2 py-6 text-center text-secondary text-mut">{t('noDepartments')}</p>}
      />
    </Popover>
  )
}
