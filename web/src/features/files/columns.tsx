import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { Star, Users } from 'lucide-react'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { FileName } from '../../ui/file-name.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { FilePicture } from '../../ui/thumbnail/file-picture.tsx'
import type { LabelMarks } from './item-marks.tsx'
import { t } from './strings.ts'

const ItemMarks = lazyPart(() => import('./item-marks.tsx'), 'ItemMarks')

export const isFolder = (item: Pick<Instance, 'classifierId'>): boolean => item.classifierId === 'Folder'

/** The file type's label. */
export const fileTypeLabel = (item: Pick<Instance, 'classifierId' | 'fileType'>): string => {
  if (isFolder(item)) return t('folderType')
  return item.fileType ? t('fileType', { ext: item.fileType.toUpperCase() }) : t('plainFile')
}

/** A folder's size is that of its contents; empty if it has none. */
const sizeText = (item: Instance): string =>
  isFolder(item) && item.fileSize === 0 ? '—' : formatSize(item.fileSize)

/** Columns hidden by default. */
export const HIDDEN_AT_FIRST: readonly string[] = ['fileType', 'createUser', 'createTime']

/** The list's columns. `editor` returns the name field of a row being edited. */
export function fileColumns(
  editor: (item: Instance) => ReactNode,
  mark: string,
): readonly ColumnDef<Instance>[] {
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
      accessorKey: 'instanceName',
      header: t('name'),
      enableHiding: false,
      meta: { width: 'minmax(180px, 3fr)' },
      cell: ({ row: { original: item } }) => editor(item) ?? <NameCell item={item} mark={mark} />,
    },
    {
      id: 'fileType',
      accessorKey: 'fileType',
      header: t('type'),
      meta: { width: 'minmax(112px, 1fr)', from: 1024 },
      cell: ({ row: { original: item } }) => quiet(fileTypeLabel(item)),
    },
    {
      id: 'updateUser',
      header: t('updatedBy'),
      meta: { width: 'minmax(88px, 1fr)', from: 1024 },
      cell: ({ row: { original: item } }) => quiet(item.updateUser),
    },
    {
      id: 'updateTime',
      accessorKey: 'updateTime',
      header: t('modified'),
      sortDescFirst: true,
      meta: { width: 'minmax(124px, 1fr)', from: 768 },
      cell: ({ row: { original: item } }) => time(item.updateTime),
    },
    {
      id: 'createUser',
      header: t('createdBy'),
      meta: { width: 'minmax(88px, 1fr)', from: 1280 },
      cell: ({ row: { original: item } }) => quiet(item.createUser),
    },
    {
      id: 'createTime',
      header: t('createTime'),
      meta: { width: 'minmax(124px, 1fr)', from: 1280 },
      cell: ({ row: { original: item } }) => time(item.createTime),
    },
    {
      id: 'fileSize',
      accessorKey: 'fileSize',
      header: t('size'),
      sortDescFirst: true,
      meta: { width: 'minmax(92px, .8fr)', align: 'end', from: 768 },
      cell: ({ row: { original: item } }) => (
        <span className="truncate text-secondary text-fg-2">{sizeText(item)}</span>
      ),
    },
  ]
}

function NameCell({ item, mark }: { item: Instance; mark: string }): ReactElement {
  return (
    <span data-drag className="flex min-w-0 items-center gap-3.5 pr-3">
      <FilePicture file={item} mark={shareMark(item)} />
      <FileName
        name={item.instanceName}
        folder={isFolder(item)}
        mark={mark}
        className="group-aria-selected/row:font-medium"
      />
      {item.isShared && <SharedMark item={item} />}
      <FewMarks item={item} labels="filter" />
      {item.isCollect && <FavoriteMark />}
    </span>
  )
}

/** The icon on a shared folder. */
export const shareMark = (item: Instance): 'people' | undefined => (item.isShared ? 'people' : undefined)

/** The shared mark: after a file's name; for folders on the icon, with a text for screen readers. */
const SharedMark = ({ item }: { item: Instance }): ReactElement =>
  isFolder(item) ? (
    <span className="sr-only">{t('sharedMark')}</span>
  ) : (
    <Users size={15} role="img" aria-label={t('sharedMark')} className="shrink-0 text-mut" />
  )

/** Labels, a remark, a high classification, a sync, and an open link. */
export const FewMarks = ({
  item,
  labels = 'phone',
}: {
  item: Instance
  labels?: LabelMarks
}): ReactElement | null =>
  item.isLinked ||
  item.syncStatus ||
  item.virusStatus ||
  item.classification > 1 ||
  item.labels[0] ||
  item.remark ? (
    <Suspense>
      <ItemMarks item={item} labels={labels} />
    </Suspense>
  ) : null

export const FavoriteMark = (): ReactElement => (
  <Star
    size={15}
    role="img"
    aria-label={t('favoriteMark')}
    className="shrink-0 fill-warn-fill text-warn-fill"
  />
)

/** A row on phones: name; time and size, for folders time and author. */
export function FilePhoneRow({ item, mark }: { item: Instance; mark: string }): ReactElement {
  const tail = isFolder(item) ? item.updateUser : formatSize(item.fileSize)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <FilePicture file={item} mark={shareMark(item)} size={30} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 text-section">
          <FileName name={item.instanceName} folder={isFolder(item)} mark={mark} />
          {item.isShared && <SharedMark item={item} />}
          <FewMarks item={item} />
          {item.isCollect && <FavoriteMark />}
        </span>
        <span className="tabular block truncate text-caption text-mut">
          {formatDateTime(item.updateTime)} · {tail}
        </span>
      </span>
    </span>
  )
}
