import type { Instance } from '@clouddisk/contract/files'
import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import { memo, type ReactElement, useRef } from 'react'
import { usePhone } from '../lib/media-query.ts'
import { FileIcon } from '../ui/file-icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { isSelected } from '../ui/selection.ts'
import { hasThumbnail } from '../ui/thumbnail/is-picture.ts'
import { TileName } from '../ui/tile-name.tsx'
import { CAPTION, GAP, useTileSize } from '../ui/use-tile-size.ts'
import { openFolder } from './address.ts'
import { useDownload } from './download.ts'
import { mayDownload } from './downloadable.ts'
import { ItemPicture } from './item-picture.tsx'
import type { ItemsProps } from './items-props.ts'
import { mayPreview } from './preview/preview-host.tsx'
import { SelectBox } from './select-box.tsx'
import { t } from './strings.ts'
import { useListInput } from './use-list-input.ts'

/** Files and folders of a link as tiles, those of pictures and documents with what is in them. */
export function Tiles({ items, selection, onPreview }: ItemsProps): ReactElement {
  const element = useRef<HTMLUListElement>(null)
  const gutter = usePhone() ? 16 : 20
  const { width, height } = useTileSize(element, gutter)
  const handlers = useListInput(selection)
  return (
    <ul
      ref={element}
      aria-label={t('list')}
      {...handlers}
      className="flex flex-wrap"
      style={{ gap: GAP, padding: gutter }}
    >
      {items.map((item, index) => (
        <Tile
          key={item.instanceId}
          item={item}
          index={index}
          width={width}
          height={height}
          selectable={selection.keys.length > 0}
          selected={isSelected(selection.state, item.instanceId)}
          onPreview={onPreview}
        />
      ))}
    </ul>
  )
}

interface TileProps {
  item: Instance
  index: number
  width: number
  height: number
  selectable: boolean
  selected: boolean
  onPreview: (file: Instance) => void
}

const Tile = memo(function Tile(props: TileProps): ReactElement {
  const { item, index, width, height, selectable, selected, onPreview } = props
  const { busy, start } = useDownload()
  const isFolder = item.classifierId === 'Folder'
  const name = <TileName name={item.instanceName} mark="" tileWidth={width} />
  return (
    <li
      data-index={index}
      style={{ width, height }}
      className={clsx(
        'group/tile relative flex flex-col rounded-l border [content-visibility:auto]',
        selected
          ? 'border-accent bg-accent-soft ring-1 ring-accent'
          : 'border-line bg-bg hover:border-line-2',
      )}
    >
      {selectable && (
        <SelectBox name={item.instanceName} selected={selected} className="absolute top-2 left-2" />
      )}
      <span
        className={clsx(
          'relative flex min-h-0 flex-1 items-center justify-center rounded-t-[11px]',
          !selected && 'bg-canvas',
        )}
      >
        <FileIcon ext={item.fileType} folder={isFolder} size={isFolder ? 56 : 52} />
        {hasThumbnail(item.fileType) && !isFolder && (
          <ItemPicture item={item} large className="rounded-t-[11px] object-cover" />
        )}
      </span>
      <span style={{ height: CAPTION }} className="flex shrink-0 items-center gap-2 px-3 text-secondary">
        <FileIcon ext={item.fileType} folder={isFolder} size={18} />
        {isFolder || mayPreview(item) ? (
          <button
            type="button"
            data-open
            className="flex min-w-0 flex-1 text-left outline-none after:absolute after:inset-0 after:rounded-l focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            onClick={() => (isFolder ? openFolder(item.instanceId) : onPreview(item))}
          >
            {name}
          </button>
        ) : (
          name
        )}
      </span>
      {mayDownload(item) && (
        <IconButton
          icon={Download}
          size="small"
          label={t('downloadOne', { name: item.instanceName })}
          tooltipSide="left"
          className="absolute! top-1.5 right-1.5 border border-line bg-bg opacity-0 shadow-1 group-hover/tile:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
          busy={busy}
          onClick={() => void start([item])}
        />
      )}
    </li>
  )
})
