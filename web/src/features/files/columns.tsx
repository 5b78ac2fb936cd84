import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { Star } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { t } from './strings.ts'

export const isFolder = (item: Pick<Instance, 'classifierId'>): boolean => item.classifierId === 'Folder'

/** What kind of thing it is, in words. */
export const typeWords = (item: Pick<Instance, 'classifierId' | 'fileType'>): string => {
  if (isFolder(item)) return t('folderType')
  return item.fileType ? t('fileType', { ext: item.fileType.toUpperCase() }) : t('plainFile')
}

/** Columns that are hidden until someone wants them. */
export const HIDDEN_AT_FIRST: readonly string[] = ['fileType', 'createUser', 'createTime']

/** The list's columns. `editor` gives the field in the place of a name that is being typed. */
export function fileColumns(
  editor: (item: Instance) => ReactNode,
  mark: string,
): readonly Column<Instance>[] {
  const time = (iso: string) => (
    <time dateTime={iso} title={formatFullDateTime(iso)} className="truncate text-secondary text-fg-2">
      {formatDateTime(iso)}
    </time>
  )
  const quiet = (text: string) => (
    <span className="truncate text-secondary text-fg-2" title={text}>
      {text}
    </span>
  )
  return [
    {
      id: 'instanceName',
      header: t('name'),
      width: 'minmax(180px, 1fr)',
      sortable: true,
      fixed: true,
      cell: (item) => editor(item) ?? <NameCell item={item} mark={mark} />,
    },
    {
      id: 'fileType',
      header: t('type'),
      width: '112px',
      sortable: true,
      from: 1024,
      cell: (item) => quiet(typeWords(item)),
    },
    {
      id: 'updateUser',
      header: t('updatedBy'),
      width: '88px',
      from: 1024,
      cell: (item) => quiet(item.updateUser),
    },
    {
      id: 'updateTime',
      header: t('modified'),
      width: '124px',
      sortable: true,
      firstSort: 'desc',
      from: 768,
      cell: (item) => time(item.updateTime),
    },
    {
      id: 'createUser',
      header: t('createdBy'),
      width: '88px',
      from: 1280,
      cell: (item) => quiet(item.createUser),
    },
    {
      id: 'createTime',
      header: t('createTime'),
      width: '124px',
      from: 1280,
      cell: (item) => time(item.createTime),
    },
    {
      id: 'fileSize',
      header: t('size'),
      width: '92px',
      align: 'end',
      sortable: true,
      firstSort: 'desc',
      from: 768,
      cell: (item) => (
        <span className="truncate text-secondary text-fg-2">
          {isFolder(item) ? '—' : formatSize(item.fileSize)}
        </span>
      ),
    },
  ]
}

function NameCell({ item, mark }: { item: Instance; mark: string }): ReactElement {
  return (
    <span data-drag className="flex min-w-0 items-center gap-3.5">
      <FileIcon ext={item.fileType} folder={isFolder(item)} />
      <FileName
        name={item.instanceName}
        folder={isFolder(item)}
        mark={mark}
        className="group-aria-selected/row:font-medium"
      />
      {item.isCollect && <FavoriteMark />}
    </span>
  )
}

export const FavoriteMark = (): ReactElement => (
  <Star
    size={15}
    role="img"
    aria-label={t('favoriteMark')}
    className="shrink-0 fill-warn-fill text-warn-fill"
  />
)

/** Two lines for a phone: name; when and how large, of a folder when and by whom. */
export function PhoneRow({ item, mark }: { item: Instance; mark: string }): ReactElement {
  const tail = isFolder(item) ? item.updateUser : formatSize(item.fileSize)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <FileIcon ext={item.fileType} folder={isFolder(item)} size={30} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 text-section">
          <FileName name={item.instanceName} folder={isFolder(item)} mark={mark} />
          {item.isCollect && <FavoriteMark />}
        </span>
        <span className="tabular block truncate text-caption text-mut">
          {formatDateTime(item.updateTime)} · {tail}
        </span>
      </span>
    </span>
  )
}
