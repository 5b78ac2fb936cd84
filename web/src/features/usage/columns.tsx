import { formatSize } from '@clouddisk/contract/format'
import type { LargeFile, UsageFolder } from '@clouddisk/contract/usage'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { FileCell, FilePhoneRow, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import { lastFolders, PathText } from '../../ui/path-text.tsx'
import type { ColumnDef, Sort } from '../../ui/table/columns.ts'
import { t } from './strings.ts'

const Bytes = ({ size, strong }: { size: number; strong?: boolean }): ReactElement => (
  <span className={clsx('tabular truncate text-secondary', strong ? 'font-medium' : 'text-mut')}>
    {formatSize(size)}
  </span>
)

/** What the server orders them by; the column stands at the end. */
export const largestOrder: Record<'total' | 'versions', Sort> = {
  total: { column: 'chargedSize', direction: 'desc' },
  versions: { column: 'versionsSize', direction: 'desc' },
}

const name = column<LargeFile>(
  'instanceName',
  t('name'),
  { width: 'minmax(180px, 1.4fr)', fixed: true },
  (file) => <FileCell file={file} mark="" />,
)
const place = column<LargeFile>(
  'place',
  t('place'),
  { width: 'minmax(120px, 1fr)', from: 768 },
  ({ instancePath }) => <PathText path={instancePath} className="pr-2 text-secondary text-fg-2" />,
)
const modified = column<LargeFile>('updateTime', t('modified'), { width: '124px', from: 1024 }, (file) => (
  <TimeCell iso={file.updateTime} />
))
const size = column<LargeFile>(
  'fileSize',
  t('size'),
  { width: '96px', align: 'end', from: 1024 },
  ({ fileSize }) => <Bytes size={fileSize} />,
)

export const largestColumns: Record<'total' | 'versions', readonly ColumnDef<LargeFile>[]> = {
  total: [
    name,
    place,
    modified,
    size,
    column('chargedSize', t('charged'), { width: '116px', align: 'end', from: 768 }, (file) => (
      <Bytes size={file.chargedSize} strong />
    )),
  ],
  versions: [
    name,
    place,
    modified,
    size,
    column('versionCount', t('versionCount'), { width: '84px', align: 'end', from: 768 }, (file) => (
      <span className="tabular text-secondary text-fg-2">{file.versionCount}</span>
    )),
    column('versionsSize', t('versionsSize'), { width: '140px', align: 'end', from: 768 }, (file) => (
      <Bytes size={file.versionsSize} strong />
    )),
  ],
}

/** Two lines for a phone: name; what it takes, and where it lies. */
export const LargestPhoneRow = ({
  file,
  by,
}: {
  file: LargeFile
  by: 'total' | 'versions'
}): ReactElement => (
  <FilePhoneRow file={file} mark="">
    {formatSize(by === 'total' ? file.chargedSize : file.versionsSize)} · {lastFolders(file.instancePath)}
  </FilePhoneRow>
)

const asFile = ({ instanceId, instanceName }: UsageFolder) => ({
  instanceId,
  instanceName,
  classifierId: 'Folder' as const,
  fileType: '',
  versionNo: 0,
})

export const folderColumns: readonly ColumnDef<UsageFolder>[] = [
  column('instanceName', t('name'), { width: 'minmax(180px, 1fr)', fixed: true }, (folder) => (
    <FileCell file={asFile(folder)} mark="" />
  )),
  column('fileCount', t('fileCount'), { width: '96px', align: 'end', from: 768 }, ({ fileCount }) => (
    <span className="tabular text-secondary text-fg-2">{fileCount}</span>
  )),
  column('fileSize', t('size'), { width: '96px', align: 'end', from: 1024 }, ({ fileSize }) => (
    <Bytes size={fileSize} />
  )),
  column('chargedSize', t('charged'), { width: '116px', align: 'end', from: 768 }, ({ chargedSize }) => (
    <Bytes size={chargedSize} strong />
  )),
]

export const FolderPhoneRow = ({ folder }: { folder: UsageFolder }): ReactElement => (
  <FilePhoneRow file={asFile(folder)} mark="">
    {formatSize(folder.chargedSize)} · {t('kindFiles', { count: folder.fileCount })}
  </FilePhoneRow>
)
