import { formatSize } from '@clouddisk/contract/format'
import type { UsageFolder } from '@clouddisk/contract/usage'
import { FolderOpen, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import { extensionFor, type FilesArea } from '../../lib/extension-points.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { trashIllustration } from '../../ui/illustrations.tsx'
import { TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import { ShownFoot } from '../../ui/list/list-page.tsx'
import { type ListRows, queryRows, type RowQuery } from '../../ui/list/list-rows.ts'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import type { ColumnDef, Sort } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { FolderPhoneRow, folderColumns, largestOrder } from './columns.tsx'
import { t } from './strings.ts'
import type { Usage } from './usage.ts'

/** What the page lists besides files: folders, the recycle bin, uploads. */

interface PartProps {
  usage: Usage
  query: RowQuery
}

const folderId = (folder: UsageFolder) => folder.instanceId

export function FoldersView({ usage, query, area }: PartProps & { area: FilesArea }): ReactElement {
  const list = useListPage<UsageFolder>(queryRows(query, usage.folders), { idOf: folderId })
  const open = (folder: UsageFolder) =>
    void extensionFor('navigation')?.openFolder(folder.instanceId, undefined, area)
  const phoneRow = useCallback((folder: UsageFolder) => <FolderPhoneRow folder={folder} />, [])
  const count = usage.folders.length
  return (
    <>
      <ListTable
        list={list}
        label={t('foldersList')}
        title={t('title')}
        columns={folderColumns}
        sort={largestOrder.total}
        selectable={false}
        rowLabel={(folder) => folder.instanceName}
        onOpen={open}
        menu={(_, folder) => [
          [{ name: 'usage.open-folder', label: t('openFolder'), icon: FolderOpen, run: () => open(folder) }],
        ]}
        phoneRow={phoneRow}
        state={<EmptyState title={t('noFoldersTitle')} text={t('noFoldersText')} />}
        className="md:px-6"
      />
      {count > 0 && <ShownFoot>{t('foldersShown', { count })}</ShownFoot>}
    </>
  )
}

export interface TrashViewProps {
  usage: Usage
  onOpen: () => void
  onEmpty: () => void
}

export function TrashView({ usage, onOpen, onEmpty }: TrashViewProps): ReactElement {
  const { recycleCount: count, recycleSize } = usage
  if (count === 0)
    return <EmptyState illustration={trashIllustration} title={t('trashEmpty')} text={t('trashEmptyText')} />
  const size = formatSize(recycleSize)
  return (
    <>
      <div className="flex flex-1 flex-col px-6 max-md:px-4">
        <div className="flex items-center gap-2 border-b border-line py-3.5 max-md:flex-col max-md:items-stretch">
          <TwoLines
            className="flex-1 max-md:mb-2"
            nameClass="text-section"
            name={t('trashHolds', { count, size })}
            note={t('trashText', { size })}
          />
          <Button icon={FolderOpen} onClick={onOpen}>
            {t('openTrash')}
          </Button>
          <Button danger icon={Trash2} onClick={onEmpty}>
            {t('emptyTrash')}
          </Button>
        </div>
      </div>
      <ShownFoot>{t('items', { count })}</ShownFoot>
    </>
  )
}

type Upload = Usage['uploads'][number] & { readonly id: string }

const uploadColumns: readonly ColumnDef<Upload>[] = [
  column(
    'instanceName',
    t('name'),
    { width: 'minmax(180px, 1.4fr)', fixed: true },
    (upload) => upload.instanceName,
  ),
  column(
    'createUser',
    t('uploader'),
    { width: 'minmax(96px, 1fr)', from: 768 },
    (upload) => upload.createUser,
  ),
  column('createTime', t('began'), { width: '124px', from: 768 }, (upload) => (
    <TimeCell iso={upload.createTime} />
  )),
  column('expireTime', t('expires'), { width: '124px', from: 1024 }, (upload) => (
    <TimeCell iso={upload.expireTime} />
  )),
  column('fileSize', t('size'), { width: '116px', align: 'end', from: 768 }, (upload) => (
    <span className="tabular text-secondary">{formatSize(upload.fileSize)}</span>
  )),
]

/** In which the server lists them. */
const uploadOrder: Sort = { column: 'fileSize', direction: 'desc' }
const uploadId = (upload: Upload) => upload.id
const UploadPhoneRow = (upload: Upload): ReactElement => (
  <TwoLines
    className="flex-1"
    nameClass="text-section"
    name={upload.instanceName}
    note={`${formatSize(upload.fileSize)} · ${upload.createUser}`}
  />
)

export function UploadsView({ usage, query }: PartProps): ReactElement {
  const uploads = usage.uploads.map((upload, n) => ({ ...upload, id: `${n} ${upload.createTime}` }))
  const rows: ListRows<Upload> = queryRows(query, uploads)
  const list = useListPage(rows, { idOf: uploadId })
  return (
    <>
      <ListTable
        list={list}
        label={t('uploadsList')}
        columns={uploadColumns}
        sort={uploadOrder}
        selectable={false}
        rowLabel={(upload) => upload.instanceName}
        phoneRow={UploadPhoneRow}
        state={<EmptyState title={t('noUploadsTitle')} text={t('noUploadsText')} />}
        className="md:px-6"
      />
      {uploads.length > 0 && (
        <ShownFoot>
          {uploads.length < usage.uploadCount
            ? t('moreUploads', { count: uploads.length })
            : t('uploadsShown', { count: uploads.length })}
        </ShownFoot>
      )}
    </>
  )
}
