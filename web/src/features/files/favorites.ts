import type { Instance } from '@clouddisk/contract/files'
import type { FavoriteExtension } from '../../lib/extension-points.ts'
import { setFavorite } from './lazy-actions.ts'

export const favoriteExtension: FavoriteExtension = { set: setFavorite }

/** The next favorite state of several items: on unless all are on. */
export const nextFavorite = (items: readonly Instance[]): boolean =>
  items.length === 0 || !items.every((item) => item.isCollect)
