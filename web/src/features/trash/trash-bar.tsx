import { formatSize } from '@clouddisk/contract/format'
import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { trashActions } from './actions.ts'
import { t } from './strings.ts'
import { totalSize } from './trash.ts'
import type { Trash } from './use-trash.ts'

/** What is chosen, and the ways back and out. */
export function TrashBar({ trash }: { trash: Trash }): ReactElement {
  const { count, chosen, allChosen, selection, table, place } = trash
  const { restore, restoreTo, remove } = trashActions(allChosen, place)
  const clear = () => {
    selection.send({ type: 'clear' })
    table.current?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('selectionActions')}
      className="mx-6 flex h-11 shrink-0 items-center gap-0.5 rounded-l bg-accent-soft px-1.5 max-md:mx-0 max-md:rounded-none"
    >
      <IconButton size="small" icon={X} label={t('clearSelection')} keys="Esc" onClick={clear} />
      <p className="tabular mr-1 truncate pl-1.5 text-secondary">
        <span className="font-semibold">{t('selected', { count })}</span>
        {chosen.length === count && (
          <span className="text-mut max-sm:hidden"> · {formatSize(totalSize(chosen))}</span>
        )}
      </p>
      <span aria-hidden className="mx-1.5 h-5 w-px bg-line-2" />
      {[restore, restoreTo].map((action) => (
        <Button
          key={action.name}
          size="small"
          variant="bare"
          icon={action.icon}
          onClick={action.run}
          aria-label={action.label}
        >
          <span className="max-md:hidden">{action.label}</span>
        </Button>
      ))}
      <span className="flex-1" />
      {remove.visible && (
        <Button
          size="small"
          variant="bare"
          danger
          icon={remove.icon}
          onClick={remove.run}
          aria-label={remove.label}
        >
          <span className="max-md:hidden">{remove.label}</span>
        </Button>
      )}
    </div>
  )
}
