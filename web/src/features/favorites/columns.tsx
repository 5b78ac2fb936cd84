import type { Favorite } from '@clouddisk/contract/favorites'
import { formatSize } from '@clouddisk/contract/format'
import { Star } from 'lucide-react'
import type { ReactElement } from 'react'
import { LabelChips } from '../../ui/label-chips.tsx'
import { FileCell, FilePhoneRow, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { isFolder } from './favorites.ts'
import { t } from './strings.ts'

/** The folders an item lies in, as people read them. */
export const favoriteLocation = ({ instance }: Favorite): string =>
  instance.instancePath.split('/').join(' / ')

export const favoriteColumns = (mark: string): readonly ColumnDef<Favorite>[] => [
  column('instanceName', t('name'), { width: 'minmax(180px, 1.4fr)', fixed: true }, (favorite) => (
    <FileCell file={favorite.instance} mark={mark}>
      <LabelChips item={favorite.instance} filters />
      <Star size={15} aria-hidden className="shrink-0 fill-warn-fill text-warn-fill" />
    </FileCell>
  )),
  column('path', t('place'), { width: 'minmax(120px, 1fr)', from: 768 }, (favorite) => (
    <span title={favoriteLocation(favorite)} className="truncate text-secondary text-fg-2">
      {favoriteLocation(favorite)}
    </span>
  )),
  column('createTime', t('added'), { width: '124px', from: 1024 }, (favorite) => (
    <TimeCell iso={favorite.createTime} />
  )),
  column('updateTime', t('modified'), { width: '124px', from: 1280 }, (favorite) => (
    <TimeCell iso={favorite.instance.updateTime} />
  )),
  column('fileSize', t('size'), { width: '92px', align: 'end', from: 768 }, (favorite) => (
    <span className="truncate text-secondary text-fg-2">
      {isFolder(favorite) && favorite.instance.fileSize === 0 ? '—' : formatSize(favorite.instance.fileSize)}
    </span>
  )),
]

/** Two lines for a phone: name; where it lies. */
export function FavoritePhoneRow({ favorite, mark }: { favorite: Favorite; mark: string }): ReactElement {
  return (
    <FilePhoneRow file={favorite.instance} mark={mark}>
      {favoriteLocation(favorite)}
    </FilePhoneRow>
  )
}
