import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { t } from './strings.ts'
import { Tooltip } from './tooltip.tsx'

export interface CapacityBarProps {
  label: string
  /** Bytes. */
  used: number
  total: number
  unlimited: boolean
  /** The allotted part of the total: a second mark with a tooltip. */
  allotted?: number | undefined
  /** On the side menu's background. */
  side?: boolean | undefined
  className?: string | undefined
}

/**
 * Neutral to 75 %, amber to 90 %, then red with a text; unlimited space has a text without a bar (R11, R35).
 */
export function CapacityBar(props: CapacityBarProps): ReactElement {
  const { label, used, total, unlimited, allotted, side, className } = props
  const share = unlimited ? 0 : capacityShare(used, total)
  const level = capacityLevel(share)
  const text = unlimited
    ? t('unlimitedUsed', { used: formatSize(used) })
    : level === 'danger'
      ? spaceLeftText(used, total)
      : usedOfTotal(used, total)
  const colors = side ? SIDE : PAGE
  const bar = (
    <div className={clsx(side ? 'w-full' : 'w-max min-w-[132px]', className)}>
      <div className={clsx('tabular flex justify-between gap-2 text-micro whitespace-nowrap', colors.text)}>
        <span>{label}</span>
        <span className={level === 'danger' ? clsx('font-medium', colors.alarm) : undefined}>{text}</span>
      </div>
      {!unlimited && <CapacityMeter {...{ label, used, total, allotted, side }} className="mt-0.5" />}
      {/* Touch screens have no tooltips. */}
      {side && allotted !== undefined && (
        <p className={clsx('tabular mt-1 text-micro', colors.text)}>
          {t('allotted', { allotted: formatSize(allotted) })}
        </p>
      )}
    </div>
  )
  return allotted === undefined || side ? (
    bar
  ) : (
    <Tooltip label={spaceText(used, unlimited ? undefined : total, allotted)}>{bar}</Tooltip>
  )
}

/** Used, in percent too (R10), allotted and total space; an undefined total is unlimited. */
export function spaceText(used: number, total: number | undefined, allotted?: number | undefined): string {
  const sizes = {
    used: formatSize(used),
    total: formatSize(total ?? 0),
    allotted: formatSize(allotted ?? 0),
    percent: Math.round(capacityShare(used, total ?? 0) * 100),
  }
  if (allotted === undefined) return t('spaceUsed', sizes)
  return t(total === undefined ? 'unlimitedAllotted' : 'spaceAllotted', sizes)
}

/** The bar without its text. */
export function CapacityMeter(props: Omit<CapacityBarProps, 'unlimited'>): ReactElement {
  const { label, used, total, allotted, side, className } = props
  const share = capacityShare(used, total)
  const colors = side ? SIDE : PAGE
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn alike in all browsers
    <div
      role="meter"
      // Focusable, so that the tooltip is reachable by keyboard.
      tabIndex={allotted !== undefined && !side ? 0 : undefined}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={spaceText(used, total, allotted)}
      className={clsx('relative h-1 rounded-full', colors.track, className)}
    >
      <div
        className={clsx('h-full rounded-full', colors[capacityLevel(share)])}
        style={{ width: `${share * 100}%` }}
      />
      {allotted !== undefined && allotted > 0 && (
        <div
          className={clsx('absolute -inset-y-0.5 w-0.5 rounded-full', colors.mark)}
          style={{ left: `calc(${capacityShare(allotted, total)} * (100% - 2px))` }}
        />
      )}
    </div>
  )
}

const PAGE = {
  text: 'text-mut',
  alarm: 'text-danger',
  track: 'bg-press',
  neutral: 'bg-fg-2',
  warn: 'bg-warn-fill',
  danger: 'bg-danger',
  mark: 'bg-mut',
}
const SIDE = {
  text: 'text-side-mut',
  alarm: 'text-side-on-fg',
  track: 'bg-side-line',
  neutral: 'bg-side-fg',
  warn: 'bg-warn-fill',
  danger: 'bg-side-mark',
  mark: 'bg-side-mut',
}

/** Used share of the total, 0 to 1; a total of 0 is full. */
export const capacityShare = (used: number, total: number): number =>
  total <= 0 ? 1 : Math.min(1, Math.max(0, used / total))

export const capacityLevel = (share: number): 'neutral' | 'warn' | 'danger' =>
  share <= 0.75 ? 'neutral' : share <= 0.9 ? 'warn' : 'danger'

/** Warning text with the remaining space. */
export const spaceLeftText = (used: number, total: number): string =>
  used >= total ? t('spaceFull') : t('spaceLeft', { size: formatSize(total - used) })

/** Short text for a bar: `42.6 / 100 GB`, with the unit once if shared. */
export function usedOfTotal(used: number, total: number): string {
  const [a, unitA] = short(used)
  const [b, unitB] = short(total)
  return unitA === unitB || used === 0 ? `${a} / ${b} ${unitB}` : `${a} ${unitA} / ${b} ${unitB}`
}

function short(bytes: number): [amount: string, unit: string] {
  const [amount = '0', unit = 'B'] = formatSize(bytes).split(' ')
  const rounded = Number(amount) >= 100 ? Math.round(Number(amount)) : Math.round(Number(amount) * 10) / 10
  return [String(rounded), unit]
}
