import type { Instance } from '@clouddisk/contract/files'
import { type LabelColor, labelKey } from '@clouddisk/contract/label-names'
import { clsx } from 'clsx'
import { type ReactElement, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { texts } from '../lib/i18n.ts'
import { useLabelFilter } from '../lib/label-filter.ts'
import { fitLabels } from './fit-labels.ts'
import { textWidth, useFonts } from './text-width.ts'

/** Labels of files and folders: a dot in the label's color, and its name. */

const t = texts('ui-labels', {
  labels: ['标签：{{names}}', 'Labels: {{names}}'],
  filterBy: ['筛选标签“{{name}}”', 'Show items labeled {{name}}'],
  separator: ['、', ', '],
})

export const LabelDot = ({ color, size = 7 }: { color: LabelColor; size?: number }): ReactElement => (
  <span
    aria-hidden
    className="shrink-0 rounded-full"
    style={{ width: size, height: size, background: `var(--label-${color})` }}
  />
)

const CHIP =
  'inline-flex h-5 min-w-0 items-center gap-1.5 rounded-s bg-field px-1.5 text-caption text-fg-2 group-aria-selected/row:bg-bg'

export interface LabelChipProps {
  name: string
  color: LabelColor
  /** Shows the items that have it; keyboards have the filter for it. */
  onFilter?: ((label: string) => void) | undefined
}

export const LabelChip = ({ name, color, onFilter }: LabelChipProps): ReactElement => {
  const content = (
    <>
      <LabelDot color={color} />
      <span className="truncate">{name}</span>
    </>
  )
  return onFilter ? (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('filterBy', { name })}
      title={t('filterBy', { name })}
      onClick={(event) => {
        event.stopPropagation()
        onFilter(name)
      }}
      className={clsx(CHIP, 'finger relative hover:bg-press hover:text-fg')}
    >
      {content}
    </button>
  ) : (
    <span className={CHIP}>{content}</span>
  )
}

const FONT_SIZE = 12
/** Beside the name: padding, dot, gap. */
const BESIDE_NAME = 2 * 6 + 7 + 6
const NAME_MAX = 140
const GAP = 4
const MORE = 28

interface LabelChipsProps {
  item: Pick<Instance, 'labels' | 'labelColors'>
  /** Px of the cell that they are in which are left to others: its icon, and enough of the name. */
  reserved?: number | undefined
  /** Of the cell at most, from 0 to 1. */
  share?: number | undefined
  /** Labels that begin with it come first. */
  keyword?: string | undefined
  /** Whether a click on one shows all items that have it. */
  filters?: boolean | undefined
}

/** For the beginning of one label, and how many there are besides. */
const ROOM_MIN = 88

/** As many labels as fit into a part of the cell, and how many there are besides. */
export const LabelChips = (props: LabelChipsProps): ReactElement | null =>
  props.item.labels.length > 0 ? <FittingChips {...props} /> : null

/** Mounted with the first label, so that its cell is measured then. */
function FittingChips(props: LabelChipsProps): ReactElement {
  const { item, reserved = 210, share = 0.5, keyword = '', filters = false } = props
  const { labels, labelColors } = item
  const order = useMemo(() => orderOf(labels, keyword), [labels, keyword])
  const element = useRef<HTMLSpanElement>(null)
  const [room, setRoom] = useState(0)
  const onFilter = useLabelFilter()
  const fonts = useFonts()
  useLayoutEffect(() => {
    const cell = element.current?.closest('[role=gridcell], [role=row], [role=dialog]')
    if (!cell) return
    const measure = () =>
      setRoom(Math.max(ROOM_MIN, Math.min(cell.clientWidth * share, cell.clientWidth - reserved)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(cell)
    return () => observer.disconnect()
  }, [reserved, share])
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths are others with other fonts
  const widths = useMemo(
    () =>
      order.map(
        (place) => Math.min(NAME_MAX, Math.ceil(textWidth(labels[place] ?? '', FONT_SIZE))) + BESIDE_NAME,
      ),
    [labels, order, fonts],
  )
  const shown = fitLabels(widths, { room, gap: GAP, more: MORE })
  const names = t('labels', { names: labels.join(t('separator')) })
  return (
    <span
      ref={element}
      title={names}
      style={{ maxWidth: `${Math.round(room)}px` }}
      className="flex min-w-0 shrink-0 items-center gap-1"
    >
      <span className="sr-only">{names}</span>
      {order.slice(0, shown).map((place) => (
        <LabelChip
          key={place}
          name={labels[place] ?? ''}
          color={labelColors[place] ?? 'gray'}
          onFilter={filters ? onFilter : undefined}
        />
      ))}
      {shown < labels.length && (
        <span aria-hidden className="tabular shrink-0 text-caption text-mut">
          +{labels.length - shown}
        </span>
      )}
    </span>
  )
}

/** Places of the labels, those that begin with the keyword first. */
function orderOf(labels: readonly string[], keyword: string): number[] {
  const key = labelKey(keyword)
  const places = labels.map((_, place) => place)
  const begins = (place: number) => key !== '' && labelKey(labels[place] ?? '').startsWith(key)
  return [...places.filter(begins), ...places.filter((place) => !begins(place))]
}
