import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { FoundInstance } from '@clouddisk/contract/search'
import { Star } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { Marked, MarkedLine } from './marks.tsx'
import { isFolder, openLocation } from './open.ts'
import { t } from './strings.ts'

const locationOf = ({ instancePath }: Instance): string => instancePath.split('/').join(' / ')

interface FoundProps {
  item: FoundInstance
  keyword: string
}

const Name = ({
  item,
  keyword,
  note,
  size,
}: FoundProps & { note?: ReactNode; size?: number }): ReactElement => (
  <span className="flex min-w-0 items-center gap-3.5 pr-3">
    <FileIcon ext={item.fileType} folder={isFolder(item)} {...(size && { size })} />
    <span className="min-w-0">
      <span className="block truncate" title={item.instanceName}>
        <Marked text={item.instanceName} keyword={keyword} marks={item.match.marks} />
      </span>
      {note && <span className="tabular block truncate text-caption text-mut">{note}</span>}
    </span>
    {item.isCollect && (
      <Star
        size={15}
        role="img"
        aria-label={t('favoriteMark')}
        className="shrink-0 fill-warn-fill text-warn-fill"
      />
    )}
  </span>
)

/** The line of its text that matches. */
const snippetOf = ({ item: { match }, keyword }: FoundProps): ReactNode =>
  match.snippet && (
    <span title={match.snippet}>
      <MarkedLine text={match.snippet} keyword={keyword} />
    </span>
  )

export const foundColumns = (keyword: string): readonly ColumnDef<FoundInstance>[] => [
  column(
    'instanceName',
    t('name'),
    { width: 'minmax(180px, 1.4fr)', sort: 'instanceName', fixed: true },
    (item) => <Name item={item} keyword={keyword} note={snippetOf({ item, keyword })} />,
  ),
  column('place', t('place'), { width: 'minmax(120px, 1fr)', from: 768 }, (item) => (
    <button
      type="button"
      // The row has the keys; the menu has this too.
      tabIndex={-1}
      title={locationOf(item)}
      onClick={(event) => {
        event.stopPropagation()
        void openLocation(item)
      }}
      className="min-w-0 truncate rounded-s pr-3 text-left text-secondary text-fg-2 hover:text-accent-text hover:underline"
    >
      {locationOf(item)}
    </button>
  )),
  column('updateUser', t('updatedBy'), { width: '112px', from: 1024 }, (item) => item.updateUser),
  column(
    'updateTime',
    t('modified'),
    { width: '128px', from: 768, sort: 'updateTime', descFirst: true },
    (item) => <TimeCell iso={item.updateTime} />,
  ),
  column(
    'fileSize',
    t('size'),
    { width: '96px', align: 'end', from: 768, sort: 'fileSize', descFirst: true },
    (item) => (
      <span className="tabular truncate text-secondary text-fg-2">
        {isFolder(item) && item.fileSize === 0 ? '—' : formatSize(item.fileSize)}
      </span>
    ),
  ),
]

/** Two lines for a phone: name; the line that matches, or location and time. */
export const FoundPhoneRow = ({ item, keyword }: FoundProps): ReactElement => (
  <span className="min-w-0 flex-1">
    <Name
      item={item}
      keyword={keyword}
      note={snippetOf({ item, keyword }) ?? `${locationOf(item)} · ${formatDateTime(item.updateTime)}`}
      size={30}
    />
  </span>
)
