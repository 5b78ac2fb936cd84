import type { SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { Chip } from '../../../ui/chip.tsx'
import { ClassificationBadge } from '../../../ui/classification-badge.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { FilePhoneRow, OwnerCell, TimeByCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { TimeLeft, timeLeft, timeLeftText } from '../time-left.tsx'
import { t } from './strings.ts'

const isFolder = (item: SecondTrashItem) => item.classifierId === 'Folder'
const pathText = ({ originalPath }: SecondTrashItem): string => originalPath.split('/').join(' / ')

const Name = ({ item, mark }: { item: SecondTrashItem; mark: string }): ReactElement => (
  <span className="flex min-w-0 items-center gap-3.5 pr-3">
    <FileIcon ext={item.fileType} folder={isFolder(item)} />
    <span className="min-w-0">
      <span className="flex items-center gap-1.5">
        <FileName name={item.instanceName} folder={isFolder(item)} mark={mark} />
        <ClassificationBadge level={item.classification} />
      </span>
      <span className="block truncate text-caption text-mut" title={pathText(item)}>
        {pathText(item)}
      </span>
    </span>
  </span>
)

/** Whose it was; said where nobody is left to have it back. */
const Owner = ({ item }: { item: SecondTrashItem }): ReactElement => (
  <OwnerCell type={item.ownerType} name={item.ownerName}>
    {item.ownerExists ? (
      <span className="block truncate text-caption text-mut">
        {t(item.ownerType === 'user' ? 'personal' : 'groups')}
      </span>
    ) : (
      <Chip tone="warn">{t(item.ownerType === 'user' ? 'personGone' : 'groupGone')}</Chip>
    )}
  </OwnerCell>
)

/** Their ids are what the call orders by. */
export const adminTrashColumns = (mark: string): readonly ColumnDef<SecondTrashItem>[] => [
  column(
    'instanceName',
    t('name'),
    { width: 'minmax(180px, 1.6fr)', sort: 'instanceName', fixed: true },
    (item) => <Name item={item} mark={mark} />,
  ),
  column('owner', t('whose'), { width: 'minmax(130px, 0.8fr)', from: 768 }, (item) => <Owner item={item} />),
  column(
    'deleteTime',
    t('deletedAt'),
    { width: '136px', from: 768, sort: 'deleteTime', descFirst: true },
    (item) => <TimeByCell iso={item.deleteTime} by={t('by', { who: item.deleteUser })} />,
  ),
  column('expireTime', t('left'), { width: '184px', from: 1024, sort: 'expireTime' }, (item) => (
    <TimeLeft expireTime={item.expireTime} />
  )),
  column(
    'fileSize',
    t('size'),
    { width: '96px', align: 'end', from: 768, sort: 'fileSize', descFirst: true },
    (item) => (
      <span className="min-w-0 text-right">
        <span className="tabular block truncate text-secondary text-fg-2">{formatSize(item.fileSize)}</span>
        {isFolder(item) && (
          <span className="tabular block truncate text-caption text-mut">
            {t('files', { count: item.fileCount })}
          </span>
        )}
      </span>
    ),
  ),
]

/** Two lines for a phone: name; whose, how long it stays, its size. */
export function AdminTrashPhoneRow({ item, mark }: { item: SecondTrashItem; mark: string }): ReactElement {
  return (
    <FilePhoneRow file={item} mark={mark}>
      {[item.ownerName, timeLeftText(timeLeft(item.expireTime).days), formatSize(item.fileSize)].join(' · ')}
    </FilePhoneRow>
  )
}
