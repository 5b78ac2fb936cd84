import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { readingQuery } from './data.ts'
import { t } from './strings.ts'

/** When all that is stored was last read again, and how far it is now. */
export function ReadingLine(): ReactElement | null {
  const reading = useQuery(readingQuery).data
  if (!reading) return null
  return (
    <p className="tabular flex min-h-10 shrink-0 items-center gap-2 pt-2 text-caption text-mut">
      <ShieldCheck size={14} className="shrink-0 max-md:hidden" aria-hidden />
      <span>{linesOf(reading).join(' · ')}</span>
    </p>
  )
}

function linesOf({ days, buckets, mended }: ContentReading): string[] {
  // What all of them have behind them is as old as the oldest.
  const times = buckets.flatMap(({ wholeTime }) => (wholeTime === null ? [] : [wholeTime])).sort()
  const whole = times.length === buckets.length ? times[0] : undefined
  const last = whole === undefined ? t('readNotYet') : t('readWhole', { time: timeInSentence(whole) })
  if (days === 0) return [t('readNever'), last]
  const running = buckets.filter(({ beginTime, endTime }) => beginTime !== null && endTime === null)
  const done = running.reduce((sum, { bytes }) => sum + bytes, 0)
  const all = running.reduce((sum, { allBytes }) => sum + allBytes, 0)
  const progress = t('readProgress', { done: formatSize(Math.min(done, all)), all: formatSize(all) })
  return [
    last,
    ...(running.length > 0 ? [progress] : []),
    t('readDays', { count: days }),
    ...(mended > 0 ? [t('readMended', { count: mended })] : []),
  ]
}
