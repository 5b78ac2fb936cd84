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

const NONE = '—'

const Bytes = ({ size }: { size: number | null }): ReactElement => (
  <span className="truncate text-secondary text-fg-2">{size === null ? NONE : formatSize(size)}</span>
)

const Picture = ({ row }: { row: ArchiveRow }): ReactElement => (
  <FileIcon ext={splitName(row.name).ext} folder={row.isFolder} size={26} />
)

/** Why an entry is not extracted: an icon, and words where there is space. */
function Fault({ fault }: Pick<ArchiveRow, 'fault'>): ReactElement | null {
  if (!fault) return null
  const Icon = fault === 'encrypted' ? Lock : Ban
  return (
    <span title={t(fault)} className="flex shrink-0 items-center gap-1.5 text-caption text-mut">
      <Icon size={15} aria-hidden />
      <span className="max-lg:sr-only">{t(fault)}</span>
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
    row.time === null ? <PlainCell>{NONE}</PlainCell> : <TimeCell iso={row.time} />,
  ),
  column('packed', t('packedSize'), { width: '120px', align: 'end', from: 1024 }, (row) => (
    <Bytes size={row.packedSize} />
  )),
  column('size', t('size'), { width: '104px', align: 'end' }, (row) => <Bytes size={row.size} />),
]

export const archivePhoneRow = (row: ArchiveRow): ReactElement => {
  const facts = [
    row.fault && t(row.fault),
    row.size !== null && formatSize(row.size),
    row.time !== null && formatDateTime(row.time),
  ]
  return (
    <PhoneRow
      picture={<Picture row={row} />}
      name={<FileName name={row.name} folder={row.isFolder} />}
      note={facts.filter(Boolean).join(' · ') || NONE}
    />
  )
}
