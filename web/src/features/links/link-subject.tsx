import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { LinkTarget } from '@clouddisk/contract/links'
import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { t } from './strings.ts'
import { nameOf } from './words.ts'

type Linked = LinkTarget & Partial<Pick<Instance, 'fileSize'>>

/** What is linked, below the title: `媒体资料包.zip · 512.00 MB`, or the first of several and how many. */
export function Subject({ targets }: { targets: readonly Linked[] }): ReactElement {
  const [first] = targets
  return (
    <span className="flex items-center gap-1.5">
      {first && <FileIcon ext={first.fileType} folder={first.classifierId === 'Folder'} size={16} />}
      <span className="min-w-0 truncate">{subjectText(targets)}</span>
    </span>
  )
}

function subjectText(targets: readonly Linked[]): string {
  const name = nameOf({ targets: [...targets] })
  const [only] = targets
  if (!only || targets.length > 1) return name
  if (only.classifierId === 'Folder') return t('subjectFolder', { name })
  return only.fileSize === undefined ? name : `${name} · ${formatSize(only.fileSize)}`
}
