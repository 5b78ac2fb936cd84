import type { ContentReading, LeftOver } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { BrushCleaning, ChevronDown, Info, ShieldCheck } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { usePhone } from '../../lib/media-query.ts'
import { formatCount } from './bucket-labels.ts'
import { t } from './strings.ts'

export interface SettingListProps {
  reading: ContentReading | undefined
  /** The default bucket is set on the server. */
  fixed: boolean
}

/** Where new content is stored, and the automatic maintenance; folded on a phone. */
export function SettingList({ reading, fixed }: SettingListProps): ReactElement {
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="-mx-6 shrink-0 border-t border-line text-caption text-mut max-md:-mx-4">
      {phone && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex h-11 w-full items-center gap-2 px-4 text-secondary text-fg-2 outline-focus focus-visible:-outline-offset-2"
        >
          <Info size={16} aria-hidden />
          <span className="flex-1 text-left">{t('howTitle')}</span>
          <ChevronDown size={16} aria-hidden className={open ? undefined : 'rotate-180'} />
        </button>
      )}
      <div
        id={id}
        hidden={phone && !open}
        className="flex min-h-10 flex-col justify-center gap-y-1 px-6 py-2 max-md:px-4 max-md:pt-0 max-md:pb-3 [&[hidden]]:hidden"
      >
        <span className="flex items-start gap-2">
          <Info size={14} className="mt-px shrink-0 max-md:hidden" aria-hidden />
          <span>
            {t('legend')} {fixed && t('fixed')}
          </span>
        </span>
        {reading && <ScrubLine reading={reading} />}
        {reading && <GarbageLine left={reading.leftovers} />}
      </div>
    </div>
  )
}

/** When the whole content was last verified, and the progress of the current run. */
const ScrubLine = ({ reading }: { reading: ContentReading }): ReactElement => (
  <span className="flex items-start gap-2">
    <ShieldCheck size={14} className="mt-px shrink-0 max-md:hidden" aria-hidden />
    <span>{t('readLine', { words: partsOf(reading).join(t('readJoin')) })}</span>
  </span>
)

function partsOf({ days, buckets, repaired }: ContentReading): string[] {
  // What all of them have behind them is as old as the oldest.
  const times = buckets.flatMap(({ wholeTime }) => (wholeTime === null ? [] : [wholeTime])).sort()
  const whole = times.length === buckets.length ? times[0] : undefined
  const last = whole === undefined ? t('readNotYet') : t('readWhole', { time: timeInSentence(whole) })
  if (days === 0) return [t('readNever'), last]
  const running = buckets.filter(({ beginTime, endTime }) => beginTime !== null && endTime === null)
  const done = running.reduce((sum, { bytes }) => sum + bytes, 0)
  const all = running.reduce((sum, { allBytes }) => sum + allBytes, 0)
  const percent = all > 0 ? Math.min(100, Math.floor((done / all) * 100)) : 0
  return [
    last,
    ...(running.length > 0 ? [t('readProgress', { percent })] : []),
    t('readDays', { count: days }),
    ...(repaired > 0 ? [t('readRepaired', { count: repaired })] : []),
  ]
}

/** Garbage and the last collection; nothing before the first one. */
function GarbageLine({ left }: { left: LeftOver }): ReactElement | null {
  const now = leftText(left)
  const collected = collectedText(left)
  if (now === undefined && collected === undefined) return null
  const parts = [now ?? t('leftNothing'), collected].filter((one) => one !== undefined)
  return (
    <span className="flex items-start gap-2">
      <BrushCleaning size={14} className="mt-px shrink-0 max-md:hidden" aria-hidden />
      <span className="text-pretty">{t('leftLine', { words: parts.join(t('leftJoin')) })}</span>
    </span>
  )
}

function leftText({ uploads, content, moved, aside }: LeftOver): string | undefined {
  const kinds = [
    ['leftContent', content],
    ['leftUploads', uploads],
    ['leftMoved', moved],
    ['leftAside', aside],
  ] as const
  const there = kinds.filter(([, { objects }]) => objects > 0)
  if (there.length === 0) return undefined
  const size = formatSize(there.reduce((sum, [, { bytes }]) => sum + bytes, 0))
  return t('leftList', {
    list: there
      .map(([key, { objects: count }]) => t(key, { count, n: formatCount(count) }))
      .join(t('leftComma')),
    // Only the declared size of uploads is known, not how much was received.
    size: uploads.objects > 0 ? t('leftAtMost', { size }) : size,
  })
}

function collectedText({ removed, sweepTime }: LeftOver): string | undefined {
  if (removed)
    return t('sweptRemoved', {
      count: removed.objects,
      n: formatCount(removed.objects),
      size: formatSize(removed.bytes),
      time: timeInSentence(removed.time),
    })
  return sweepTime === null ? undefined : t('sweptAt', { time: timeInSentence(sweepTime) })
}
