import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime } from '../lib/format-date-time.ts'
import { FileIcon } from '../ui/file-icon.tsx'
import { FileName } from '../ui/file-name.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { openFolder } from './address.ts'
import { mayDownload, useDownload } from './download.ts'
import { t } from './strings.ts'

/** The columns of the list: name, time, size, actions. */
export const ROW = 'grid grid-cols-[minmax(0,1fr)_130px_110px_36px] items-center gap-x-4 px-5'

/** A file or folder of a link; a folder opens wherever its row is pressed. */
export function FileRow({ item, mark }: { item: Instance; mark: string }): ReactElement {
  const { busy, start } = useDownload(item)
  const isFolder = item.classifierId === 'Folder'
  const time = formatDateTime(item.updateTime)
  const size = isFolder ? undefined : formatSize(item.fileSize)
  const name = <FileName name={item.instanceName} folder={isFolder} mark={mark || undefined} />
  return (
    <li
      className={clsx(
        ROW,
        'relative h-12 border-b border-line transition-colors last:border-b-0 hover:bg-hover max-md:h-[62px] max-md:grid-cols-[minmax(0,1fr)_44px] max-md:px-4',
        // Rows out of view are not laid out.
        '[contain-intrinsic-size:auto_48px] [content-visibility:auto]',
      )}
    >
      <div className="flex min-w-0 items-center gap-3.5">
        <FileIcon folder={isFolder} ext={item.fileType} />
        <div className="min-w-0">
          {isFolder ? (
            <button
              type="button"
              className="block max-w-full text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              onClick={() => openFolder(item.instanceId)}
            >
              {name}
            </button>
          ) : (
            name
          )}
          <p className="text-caption text-mut tabular md:hidden">
            {[size, time].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <span
        className="text-secondary text-mut tabular max-md:hidden"
        title={formatFullDateTime(item.updateTime)}
      >
        {time}
      </span>
      <span className="text-right text-secondary text-mut tabular max-md:hidden">{size}</span>
      {mayDownload(item) && (
        <IconButton
          icon={Download}
          label={t('downloadOne', { name: item.instanceName })}
          tooltipSide="left"
          className="justify-self-end"
          busy={busy}
          onClick={() => void start()}
        />
      )}
    </li>
  )
}
