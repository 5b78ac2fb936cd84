import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { levelName, t as words } from '../../../ui/classification-words.ts'
import { type DetailLines, DetailList } from '../../../ui/detail-list.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { isFolder } from './file-columns.tsx'
import { t } from './strings.ts'

interface FileDrawerProps extends OverlayControl {
  item: Instance
  /** Names from the owner's down to the item's folder. */
  path: readonly string[]
}

/** The properties of a file, without its content. */
export function FileDrawer({ item, path, ...drawer }: FileDrawerProps): ReactElement {
  const { fileType, createUser, updateUser } = item
  const type = isFolder(item)
    ? t('folder')
    : fileType
      ? t('fileOf', { ext: fileType.toUpperCase() })
      : t('file')
  const when = (who: string, time: string) => t('whoWhen', { who, when: formatFullDateTime(time) })
  const lines: DetailLines = [
    [t('type'), type],
    [t('size'), formatSize(item.fileSize)],
    [t('location'), path.join(' / ')],
    [t('createdBy'), when(createUser, item.createTime)],
    [t('changedBy'), when(updateUser, item.updateTime)],
    !isFolder(item) && [t('version'), `v${item.versionNo}`],
    [words('classification'), levelName(item.classification)],
    [t('shared'), t(item.isShared ? 'isShared' : 'notShared')],
    [t('id'), <code key="id">{item.instanceId}</code>],
  ]
  return (
    <Drawer
      {...drawer}
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
      <DetailList lines={lines} valueClass="tabular break-words select-text" />
    </Drawer>
  )
}
