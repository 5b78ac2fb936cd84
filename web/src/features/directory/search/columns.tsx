import type { FoundFile } from '@clouddisk/contract/admin-files'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { FileCell, FilePhoneRow, OwnerCell, TimeByCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { t } from './strings.ts'

const placeText = ({ instancePath }: FoundFile): string => instancePath.split('/').join(' / ')

/** Whose space it lies in, and of which kind that is. */
const Owner = ({ item }: { item: FoundFile }): ReactElement => (
  <OwnerCell
    type={item.kind === 'person' ? 'user' : item.kind === 'group' ? 'group' : 'department'}
    name={item.ownerName}
  >
    <span className="block truncate text-caption text-mut">{t(item.kind)}</span>
  </OwnerCell>
)

export const searchResultColumns = (mark: string): readonly ColumnDef<FoundFile>[] => [
  column('instanceName', t('name'), { width: 'minmax(180px, 1.4fr)', fixed: true }, (item) => (
    <FileCell file={item} mark={mark} />
  )),
  column('place', t('place'), { width: 'minmax(120px, 1fr)', from: 1024 }, (item) => (
    <span title={placeText(item)} className="truncate pr-3 text-secondary text-fg-2">
      {placeText(item)}
    </span>
  )),
  column('owner', t('whose'), { width: 'minmax(130px, 0.8fr)', from: 768 }, (item) => <Owner item={item} />),
  column('updateTime', t('changed'), { width: '136px', from: 768 }, (item) => (
    <TimeByCell iso={item.updateTime} by={t('by', { who: item.updateUser })} />
  )),
  column('fileSize', t('size'), { width: '96px', align: 'end', from: 768 }, (item) => (
    <span className="tabular truncate text-secondary text-fg-2">{formatSize(item.fileSize)}</span>
  )),
]

/** Two lines for a phone: name; whose, when it changed, its size. */
export const SearchResultPhoneRow = ({ item, mark }: { item: FoundFile; mark: string }): ReactElement => (
  <FilePhoneRow file={item} mark={mark}>
    {[item.ownerName, formatDateTime(item.updateTime), formatSize(item.fileSize)].join(' · ')}
  </FilePhoneRow>
)
