import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { t } from './page-strings.ts'
import { shareActions } from './share-actions.ts'
import type { Shares } from './use-shares.ts'

/** What is chosen and what to do with it. */
export function SharesBar({ shares }: { shares: Shares }): ReactElement {
  const { type, count, selected, selection, list, table } = shares
  const { openLocation, download, manage, end } = shareActions(type, selected, list.loaded)
  const clear = () => {
    selection.send({ type: 'clear' })
    table.current?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('selectionActions')}
      className="mx-6 my-1 flex h-11 shrink-0 items-center gap-0.5 rounded-l bg-accent-soft px-1.5 max-md:mx-0 max-md:my-1.5 max-md:rounded-none"
    >
      <IconButton size="small" icon={X} label={t('clearSelection')} keys="Esc" onClick={clear} />
      <p className="tabular mr-1 truncate pl-1.5 text-secondary font-semibold">{t('selected', { count })}</p>
      <span aria-hidden className="mx-1.5 h-5 w-px bg-line-2" />
      {[openLocation, download, manage].map(
        (action) =>
          action.visible && (
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
          ),
      )}
      <span className="flex-1" />
      <Button size="small" variant="bare" danger icon={end.icon} onClick={end.run} aria-label={end.label}>
        <span className="max-md:hidden">{end.label}</span>
      </Button>
    </div>
  )
}
