import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import { Ban, Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { PhoneRow, PlainCell, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import type { ArchiveRow } from './archive-tree.ts'
import { t } from './strings.ts'

const sizeText = (bytes: number | null): string => (bytes === null ? '--' : formatSize(bytes))

const Picture = ({ row }: { row: ArchiveRow }): ReactElement => (
  <FileIcon ext={splitName(row.name).ext} folder={row.isFolder} size={26} />
)

function Fault({ fault }: Pick<ArchiveRow, 'fault'>): ReactElement | null {
  if (!fault) return null
  const Icon = fault === 'encrypted' ? Lock : Ban
  return (
    <span title={t(fault)} className="flex shrink-0 text-mut">
      <Icon size={15} aria-hidden />
      <span className="sr-only">{t(fault)}</span>
    </span>
  )
}

export const archiveColumns = (words: string): ColumnDef<ArchiveRow>[] => [
  column('name', t('name'), { width: 'minmax(200px, 1fr)' }, (row) => (
    <span className="flex min-w-0 items-center gap-3 pr-3">
      <Picture row={row} />
      <FileName name={row.name} folder={row.isFolder} mark={words || undefined} />
      <Fault fault={row.fault} />
    </span>
  )),
  column('time', t('modified'), { width: '150px', from: 768 }, (row) =>
    row.time === null ? <PlainCell>--</PlainCell> : <TimeCell iso={row.time} />,
  ),
  column('packed', t('packedSize'), { width: '120px', align: 'end', from: 1024 }, (row) =>
    sizeText(row.packedSize),
  ),
  column('size', t('size'), { width: '104px', align: 'end' }, (row) => sizeText(row.size)),
]

export const archivePhoneRow = (row: ArchiveRow): ReactElement => (
  <PhoneRow
    picture={<Picture row={row} />}
    name={<FileName name={row.name} folder={row.isFolder} />}
    note={[sizeText(row.size), formatDateTime(row.time), row.fault && t(row.fault)]
      .filter(Boolean)
      .join(' · ')}
  />
)
