import type { Instance } from '@clouddisk/contract/files'
import type { LabelColor } from '@clouddisk/contract/label-names'
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

const CHIP = 'inline-flex h-5 min-w-0 items-center gap-1.5 rounded-s bg-field px-1.5 text-caption text-fg-2'

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
  /** Of the width of the cell that they are in. */
  share?: number | undefined
  /** Whether a click on one shows all items that have it. */
  filters?: boolean | undefined
}

/** As many labels as fit into a part of the cell, and how many there are besides. */
export function LabelChips({ item, share = 0.5, filters = false }: LabelChipsProps): ReactElement | null {
  const { labels, labelColors } = item
  const element = useRef<HTMLSpanElement>(null)
  const [room, setRoom] = useState(0)
  const onFilter = useLabelFilter()
  const fonts = useFonts()
  useLayoutEffect(() => {
    const cell = element.current?.closest('[role=gridcell], [role=row], [role=dialog]')
    if (!cell) return
    const measure = () => setRoom(cell.clientWidth * share)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(cell)
    return () => observer.disconnect()
  }, [share])
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths are others with other fonts
  const widths = useMemo(
    () => labels.map((label) => Math.min(NAME_MAX, Math.ceil(textWidth(label, FONT_SIZE))) + BESIDE_NAME),
    [labels, fonts],
  )
  const shown = fitLabels(widths, { room, gap: GAP, more: MORE })
  if (labels.length === 0) return null
  const names = t('labels', { names: labels.join(t('separator')) })
  return (
    <span
      ref={element}
      title={names}
      style={{ maxWidth: `${Math.round(room)}px` }}
      className="flex min-w-0 shrink-0 items-center gap-1"
    >
      <span className="sr-only">{names}</span>
      {labels.slice(0, shown).map((name, index) => (
        <LabelChip
          key={name}
          name={name}
          color={labelColors[index] ?? 'gray'}
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
