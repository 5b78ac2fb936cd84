import { ChevronDown } from 'lucide-react'
import { type ReactElement, Suspense, useState } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { LabelFilter, SelectionBar } from './lazy-parts.ts'
import { SortMenu } from './sort-menu.tsx'
import { t } from './strings.ts'
import type { FolderArea } from './use-folder-area.ts'

/** The filter of the open folder; beside it the selection's actions or the sort menu. */
export function FilterBar(props: {
  area: FolderArea
  columnsMenu: readonly ActionGroup[]
  selecting: boolean
}): ReactElement {
  const { area, columnsMenu, selecting } = props
  const { filter, setFilter, label, focusList, settings } = area
  return (
    <div className="flex h-11 shrink-0 items-center justify-between gap-3 px-6">
      <SearchField
        label={t('filter')}
        value={filter}
        onChange={setFilter}
        onEscape={focusList}
        onEnter={focusList}
        className={selecting ? 'min-w-28 max-w-44 min-[1400px]:max-w-56' : 'max-w-72'}
      />
      {(!selecting || label) && <Labels area={area} />}
      {selecting ? (
        <Suspense fallback={<div className="h-11 flex-1 bg-accent-soft" />}>
          <SelectionBar area={area} />
        </Suspense>
      ) : (
        <SortMenu settings={settings} more={columnsMenu} />
      )}
    </div>
  )
}

/** Its list comes with the first press, as the first picture does without. */
function Labels({ area: { label, setLabel, folderId } }: { area: FolderArea }): ReactElement {
  const [pressed, setPressed] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="listbox"
      onClick={() => setPressed(true)}
      className="mr-auto flex h-9 shrink-0 items-center gap-2.5 rounded-m border border-ctl bg-bg pr-2.5 pl-3 text-secondary hover:bg-hover dark:bg-field"
    >
      {t('anyLabel')}
      <ChevronDown size={16} className="text-mut" aria-hidden />
    </button>
  )
  return pressed || label ? (
    <Suspense fallback={button}>
      <LabelFilter
        value={label}
        onChange={setLabel}
        folderId={folderId}
        defaultOpen={!label}
        className="mr-auto"
      />
    </Suspense>
  ) : (
    button
  )
}
