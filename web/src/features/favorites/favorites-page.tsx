import type { Favorite } from '@clouddisk/contract/favorites'
import { Folder } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { useTouch } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { FAVORITES_LIST } from '../../lib/pending.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { starIllustration } from '../../ui/illustrations.tsx'
import { ShownFoot } from '../../ui/list/list-page.tsx'
import { cursorRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { targetsOf, useListPage } from '../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../ui/list/use-list-shortcuts.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { favoriteActions, favoriteMenu } from './actions.ts'
import { FavoritePhoneRow, favoriteColumns } from './columns.tsx'
import { fetchFavorites, openFavorite } from './favorites.ts'
import { t } from './strings.ts'

const idOf = (favorite: Favorite) => favorite.instanceId
const nameOf = (favorite: Favorite) => favorite.instance.instanceName
const selectedText = (count: number) => t('selected', { count })

/** The person's favorites of all folders (A§2). */
export function FavoritesPage(): ReactElement {
  usePageTitle(t('title'))
  const [filter, setFilter] = useState('')
  const keyword = useDebounced(filter.trim())
  const favorites = useCursorList({
    queryKey: [...queryKeys.favorites, keyword],
    ask: (cursor, signal) => fetchFavorites(keyword, cursor, signal),
    idOf,
    name: FAVORITES_LIST,
  })
  const list = useListPage(cursorRows(favorites), { idOf, selectedText })
  const { loaded, count, focusTable } = list
  const onKeys = favoriteActions(list.targets, loaded)
  useListShortcuts(t('title'), list, {
    actions: [onKeys.download, onKeys.remove],
    search: t('search'),
    open: t('open'),
    selectable: true,
  })
  const onSelected = favoriteActions(list.selected, loaded)
  const columns = useMemo(() => favoriteColumns(keyword), [keyword])
  const phoneRow = useCallback(
    (favorite: Favorite) => <FavoritePhoneRow favorite={favorite} mark={keyword} />,
    [keyword],
  )
  const operations = useCallback((favorite: Favorite) => {
    const { openLocation, remove } = favoriteActions(targetsOf(favorite), [])
    return [openLocation, remove]
  }, [])
  const total = favorites.first?.total ?? 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-15 shrink-0 items-center gap-3 px-6 max-md:sr-only">
        <h1 className="text-page font-semibold">{t('title')}</h1>
        {total > 0 && <p className="tabular text-secondary text-mut">{t('items', { count: total })}</p>}
      </div>
      {count > 0 ? (
        <SelectionBar
          label={t('selectionActions')}
          text={selectedText(count)}
          actions={[onSelected.openLocation, onSelected.download, onSelected.remove]}
          onClear={list.clearSelection}
          className="mx-6 max-md:mx-0 max-md:rounded-none"
        />
      ) : (
        <div className="flex h-11 shrink-0 items-center px-6 max-md:h-14 max-md:px-4">
          <SearchField
            ref={list.field}
            label={t('search')}
            value={filter}
            onChange={setFilter}
            onEscape={focusTable}
            onEnter={focusTable}
            className="md:max-w-72"
          />
        </div>
      )}
      <ListTable
        list={list}
        label={t('list')}
        title={t('title')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={(favorite) => openFavorite(favorite, loaded)}
        menu={(targets) => favoriteMenu(targets, loaded)}
        menuOfMany={(many) => t('menuOfMany', { count: many })}
        operations={operations}
        phoneRow={phoneRow}
        state={
          <ListState
            list={list}
            failedTitle={t('failedTitle')}
            trace
            noMatch={
              keyword !== '' && {
                title: t('noMatchTitle', { keyword }),
                text: t('noMatchText'),
                clearText: t('clearFilter'),
                onClear: () => setFilter(''),
              }
            }
          >
            <NoFavorites />
          </ListState>
        }
        className="md:px-6"
      />
      {total > 0 && <ShownFoot>{t('shown', { shown: loaded.length, total })}</ShownFoot>}
    </div>
  )
}

function NoFavorites(): ReactElement {
  const navigation = useExtension('navigation')
  const touch = useTouch()
  return (
    <EmptyState
      illustration={starIllustration}
      title={t('nothingTitle')}
      text={t(touch ? 'nothingTextTouch' : 'nothingText')}
    >
      {navigation && (
        <Button variant="primary" icon={Folder} onClick={() => navigation.openFolder('0')}>
          {t('toFiles')}
        </Button>
      )}
    </EmptyState>
  )
}
