import type { Favorite } from '@clouddisk/contract/favorites'
import { RotateCw } from 'lucide-react'
import { type ReactElement, useCallback, useMemo } from 'react'
import { usePhone } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { LoadMoreError } from '../../ui/load-more-error.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { isSelected } from '../../ui/selection.ts'
import { type MenuRequest, Table } from '../../ui/table/table.tsx'
import { favoriteActions, favoriteMenu } from './actions.ts'
import { FavoritePhoneRow, favoriteColumns } from './columns.tsx'
import { openFavorite } from './favorites.ts'
import { FavoritesBar } from './favorites-bar.tsx'
import { FavoritesState } from './favorites-states.tsx'
import { t } from './strings.ts'
import { type Favorites, idOf, useFavorites } from './use-favorites.ts'

const nameOf = (favorite: Favorite) => favorite.instance.instanceName

/** What one marked with a star, wherever it lies (A§2). */
export function FavoritesPage(): ReactElement {
  usePageTitle(t('title'))
  const favorites = useFavorites()
  const { list, rows, selection, count, keyword, table } = favorites
  const total = list.first?.total ?? 0
  const phone = usePhone()
  useFavoritesKeys(favorites)
  const { menu, onMenu } = useFavoritesMenu(favorites)
  const columns = useMemo(() => favoriteColumns(keyword), [keyword])
  const phoneRow = useCallback(
    (favorite: Favorite) => <FavoritePhoneRow favorite={favorite} mark={keyword} />,
    [keyword],
  )
  const operations = useCallback((favorite: Favorite) => {
    const { openLocation, remove } = favoriteActions(
      { items: [favorite], count: 1, all: async () => [favorite] },
      [],
    )
    return [openLocation, remove]
  }, [])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-15 shrink-0 items-center gap-3 px-6 max-md:sr-only">
        <h1 className="text-page font-semibold">{t('title')}</h1>
        {total > 0 && <p className="tabular text-secondary text-mut">{t('items', { count: total })}</p>}
      </div>
      {count > 0 ? <FavoritesBar favorites={favorites} /> : <Filter favorites={favorites} />}
      <Table
        ref={table}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowLabel={nameOf}
        selection={selection}
        onOpen={(favorite) => openFavorite(favorite, list.loaded)}
        onMenu={onMenu}
        operations={phone ? undefined : operations}
        phoneRow={phoneRow}
        onRange={list.show}
        loading={list.rows === undefined && list.error === null}
        empty={<FavoritesState favorites={favorites} />}
        className="md:px-6"
      />
      <LoadMoreError failure={list.stopped} />
      {list.first && list.first.total > 0 && !phone && (
        <p className="tabular flex h-10 shrink-0 items-center border-t border-line px-6 text-caption text-mut">
          {t('shown', { shown: list.loaded.length, total: list.first.total })}
        </p>
      )}
      {menu.element}
    </div>
  )
}

function Filter({ favorites }: { favorites: Favorites }): ReactElement {
  const { filter, setFilter, table, field } = favorites
  const focusTable = () => table.current?.focus()
  return (
    <div className="flex h-11 shrink-0 items-center px-6 max-md:h-14 max-md:px-4">
      <SearchField
        ref={field}
        label={t('search')}
        value={filter}
        onChange={setFilter}
        onEscape={focusTable}
        onEnter={focusTable}
        className="md:max-w-72"
      />
    </div>
  )
}

function useFavoritesKeys({ targets, list, selection, field }: Favorites): void {
  const { download, remove } = favoriteActions(targets, list.loaded)
  const focusFilter = () => {
    selection.send({ type: 'clear' })
    requestAnimationFrame(() => field.current?.focus())
  }
  useShortcuts(t('title'), [
    download,
    remove,
    { name: 'favorite.filter', label: t('search'), keys: '/', run: focusFilter },
    { name: 'favorite.open', label: t('open'), keys: 'Enter' },
    { name: 'favorite.select-all', label: t('selectAll'), keys: 'Mod+A' },
    { name: 'favorite.clear', label: t('clearSelection'), keys: 'Esc' },
  ])
}

function useFavoritesMenu({ selection, selected, alone, list }: Favorites) {
  const menu = useContextMenu()
  const onMenu = ({ row, anchor }: MenuRequest<Favorite>) => {
    const inside = row !== undefined && isSelected(selection.state, idOf(row))
    const targets = inside ? selected : alone(row)
    const refresh = {
      name: 'favorite.refresh',
      label: t('refresh'),
      icon: RotateCw,
      run: () => void list.refresh(),
    }
    menu.open({
      anchor,
      groups: row ? favoriteMenu(targets, list.loaded) : [[refresh]],
      label:
        targets.count > 1
          ? t('menuOfMany', { count: targets.count })
          : row
            ? t('menuOf', { name: nameOf(row) })
            : t('more'),
      header: <p className="truncate text-section font-semibold">{row ? nameOf(row) : t('title')}</p>,
    })
  }
  return { menu, onMenu }
}
