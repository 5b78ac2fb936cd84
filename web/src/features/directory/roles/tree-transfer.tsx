import { LIMITS } from '@clouddisk/contract/limits'
import { X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useListFocus } from '../../../lib/list-focus.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { DepartmentNode } from '../data.ts'
import { DepartmentTree } from '../departments/department-tree.tsx'
import { t } from './strings.ts'

export interface ChosenDepartment {
  readonly departmentId: string
  readonly departmentName: string
}

export interface TreeTransferProps {
  chosen: readonly ChosenDepartment[]
  onChange: (chosen: readonly ChosenDepartment[]) => void
}

/** Departments from the tree at the left into the list at the right (R52). */
export function TreeTransfer({ chosen, onChange }: TreeTransferProps): ReactElement {
  const [full, setFull] = useState(false)
  const box = useListFocus()
  const ids = new Set(chosen.map(({ departmentId }) => departmentId))
  const take = (departmentId: string) => {
    setFull(false)
    onChange(chosen.filter((one) => one.departmentId !== departmentId))
  }
  const toggle = ({ id, name }: DepartmentNode) => {
    if (ids.has(id)) return take(id)
    if (ids.size >= LIMITS.recipientsMax) return setFull(true)
    onChange([...chosen, { departmentId: id, departmentName: name }])
  }
  return (
    <div className="grid h-64 grid-cols-2 overflow-hidden rounded-l border border-line max-md:h-auto max-md:grid-cols-1">
      <DepartmentTree
        className="flex min-h-0 flex-col border-line p-2 max-md:max-h-64 max-md:border-b md:border-r"
        selected={undefined}
        onSelect={toggle}
        ticks={{ of: ({ id }) => ids.has(id), toggle }}
      />
      <div ref={box} className="flex min-h-0 flex-col bg-canvas">
        <p role="status" className="tabular shrink-0 px-3 pt-3 pb-1.5 text-caption text-mut">
          {full ? t('tooMany', { limit: LIMITS.recipientsMax }) : t('chosen', { count: chosen.length })}
        </p>
        {chosen.length === 0 ? (
          <p className="px-3 py-6 text-center text-secondary text-mut">{t('nothingChosen')}</p>
        ) : (
          <ul className="min-h-0 flex-1 overflow-y-auto px-1 pb-2">
            {chosen.map(({ departmentId, departmentName }) => (
              <li
                key={departmentId}
                className="flex h-9 items-center gap-2 rounded-m pr-1 pl-2 text-body hover:bg-hover"
              >
                <span className="min-w-0 flex-1 truncate" title={departmentName}>
                  {departmentName}
                </span>
                <IconButton
                  size="small"
                  icon={X}
                  label={t('takeOut', { name: departmentName })}
                  onClick={() => take(departmentId)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
