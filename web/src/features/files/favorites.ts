import type { Instance } from '@clouddisk/contract/files'
import type { FavoriteOffer } from '../../lib/offers.ts'
import { setFavorite } from './carry.ts'

export const favoriteOffer: FavoriteOffer = { set: setFavorite }

/** One star for several: on unless all have it. */
export const nextFavorite = (items: readonly Instance[]): boolean =>
  items.length === 0 || !items.every((item) => item.isCollect)
