// biome-ignore-all lint/a11y/useSemanticElements: tiles are drawn as they come into view, which a table element cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus, aria-activedescendant says where it is
import type { Instance } from '@clouddisk/contract/files'
import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type HTMLAttributes, memo, type ReactElement, type ReactNode } from 'react'
import { CheckboxMark } from '../../ui/checkbox.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { LabelChips } from '../../ui/label-chips.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Thumbnail } from '../../ui/thumbnail/thumbnail.tsx'
import { TileName } from '../../ui/tile-name.tsx'
import { CAPTION } from '../../ui/use-tile-size.ts'
import { FavoriteMark, FewMarks, isFolder, shareMark } from './columns.tsx'
import { t } from './strings.ts'

interface TileProps {
  id: string
  index: number
  column: number
  item: Instance | undefined
  width: number
  height: number
  selected: boolean
  selecting: boolean
  cursor: boolean
  mark: string
  editor: ReactNode
  rowProps: (item: Instance) => HTMLAttributes<HTMLElement>
}

const NO_PROPS: HTMLAttributes<HTMLElement> = {}

/** One tile: type icon with the name below. */
export const Tile = memo(function Tile(props: TileProps): ReactElement {
  const { id, index, column, item, width, height, selected, selecting, cursor, editor } = props
  const { className, ...extra } = item ? props.rowProps(item) : NO_PROPS
  return (
    <div
      role="gridcell"
      {...extra}
      id={id}
      data-index={index}
      aria-colindex={column + 1}
      aria-selected={selected}
      aria-busy={item === undefined || undefined}
      style={{ width, height }}
      className={clsx(
        'group/row relative flex shrink-0 flex-col rounded-l border',
        selected
          ? 'border-accent bg-accent-soft ring-1 ring-accent'
          : 'border-line bg-bg hover:border-line-2',
        cursor && 'outline-2 outline-offset-2 outline-focus',
        className,
      )}
    >
      {item ? <TileBody {...props} item={item} /> : <Skeleton box className="m-3 h-full rounded-m" />}
      {item && !editor && (
        <>
          <button
            type="button"
            role="checkbox"
            tabIndex={-1}
            data-select
            aria-checked={selected}
            aria-label={t('selectRow', { name: item.instanceName })}
            className={clsx(
              'absolute top-0 left-0 p-2 group-hover/row:opacity-100 pointer-coarse:opacity-100',
              selected || selecting ? '' : 'opacity-0',
            )}
          >
            <CheckboxMark checked={selected} />
          </button>
          <button
            type="button"
            tabIndex={-1}
            data-menu
            aria-label={t('menuOf', { name: item.instanceName })}
            className="absolute top-1.5 right-1.5 flex size-7 items-center justify-center rounded-s border border-line bg-bg text-fg-2 opacity-0 shadow-1 group-hover/row:opacity-100 hover:bg-hover pointer-coarse:size-9 pointer-coarse:opacity-100"
          >
            <Ellipsis size={16} aria-hidden />
          </button>
        </>
      )}
    </div>
  )
})

function TileBody({ item, mark, editor, selected, width }: TileProps & { item: Instance }): ReactElement {
  return (
    <>
      <span
        data-drag
        className={clsx(
          'relative flex min-h-0 flex-1 items-center justify-center rounded-t-[11px]',
          selected ? '' : 'bg-canvas',
        )}
      >
        <FileIcon
          ext={item.fileType}
          folder={isFolder(item)}
          size={isFolder(item) ? 56 : 52}
          mark={shareMark(item)}
        />
        <Thumbnail item={item} large className="rounded-t-[11px] object-cover" />
        <span className="absolute right-2.5 bottom-2 flex items-center gap-1.5">
          <FewMarks item={item} labels="none" />
          {item.isCollect && <FavoriteMark />}
        </span>
        {item.labels.length > 0 && (
          <span className="absolute bottom-2 left-2.5 flex max-w-full">
            <LabelChips item={item} reserved={50} filters />
          </span>
        )}
      </span>
      <span
        data-drag
        style={{ height: CAPTION }}
        className="flex shrink-0 items-center gap-2 px-3 text-secondary"
      >
        {editor ?? (
          <>
            <FileIcon ext={item.fileType} folder={isFolder(item)} size={18} />
            <TileName name={item.instanceName} mark={mark} tileWidth={width} />
          </>
        )}
      </span>
    </>
  )
}
