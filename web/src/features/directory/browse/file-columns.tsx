import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { ClassificationBadge } from '../../../ui/classification-badge.tsx'
import { FileCell, FilePhoneRow, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { t } from './strings.ts'

export const isFolder = (item: Instance): boolean => item.classifierId === 'Folder'

/** Their ids are what the call orders by. */
export const ownedFileColumns = (mark: string): readonly ColumnDef<Instance>[] => [
  column(
    'instanceName',
    t('name'),
    { width: 'minmax(200px, 3fr)', sort: 'instanceName', fixed: true },
    (item) => (
      <>
        <FileCell file={item} mark={mark} shared={item.isShared && isFolder(item)} />
        <ClassificationBadge level={item.classification} />
      </>
    ),
  ),
  column('updateUser', t('updateUser'), { width: 'minmax(120px, 1fr)', from: 1024 }, (item) => (
    <span className="truncate pr-2 text-secondary text-fg-2">{item.updateUser}</span>
  )),
  column(
    'updateTime',
    t('updateTime'),
    { width: 'minmax(132px, 1fr)', from: 768, sort: 'updateTime', descFirst: true },
    (item) => <TimeCell iso={item.updateTime} className="tabular" />,
  ),
  column(
    'fileSize',
    t('size'),
    { width: 'minmax(100px, .8fr)', align: 'end', from: 768, sort: 'fileSize', descFirst: true },
    (item) => <span className="tabular truncate text-secondary text-fg-2">{formatSize(item.fileSize)}</span>,
  ),
]

export const OwnedFilePhoneRow = ({ item, mark }: { item: Instance; mark: string }): ReactElement => (
  <FilePhoneRow file={item} mark={mark}>
    {[formatDateTime(item.updateTime), formatSize(item.fileSize)].join(' · ')}
  </FilePhoneRow>
)
