import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { LinkTarget } from '@clouddisk/contract/links'
import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { t } from './strings.ts'
import { nameOf } from './words.ts'

type Linked = LinkTarget & Partial<Pick<Instance, 'fileSize'>>

/** What is linked, below the title: `媒体资料包.zip · 512.00 MB`, or the first of several and how many. */
export function Subject({ targets }: { targets: readonly Linked[] }): ReactElement {
  const [first] = targets
  return (
    <span className="flex items-center gap-1.5">
      {first && <FileIcon ext={first.fileType} folder={first.classifierId === 'Folder'} size={16} />}
      {first && targets.length === 1 ? (
        <Only target={first} />
      ) : (
        <span className="min-w-0 truncate">{nameOf({ targets: [...targets] })}</span>
      )}
    </span>
  )
}

function Only({ target }: { target: Linked }): ReactElement {
  const { instanceName, classifierId, fileSize } = target
  const folder = classifierId === 'Folder'
  const about = folder ? t('folder') : fileSize !== undefined && formatSize(fileSize)
  return (
    <>
      <FileName name={instanceName} folder={folder} />
      {about && <span className="shrink-0">· {about}</span>}
    </>
  )
}
