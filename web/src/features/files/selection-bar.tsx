import { formatSize } from '@clouddisk/contract/format'
import { Ellipsis, X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Action } from '../../lib/action.ts'
import { texts } from '../../lib/i18n.ts'
import { usePhone } from '../../lib/media-query.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { barActions } from './actions.ts'
import { t } from './strings.ts'
import type { FolderArea } from './use-folder-area.ts'

const own = texts('files-selection-bar', {
  selectionActions: ['对所选项目的操作', 'Actions on the selection'],
})

/** The selection bar: beside the filter, on phones in its place; 44 px. */
export function SelectionBar({ area }: { area: FolderArea }): ReactElement {
  const { count, chosen, selection, targets, actionsOn } = area
  const phone = usePhone()
  const { labelled, icons, more } = barActions(actionsOn(targets), phone)
  const size = chosen.reduce((sum, item) => sum + item.fileSize, 0)
  const clear = () => {
    selection.send({ type: 'clear' })
    area.focusList()
  }
  return (
    <div
      role="toolbar"
      aria-label={own('selectionActions')}
      className="@container flex h-11 shrink-0 items-center gap-0.5 bg-accent-soft pr-2 pl-1.5 md:min-w-0 md:flex-1 md:shrink md:rounded-l"
    >
      <IconButton
        size="small"
        icon={X}
        label={t('clearSelection')}
        keys="Esc"
        onClick={clear}
        className={finger}
      />
      <p className="tabular mr-1 shrink-0 pl-1.5 text-secondary whitespace-nowrap">
        <span className="font-semibold">{t('selectedItems', { count })}</span>
        {chosen.length === count && size > 0 && (
          <span className="text-mut @max-[760px]:hidden"> · {formatSize(size)}</span>
        )}
      </p>
      <span aria-hidden className="mx-1.5 h-5 w-px bg-line-2 max-md:hidden" />
      {labelled.filter(isShown).map((action) => (
        <Button
          key={action.name}
          size="small"
          variant="bare"
          icon={action.icon}
          onClick={action.run}
          aria-label={action.label}
          className="hover:not-aria-disabled:bg-sel-hover"
        >
          <span className="@max-[720px]:hidden">{action.label}</span>
        </Button>
      ))}
      <span className="flex-1" />
      {icons
        .filter(isShown)
        .map(
          (action) =>
            action.icon && (
              <IconButton
                key={action.name}
                size="small"
                icon={action.icon}
                label={action.label}
                keys={action.keys}
                danger={action.danger}
                onClick={action.run}
                className={finger}
              />
            ),
        )}
      <Menu
        groups={more}
        label={t('more')}
        trigger={<IconButton size="small" icon={Ellipsis} label={t('more')} className={finger} />}
      />
    </div>
  )
}

const finger = 'max-md:size-11'
const isShown = (action: Action): boolean => action.visible !== false
