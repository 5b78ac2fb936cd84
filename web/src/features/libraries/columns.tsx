import { formatSize } from '@clouddisk/contract/format'
import type { LibraryFile } from '@clouddisk/contract/libraries'
import type { LibraryAttribute } from '@clouddisk/contract/library-attributes'
import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { PlainCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { isFolder } from './actions.ts'
import { t } from './strings.ts'
import { storedValue, valueText } from './value-text.ts'

/** The first attributes shown in lists get columns: as many as fit beside the categories from these widths on. */
const COLUMNS_FROM = [768, 768, 1024, 1440] as const
/** With more columns there is no space for the size. */
const SIZE_BESIDE = 3

export function fileColumns(attributes: readonly LibraryAttribute[]): readonly ColumnDef<LibraryFile>[] {
  const listed = attributes.filter(({ listDisplay }) => listDisplay).slice(0, COLUMNS_FROM.length)
  return [
    column('name', t('name'), { width: 'minmax(180px, 2.4fr)', fixed: true }, (file) => (
      <NameCell file={file} />
    )),
    ...listed.map((attribute, index) =>
      column<LibraryFile>(
        attribute.attributeId,
        attribute.attributeName,
        {
          width: attribute.type === 'date' ? '100px' : 'minmax(84px, 1fr)',
          from: COLUMNS_FROM[index] ?? 1440,
          ...(attribute.type === 'number' && { align: 'end' as const }),
        },
        (file) => {
          const text = valueText(attribute, storedValue(file, attribute.attributeId))
          return attribute.type === 'number' ? <NumberCell>{text}</NumberCell> : <PlainCell>{text}</PlainCell>
        },
      ),
    ),
    ...(listed.length <= SIZE_BESIDE ? [sizeColumn] : []),
    // The row's actions cover the end of this column.
    column('modified', t('modified'), { width: '172px', from: 1024 }, (file) => (
      <TimeCell iso={file.updateTime} />
    )),
  ]
}

const sizeColumn = column<LibraryFile>(
  'size',
  t('size'),
  { width: '96px', from: 1440, align: 'end' },
  (file) => (
    <NumberCell>{isFolder(file) && file.fileSize === 0 ? '—' : formatSize(file.fileSize)}</NumberCell>
  ),
)

/** Ends where its head does. */
const NumberCell = ({ children }: { children: string }): ReactElement => (
  <span title={children} className="tabular truncate text-secondary text-fg-2">
    {children}
  </span>
)

const NameCell = ({ file }: { file: LibraryFile }): ReactElement => (
  <span className="flex min-w-0 items-center gap-3 pr-3">
    <FileIcon ext={file.fileType} folder={isFolder(file)} />
    <FileName name={file.instanceName} folder={isFolder(file)} className="[--name-spread:start]" />
    {file.incomplete && (
      <span title={t('incomplete')} className="shrink-0 text-warn">
        <TriangleAlert size={15} aria-hidden />
        <span className="sr-only">{t('incomplete')}</span>
      </span>
    )}
  </span>
)

export function PhoneRow(props: {
  file: LibraryFile
  attributes: readonly LibraryAttribute[]
}): ReactElement {
  const { file, attributes } = props
  const values = attributes
    .filter(({ listDisplay }) => listDisplay)
    .map((attribute) => valueText(attribute, storedValue(file, attribute.attributeId)))
    .filter((text) => text !== '')
  const note = [file.incomplete && t('incomplete'), ...values.slice(0, 3), formatDateTime(file.updateTime)]
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <FileIcon ext={file.fileType} folder={isFolder(file)} size={30} />
      <span className="min-w-0">
        <FileName name={file.instanceName} folder={isFolder(file)} />
        <span className="tabular block truncate text-caption text-mut">
          {note.filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  )
}
