import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { t } from './strings.ts'

/** When all that is stored was last read again, and how far it is now. */
export const ScrubLine = ({ reading }: { reading: ContentReading }): ReactElement => (
  <span className="flex items-start gap-2">
    <ShieldCheck size={14} className="mt-px shrink-0 max-md:hidden" aria-hidden />
    <span>{t('readLine', { words: partsOf(reading).join(t('readJoin')) })}</span>
  </span>
)

function partsOf({ days, buckets, mended }: ContentReading): string[] {
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
    ...(mended > 0 ? [t('readMended', { count: mended })] : []),
  ]
}
