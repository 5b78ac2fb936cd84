import { formatSize } from '@clouddisk/contract/format'
import type { TrashItem } from '@clouddisk/contract/trash'
import type { ReactElement } from 'react'
import { ClassificationBadge } from '../../ui/classification-badge.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { FilePhoneRow, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { FilePicture } from '../../ui/thumbnail/file-picture.tsx'
import { t } from './strings.ts'
import { TimeLeft, timeLeft, timeLeftText } from './time-left.tsx'
import type { TrashScope } from './trash.ts'

const isFolder = (item: TrashItem) => item.classifierId === 'Folder'

/** Path as people read it. */
const pathText = ({ originalPath }: TrashItem): string =>
  originalPath ? originalPath.split('/').join(' / ') : t('root')

/** As a list takes it that draws thumbnails: the server decides whether there is one. */
const PREVIEWED = ['preview'] as const
const pictured = (item: TrashItem, bin: TrashScope) => ({
  ...item,
  versionNo: 1,
  fileAuth: [...PREVIEWED],
  bin,
})

export const trashColumns = (mark: string, bin: TrashScope): readonly ColumnDef<TrashItem>[] => [
  column(
    'instanceName',
    t('name'),
    { width: 'minmax(180px, 1.3fr)', sort: 'instanceName', fixed: true },
    (item) => (
      <span className="flex min-w-0 items-center gap-3.5">
        <FilePicture file={pictured(item, bin)} />
        <FileName name={item.instanceName} folder={isFolder(item)} mark={mark} />
        <ClassificationBadge level={item.classification} />
      </span>
    ),
  ),
  column('deleteUser', t('deletedBy'), { width: '92px', from: 1280 }, (item) => (
    <span className="truncate text-secondary text-fg-2">{item.deleteUser}</span>
  )),
  column('originalPath', t('from'), { width: 'minmax(160px, 1.2fr)', from: 1024 }, (item) => {
    const path = pathText(item)
    if (item.originalExists)
      return (
        <span title={path} className="truncate text-secondary text-fg-2">
          {path}
        </span>
      )
    // That its folder is gone is said however long the path is.
    return (
      <span title={path + t('folderGone')} className="flex min-w-0 text-secondary whitespace-pre text-warn">
        <span className="name-head">{path}</span>
        <span className="shrink-0">{t('folderGone')}</span>
      </span>
    )
  }),
  column(
    'deleteTime',
    t('deletedAt'),
    { width: '124px', from: 768, sort: 'deleteTime', descFirst: true },
    (item) => <TimeCell iso={item.deleteTime} />,
  ),
  column('expireTime', t('left'), { width: '158px', from: 768 }, (item) => (
    <TimeLeft expireTime={item.expireTime} />
  )),
  column(
    'fileSize',
    t('size'),
    { width: '92px', align: 'end', from: 768, sort: 'fileSize', descFirst: true },
    (item) => <span className="truncate text-secondary text-fg-2">{formatSize(item.fileSize)}</span>,
  ),
]

const TONES = { calm: 'text-mut', soon: 'text-warn', last: 'text-danger' }

/** Two lines for a phone: name; how long it stays, its size, and in a group who deleted it. */
export function TrashPhoneRow(props: { item: TrashItem; mark: string; bin: TrashScope }): ReactElement {
  const { item, mark, bin } = props
  const { days, urgency } = timeLeft(item.expireTime)
  return (
    <FilePhoneRow
      file={pictured(item, bin)}
      mark={mark}
      badge={<ClassificationBadge level={item.classification} />}
    >
      <span className={TONES[urgency]}>{timeLeftText(days)}</span> · {formatSize(item.fileSize)}
      {bin.groupId !== undefined && ` · ${item.deleteUser}`}
    </FilePhoneRow>
  )
}
