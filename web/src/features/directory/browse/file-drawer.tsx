import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement, ReactNode } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { isFolder } from './file-columns.tsx'
import { t } from './strings.ts'

interface FileDrawerProps {
  item: Instance
  /** Names from the owner's down to the folder that it lies in. */
  way: readonly string[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What is known of somebody's file, without what is in it. */
export function FileDrawer({ item, way, open, onOpenChange }: FileDrawerProps): ReactElement {
  const { fileType, createUser, updateUser } = item
  const type = isFolder(item)
    ? t('folder')
    : fileType
      ? t('fileOf', { ext: fileType.toUpperCase() })
      : t('file')
  const when = (who: string, time: string) => t('whoWhen', { who, when: formatFullDateTime(time) })
  const lines: readonly (readonly [string, ReactNode])[] = [
    [t('type'), type],
    [t('size'), formatSize(item.fileSize)],
    [t('location'), way.join(' / ')],
    [t('createdBy'), when(createUser, item.createTime)],
    [t('changedBy'), when(updateUser, item.updateTime)],
    ...(isFolder(item) ? [] : [[t('version'), `v${item.versionNo}`] as const]),
    [t('shared'), t(item.isShared ? 'isShared' : 'notShared')],
    [t('id'), <code key="id">{item.instanceId}</code>],
  ]
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="right"
      title={
        <span className="flex min-w-0 items-center gap-3">
          <FileIcon ext={fileType} folder={isFolder(item)} />
          <span className="truncate" title={item.instanceName}>
            {item.instanceName}
          </span>
        </span>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3 text-body">
        {lines.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-secondary text-mut">{label}</dt>
            <dd className="tabular break-words select-text">{value}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  )
}
