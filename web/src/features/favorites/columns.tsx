import type { Favorite } from '@clouddisk/contract/favorites'
import { formatSize } from '@clouddisk/contract/format'
import { Star } from 'lucide-react'
import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { FilePhoneRow, TimeCell } from '../../ui/list/cells.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { isFolder } from './favorites.ts'
import { t } from './strings.ts'

/** The folders an item lies in, as people read them. */
export const favoriteLocation = ({ instance }: Favorite): string =>
  instance.instancePath.split('/').join(' / ')

export const favoriteColumns = (mark: string): readonly ColumnDef<Favorite>[] => [
  {
    id: 'instanceName',
    header: t('name'),
    enableHiding: false,
    meta: { width: 'minmax(180px, 1.4fr)' },
    cell: ({ row: { original: favorite } }) => (
      <span className="flex min-w-0 items-center gap-3.5 pr-3">
        <FileIcon ext={favorite.instance.fileType} folder={isFolder(favorite)} />
        <FileName name={favorite.instance.instanceName} folder={isFolder(favorite)} mark={mark} />
        <Star size={15} aria-hidden className="shrink-0 fill-warn-fill text-warn-fill" />
      </span>
    ),
  },
  {
    id: 'path',
    header: t('place'),
    meta: { width: 'minmax(120px, 1fr)', from: 768 },
    cell: ({ row: { original: favorite } }) => (
      <span title={favoriteLocation(favorite)} className="truncate text-secondary text-fg-2">
        {favoriteLocation(favorite)}
      </span>
    ),
  },
  {
    id: 'createTime',
    header: t('added'),
    meta: { width: '124px', from: 1024 },
    cell: ({ row: { original: favorite } }) => <TimeCell iso={favorite.createTime} />,
  },
  {
    id: 'updateTime',
    header: t('modified'),
    meta: { width: '124px', from: 1280 },
    cell: ({ row: { original: favorite } }) => <TimeCell iso={favorite.instance.updateTime} />,
  },
  {
    id: 'fileSize',
    header: t('size'),
    meta: { width: '92px', align: 'end', from: 768 },
    cell: ({ row: { original: favorite } }) => (
      <span className="truncate text-secondary text-fg-2">
        {isFolder(favorite) && favorite.instance.fileSize === 0
          ? '—'
          : formatSize(favorite.instance.fileSize)}
      </span>
    ),
  },
]

/** Two lines for a phone: name; where it lies. */
export function FavoritePhoneRow({ favorite, mark }: { favorite: Favorite; mark: string }): ReactElement {
  return (
    <FilePhoneRow file={favorite.instance} mark={mark}>
      {favoriteLocation(favorite)}
    </FilePhoneRow>
  )
}
