import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react'
import { type ReactElement, type Ref, Suspense } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { OrderBy } from './folder-query.ts'
import { SelectionBar } from './lazy-parts.ts'
import { changeSettings, type FilesSettings } from './settings.ts'
import { t } from './strings.ts'
import type { FolderArea } from './use-folder-area.ts'

const ORDER_WORDS: Record<OrderBy, string> = {
  instanceName: t('name'),
  updateTime: t('modified'),
  fileSize: t('size'),
  fileType: t('type'),
}
const FIRST: Record<OrderBy, 'asc' | 'desc'> = {
  instanceName: 'asc',
  fileType: 'asc',
  updateTime: 'desc',
  fileSize: 'desc',
}

/** What to sort by and which way, as choices of a menu. */
export function sortGroups({ sort }: FilesSettings): readonly ActionGroup[] {
  const orders = (Object.keys(ORDER_WORDS) as OrderBy[]).map((column) => ({
    name: `sort.${column}`,
    label: ORDER_WORDS[column],
    kind: 'choice' as const,
    checked: sort.column === column,
    run: () => changeSettings({ sort: { column, direction: FIRST[column] } }),
  }))
  const directions = (['asc', 'desc'] as const).map((direction) => ({
    name: `sort.${direction}`,
    label: t(direction === 'asc' ? 'ascending' : 'descending'),
    kind: 'choice' as const,
    checked: sort.direction === direction,
    run: () => changeSettings({ sort: { ...sort, direction } }),
  }))
  return [orders, directions]
}

export function SortMenu({
  settings,
  more = [],
}: {
  settings: FilesSettings
  more?: readonly ActionGroup[]
}): ReactElement {
  const Arrow = settings.sort.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <Menu
      groups={[...sortGroups(settings), ...more]}
      label={t('sortAndColumns')}
      trigger={
        <Button
          size="small"
          variant="bare"
          aria-label={`${t('sortBy')}: ${ORDER_WORDS[settings.sort.column]}`}
        >
          <ArrowDownUp size={15} aria-hidden className="text-mut max-md:hidden" />
          <span className="font-normal text-fg-2">{ORDER_WORDS[settings.sort.column]}</span>
          <Arrow size={14} aria-hidden className="text-mut" />
        </Button>
      }
    />
  )
}

/** Narrows the folder that is open; what to do with what is chosen stands beside it, in the place of the order. */
export function FilterBar({
  area,
  columnsMenu,
  fieldRef,
  selecting,
}: {
  area: FolderArea
  columnsMenu: readonly ActionGroup[]
  fieldRef: Ref<HTMLInputElement>
  selecting: boolean
}): ReactElement {
  const { filter, setFilter, focusList, settings } = area
  return (
    <div className="flex h-11 shrink-0 items-center justify-between gap-3 px-6">
      <SearchField
        ref={fieldRef}
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
