import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import { memo, type ReactElement, Suspense } from 'react'
import { formatDateTime, formatFullDateTime } from '../lib/format-date-time.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { FileIcon } from '../ui/file-icon.tsx'
import { FileName } from '../ui/file-name.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { isPicture } from '../ui/thumbnail/is-picture.ts'
import type { ThumbnailProps } from '../ui/thumbnail/thumbnail-picture.tsx'
import { openFolder } from './address.ts'
import { FIRST_PAGE_SIZE } from './calls.ts'
import { useDownload } from './download.ts'
import { mayDownload } from './downloadable.ts'
import { mayPreview } from './preview/preview-host.tsx'
import { SelectBox } from './select-box.tsx'
import { t } from './strings.ts'

/** The columns of the list: box, name, time, size, actions. */
export const rowClass = (selectable: boolean): string =>
  clsx(
    'grid items-center gap-x-4 px-5 max-md:px-4',
    selectable
      ? 'grid-cols-[18px_minmax(0,1fr)_130px_110px_36px] max-md:grid-cols-[18px_minmax(0,1fr)_44px]'
      : 'grid-cols-[minmax(0,1fr)_130px_110px_36px] max-md:grid-cols-[minmax(0,1fr)_44px]',
  )

export interface FileRowProps {
  item: Instance
  index: number
  selectable: boolean
  selected: boolean
  /** Instead of its plain name. */
  name?: ReactElement | undefined
  /** Below the name. */
  place?: ReactElement | undefined
  onPreview: (file: Instance) => void
}

/** Without it the icon stays. */
const nothing = (_: ThumbnailProps) => null
const loadPicture = () => import('./item-picture.tsx').catch(() => ({ ItemPicture: nothing }))
const ItemPicture = lazyPart(loadPicture, 'ItemPicture')

/** A file or folder of a link; it opens wherever its row is pressed. */
export const FileRow = memo(function FileRow(props: FileRowProps): ReactElement {
  const { item, index, selectable, selected, place, onPreview } = props
  const { busy, start } = useDownload()
  const isFolder = item.classifierId === 'Folder'
  const opens = isFolder || mayPreview(item)
  const open = () => (isFolder ? openFolder(item.instanceId) : onPreview(item))
  const time = formatDateTime(item.updateTime)
  const size = isFolder ? undefined : formatSize(item.fileSize)
  const name = props.name ?? <FileName name={item.instanceName} folder={isFolder} />
  return (
    <li
      data-index={index}
      className={clsx(
        rowClass(selectable),
        'relative border-b border-line transition-colors last:border-b-0',
        place ? 'h-14 max-md:h-20' : 'h-12 max-md:h-[62px]',
        selected ? 'bg-sel hover:bg-sel-hover' : 'hover:bg-hover',
        // Of many rows those out of view are not laid out; the first ones would be laid out twice to see where they are.
        index >= FIRST_PAGE_SIZE && '[contain-intrinsic-size:auto_48px] [content-visibility:auto]',
      )}
    >
      {selectable && <SelectBox name={item.instanceName} selected={selected} />}
      <div className="flex min-w-0 items-center gap-3.5">
        <span className="relative flex shrink-0">
          <FileIcon folder={isFolder} ext={item.fileType} />
          {isPicture(item.fileType) && !isFolder && (
            <Suspense>
              <ItemPicture item={item} className="rounded-s object-cover" />
            </Suspense>
          )}
        </span>
        <div className="min-w-0">
          {opens ? (
            <button
              type="button"
              data-open
              className="block min-h-6 max-w-full text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              onClick={open}
            >
              {name}
            </button>
          ) : (
            name
          )}
          {place}
          <p className="truncate text-caption text-mut tabular md:hidden">
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
          className="relative justify-self-end"
          busy={busy}
          onClick={() => void start([item])}
        />
      )}
    </li>
  )
})
