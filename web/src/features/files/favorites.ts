import type { Instance } from '@clouddisk/contract/files'
import type { FavoriteExtension } from '../../lib/extension-points.ts'
import { setFavorite } from './lazy-actions.ts'

export const favoriteExtension: FavoriteExtension = { set: setFavorite }

/** One star for several: on unless all have it. */
export const nextFavorite = (items: readonly Instance[]): boolean =>
  items.length === 0 || !items.every((item) => item.isCollect)
