import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { DamagedDialog } from './damaged-dialog.tsx'
import { readingQuery } from './data.ts'
import { t } from './strings.ts'

/** When all that is stored was last read again, how far it is now, and what is damaged. */
export function ReadingLine(): ReactElement | null {
  const reading = useQuery(readingQuery).data
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(false)
  if (!reading) return null
  const { damaged, suspected, mended } = reading
  const isWrong = damaged + suspected > 0
  const Icon = isWrong ? ShieldAlert : ShieldCheck
  const show = () => {
    setShown(true)
    setOpen(true)
  }
  return (
    <section
      aria-label={t('readAgain')}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 pt-2 text-caption text-mut"
    >
      <Icon size={14} className={isWrong ? 'shrink-0 text-danger' : 'shrink-0'} aria-hidden />
      <span className="tabular">{linesOf(reading).join(' · ')}</span>
      {damaged > 0 && <span className="tabular text-danger">{t('readDamaged', { count: damaged })}</span>}
      {suspected > 0 && (
        <span className="tabular text-danger">{t('readSuspected', { count: suspected })}</span>
      )}
      {mended > 0 && <span className="tabular">{t('readMended', { count: mended })}</span>}
      {isWrong && (
        <Button size="small" onClick={show} aria-label={`${t('showDamaged')}: ${t('damagedTitle')}`}>
          {t('showDamaged')}
        </Button>
      )}
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

function linesOf({ days, buckets }: ContentReading): string[] {
  // What all of them have behind them is as old as the oldest.
  const times = buckets.flatMap(({ wholeTime }) => (wholeTime === null ? [] : [wholeTime])).sort()
  const whole = times.length === buckets.length ? times[0] : undefined
  const last = whole === undefined ? t('readNotYet') : t('readWhole', { time: timeInSentence(whole) })
  if (days === 0) return [t('readNever'), last]
  const running = buckets.filter(({ beginTime, endTime }) => beginTime !== null && endTime === null)
  const done = running.reduce((sum, { bytes }) => sum + bytes, 0)
  const all = running.reduce((sum, { allBytes }) => sum + allBytes, 0)
  const progress = t('readProgress', { done: formatSize(Math.min(done, all)), all: formatSize(all) })
  return [last, ...(running.length > 0 ? [progress] : []), t('readDays', { count: days })]
}
