import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { DamagedDialog } from './damaged-dialog.tsx'
import { readingQuery } from './data.ts'
import { t } from './strings.ts'

/** What is damaged, above all else there is to see of storage. */
export function DamageNotice(): ReactElement | null {
  const reading = useQuery(readingQuery).data
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(false)
  if (!reading || reading.damaged + reading.suspected === 0) return null
  const { damaged, suspected } = reading
  const show = () => {
    setShown(true)
    setOpen(true)
  }
  const words = [
    ...(damaged > 0 ? [t('readDamaged', { count: damaged })] : []),
    ...(suspected > 0 ? [t('readSuspected', { count: suspected })] : []),
  ]
  return (
    <section
      aria-label={t('damagedTitle')}
      className={clsx(
        'mb-3 flex shrink-0 items-center gap-2.5 rounded-l px-3.5 py-2.5 text-secondary',
        damaged > 0 ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn',
      )}
    >
      <ShieldAlert size={16} className="shrink-0" aria-hidden />
      <span className="tabular min-w-0 flex-1">{words.join(' · ')}</span>
      <Button size="small" onClick={show} aria-label={`${t('showDamaged')}: ${t('damagedTitle')}`}>
        {t('showDamaged')}
      </Button>
      {shown && (
        <DamagedDialog
          reading={reading}
          open={open}
          onOpenChange={setOpen}
          onClosed={() => setShown(false)}
        />
      )}
    </section>
  )
}

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
