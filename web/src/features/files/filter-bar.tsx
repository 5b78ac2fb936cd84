import { type ReactElement, Suspense } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectionBar } from './lazy-parts.ts'
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
  const { filter, setFilter, focusList, settings } = area
  return (
    <div className="flex h-11 shrink-0 items-center justify-between gap-3 px-6">
      <SearchField
        label={t('filter')}
        value={filter}
        onChange={setFilter}
        onEscape={focusList}
        onEnter={focusList}
        className={selecting ? 'min-w-28 max-w-56' : 'max-w-72'}
      />
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
