import { ChevronRight, LayoutGrid, List, Plus, Search } from 'lucide-react'
import { type ReactElement, Suspense, useState } from 'react'
import { texts } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { changeSettings } from './settings.ts'
import { SortMenu } from './sort-menu.tsx'
import { t } from './strings.ts'
import type { FolderArea } from './use-folder-area.ts'

const LabelFilter = lazyPart(() => import('../../ui/label-filter.tsx'), 'LabelFilter')

const own = texts('files-phone-parts', {
  upTo: ['返回“{{name}}”', 'Back to {{name}}'],
})

/**
 * Below the black bar on phones: parent folder, sort menu, view switch; replaced by the filter when opened.
 */
export function PhoneSubBar({ area }: { area: FolderArea }): ReactElement {
  const { parentCrumb, onOpenFolder, settings, filter, setFilter, label, setLabel } = area
  const [filtering, setFiltering] = useState(false)
  const grid = settings.view === 'grid'
  if (filtering || filter || label) {
    return (
      <div className="flex h-14 shrink-0 items-center gap-1 border-b border-line pr-1 pl-4">
        <SearchField
          ref={focusField}
          label={t('filter')}
          value={filter}
          onChange={setFilter}
          onEscape={() => setFiltering(false)}
        />
        <Suspense>
          <LabelFilter
            value={label}
            onChange={setLabel}
            folderId={area.folderId}
            className="max-w-36 shrink-0"
          />
        </Suspense>
        <Button
          variant="bare"
          onClick={() => {
            setFilter('')
            setLabel('')
            setFiltering(false)
          }}
        >
          {t('cancel')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line pr-1.5 pl-2 text-secondary text-fg-2">
      <span className="flex min-w-0 flex-1">
        {parentCrumb && (
          <button
            type="button"
            aria-label={own('upTo', { name: parentCrumb.instanceName })}
            onClick={() => onOpenFolder(parentCrumb.instanceId)}
            className="flex h-11 min-w-0 items-center gap-1 rounded-m px-2 active:bg-press"
          >
            <ChevronRight size={18} aria-hidden className="rotate-180" />
            <span className="truncate">{parentCrumb.instanceName}</span>
          </button>
        )}
      </span>
      <SortMenu settings={settings} />
      <IconButton icon={Search} label={t('filter')} onClick={() => setFiltering(true)} className="size-11" />
      <IconButton
        icon={grid ? List : LayoutGrid}
        label={t(grid ? 'listView' : 'gridView')}
        onClick={() => changeSettings(settings, { view: grid ? 'list' : 'grid' })}
        className="size-11"
      />
    </div>
  )
}

const focusField = (field: HTMLInputElement | null) => field?.focus()

/** The add button on phones: opens a sheet with new folder and upload. */
export function AddButton({ onPress }: { onPress: (button: Element) => void }): ReactElement {
  return (
    <button
      type="button"
      aria-label={t('add')}
      aria-haspopup="dialog"
      onClick={(event) => onPress(event.currentTarget)}
      className="absolute right-5 bottom-[calc(28px+env(safe-area-inset-bottom))] z-20 flex size-14 items-center justify-center rounded-xl bg-accent text-accent-fg shadow-2 active:bg-accent-press"
    >
      <Plus size={26} aria-hidden />
    </button>
  )
}
