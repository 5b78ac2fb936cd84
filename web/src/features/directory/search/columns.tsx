import type { FoundFile } from '@clouddisk/contract/admin-files'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { FilePhoneRow, OwnerCell, TimeByCell } from '../../../ui/list/cells.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { isFolder } from './data.ts'
import { t } from './strings.ts'

const placeText = ({ instancePath }: FoundFile): string => instancePath.split('/').join(' / ')

/** Whose space it lies in, and of which kind that is. */
const Owner = ({ item }: { item: FoundFile }): ReactElement => (
  <OwnerCell
    type={item.kind === 'person' ? 'user' : item.kind === 'group' ? 'group' : 'department'}
    name={item.ownerName}
  >
    <span className="block truncate text-caption text-mut">{t(item.kind)}</span>
  </OwnerCell>
)

export const searchResultColumns = (mark: string): readonly ColumnDef<FoundFile>[] => [
  {
    id: 'instanceName',
    header: t('name'),
    enableHiding: false,
    meta: { width: 'minmax(180px, 1.4fr)' },
    cell: ({ row: { original: item } }) => (
      <span className="flex min-w-0 items-center gap-3.5 pr-3">
        <FileIcon ext={item.fileType} folder={isFolder(item)} />
        <FileName name={item.instanceName} folder={isFolder(item)} mark={mark} />
      </span>
    ),
  },
  {
    id: 'place',
    header: t('place'),
    meta: { width: 'minmax(120px, 1fr)', from: 1024 },
    cell: ({ row: { original: item } }) => (
      <span title={placeText(item)} className="truncate pr-3 text-secondary text-fg-2">
        {placeText(item)}
      </span>
    ),
  },
  {
    id: 'owner',
    header: t('whose'),
    meta: { width: 'minmax(130px, 0.8fr)', from: 768 },
    cell: ({ row: { original: item } }) => <Owner item={item} />,
  },
  {
    id: 'updateTime',
    header: t('changed'),
    meta: { width: '136px', from: 768 },
    cell: ({ row: { original: item } }) => (
      <TimeByCell iso={item.updateTime} by={t('by', { who: item.updateUser })} />
    ),
  },
  {
    id: 'fileSize',
    header: t('size'),
    meta: { width: '96px', align: 'end', from: 768 },
    cell: ({ row: { original: item } }) => (
      <span className="tabular truncate text-secondary text-fg-2">{formatSize(item.fileSize)}</span>
    ),
  },
]

/** Two lines for a phone: name; whose, when it changed, its size. */
export const SearchResultPhoneRow = ({ item, mark }: { item: FoundFile; mark: string }): ReactElement => (
  <FilePhoneRow file={item} mark={mark}>
    {[item.ownerName, formatDateTime(item.updateTime), formatSize(item.fileSize)].join(' · ')}
  </FilePhoneRow>
)
