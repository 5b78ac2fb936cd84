import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { FoundInstance } from '@clouddisk/contract/search'
import { Link, Star } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { ClassificationBadge } from '../../ui/classification-badge.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { LabelChips } from '../../ui/label-chips.tsx'
import { TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import { Marked, MarkedLine } from '../../ui/marks.tsx'
import { lastFolders, PathText } from '../../ui/path-text.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { isFolder, openLocation } from './open.ts'
import { t } from './strings.ts'

interface FoundProps {
  item: FoundInstance
  keyword: string
}

const SmallLine = ({ title, children }: { title?: string; children: ReactNode }): ReactElement => (
  <span title={title} className="tabular block truncate text-caption text-mut">
    {children}
  </span>
)

/** Icon and name; below it a note, and the line of its text that matches. */
const Name = ({ item, keyword, note, size }: FoundProps & { note?: string; size?: number }): ReactElement => (
  <span className="flex min-w-0 items-center gap-3.5 pr-3">
    <FileIcon ext={item.fileType} folder={isFolder(item)} {...(size && { size })} />
    <span className="min-w-0">
      <span className="block truncate" title={item.instanceName}>
        <Marked text={item.instanceName} keyword={keyword} marks={item.match.marks} />
      </span>
      {note && <SmallLine>{note}</SmallLine>}
      {item.match.snippet && (
        <SmallLine title={item.match.snippet}>
          <MarkedLine text={item.match.snippet} keyword={keyword} />
        </SmallLine>
      )}
    </span>
    <LabelChips item={item} keyword={keyword} reserved={size ? 280 : undefined} filters={!size} />
    <ClassificationBadge level={item.classification} />
    {item.isLinked && (
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('linkMark')}
        title={t('linkMark')}
        onClick={(event) => {
          event.stopPropagation()
          extensionFor('links')?.open({ items: [item] })
        }}
        className="finger relative shrink-0 rounded-s text-mut hover:text-fg"
      >
        <Link size={15} aria-hidden />
      </button>
    )}
    {item.isCollect && <FavoriteMark />}
  </span>
)

export const FavoriteMark = (): ReactElement => (
  <Star
    size={15}
    role="img"
    aria-label={t('favoriteMark')}
    className="shrink-0 fill-warn-fill text-warn-fill"
  />
)

/** The folders that an item lies in; a click opens them. */
export const Place = ({ item }: { item: Instance }): ReactElement => (
  <button
    type="button"
    // The row has the keys; the menu has this too.
    tabIndex={-1}
    onClick={(event) => {
      event.stopPropagation()
      void openLocation(item)
    }}
    className="min-w-0 rounded-s pr-3 text-secondary text-fg-2 hover:text-accent-text hover:underline"
  >
    <PathText path={item.instancePath} />
  </button>
)

export const sizeOf = (item: Instance): string =>
  isFolder(item) && item.fileSize === 0 ? '—' : formatSize(item.fileSize)

export const SizeCell = ({ item }: { item: Instance }): ReactElement => (
  <span className="tabular truncate text-secondary text-fg-2">{sizeOf(item)}</span>
)

export const foundColumns = (keyword: string): readonly ColumnDef<FoundInstance>[] => [
  column(
    'instanceName',
    t('name'),
    { width: 'minmax(180px, 1.4fr)', sort: 'instanceName', fixed: true },
    (item) => <Name item={item} keyword={keyword} />,
  ),
  column('place', t('place'), { width: 'minmax(120px, 1fr)', from: 768 }, (item) => <Place item={item} />),
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
    (item) => <SizeCell item={item} />,
  ),
]

/** Of a list in which some rows have the third line. */
export const SNIPPET_PHONE_ROW_HEIGHT = 80

/** For a phone: name; time and location; the line that matches, if there is one. */
export const FoundPhoneRow = ({ item, keyword }: FoundProps): ReactElement => (
  <span className="min-w-0 flex-1">
    <Name
      item={item}
      keyword={keyword}
      note={`${formatDateTime(item.updateTime)} · ${lastFolders(item.instancePath)}`}
      size={30}
    />
  </span>
)
