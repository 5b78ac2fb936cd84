import type { Favorite } from '@clouddisk/contract/favorites'
import { Download, Eye, FolderOpen, FolderSearch, StarOff } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { isFolder, openFavorite, openLocation, unmarkFavorites } from './favorites.ts'
import { t } from './strings.ts'

/** What one can do with favorites, for menus, bar and keys. */
export function favoriteActions({ items, count, all }: Targets<Favorite>, siblings: readonly Favorite[]) {
  const only = count === 1 ? items[0] : undefined
  const folder = only !== undefined && isFolder(only)
  const download = extensionFor('download')
  return {
    open: {
      name: 'favorite.open',
      label: t(folder ? 'open' : 'preview'),
      icon: folder ? FolderOpen : Eye,
      keys: 'Enter',
      visible: only !== undefined,
      run: () => only && openFavorite(only, siblings),
    },
    openLocation: {
      name: 'favorite.open-location',
      label: t('openLocation'),
      icon: FolderSearch,
      visible: only !== undefined && extensionFor('navigation') !== undefined,
      run: () => only && openLocation(only),
    },
    download: {
      name: 'favorite.download',
      label: t('download'),
      icon: Download,
      keys: 'Mod+Shift+S',
      visible:
        count > 0 &&
        download !== undefined &&
        items.every(({ instance }) => instance.fileAuth.includes('download')),
      run: () => void all().then((chosen) => download?.download(chosen.map((one) => one.instance))),
    },
    remove: {
      name: 'favorite.remove',
      label: t('remove'),
      icon: StarOff,
      keys: 'S',
      visible: count > 0,
      run: () => void all().then(unmarkFavorites),
    },
  } satisfies Record<string, Action>
}

export const favoriteMenu = (
  targets: Targets<Favorite>,
  siblings: readonly Favorite[],
): readonly ActionGroup[] => {
  const one = favoriteActions(targets, siblings)
  return [[one.open, one.openLocation, one.download], [one.remove]]
}
