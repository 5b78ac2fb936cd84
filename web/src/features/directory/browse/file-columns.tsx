import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime } from '../../../lib/format-date-time.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { FilePhoneRow } from '../../../ui/list/cells.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { t } from './strings.ts'

export const isFolder = (item: Instance): boolean => item.classifierId === 'Folder'

/** Their ids are what the call orders by. */
export const ownedFileColumns = (mark: string): readonly ColumnDef<Instance>[] => [
  {
    id: 'instanceName',
    accessorKey: 'instanceName',
    header: t('name'),
    enableHiding: false,
    meta: { width: 'minmax(200px, 3fr)' },
    cell: ({ row: { original: item } }) => (
      <span className="flex min-w-0 items-center gap-3.5 pr-3">
        <FileIcon
          ext={item.fileType}
          folder={isFolder(item)}
          mark={item.isShared && isFolder(item) ? 'people' : undefined}
        />
        <FileName name={item.instanceName} folder={isFolder(item)} mark={mark} />
      </span>
    ),
  },
  {
    id: 'updateUser',
    header: t('updateUser'),
    meta: { width: 'minmax(120px, 1fr)', from: 1024 },
    cell: ({ row: { original: item } }) => (
      <span className="truncate pr-2 text-secondary text-fg-2">{item.updateUser}</span>
    ),
  },
  {
    id: 'updateTime',
    accessorKey: 'updateTime',
    header: t('updateTime'),
    sortDescFirst: true,
    meta: { width: 'minmax(132px, 1fr)', from: 768 },
    cell: ({ row: { original: item } }) => (
      <time
        dateTime={item.updateTime}
        title={formatFullDateTime(item.updateTime)}
        className="tabular truncate text-secondary text-fg-2"
      >
        {formatDateTime(item.updateTime)}
      </time>
    ),
  },
  {
    id: 'fileSize',
    accessorKey: 'fileSize',
    header: t('size'),
    sortDescFirst: true,
    meta: { width: 'minmax(100px, .8fr)', align: 'end', from: 768 },
    cell: ({ row: { original: item } }) => (
      <span className="tabular truncate text-secondary text-fg-2">{formatSize(item.fileSize)}</span>
    ),
  },
]

export const OwnedFilePhoneRow = ({ item, mark }: { item: Instance; mark: string }): ReactElement => (
  <FilePhoneRow file={item} mark={mark}>
    {[formatDateTime(item.updateTime), formatSize(item.fileSize)].join(' · ')}
  </FilePhoneRow>
)
