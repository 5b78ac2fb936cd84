import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldAlert } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DamagedDialog } from './damaged-dialog.tsx'
import { readingQuery } from './data.ts'
import { t } from './strings.ts'

/** What is damaged, above all else there is to see of storage. */
export function DamageNotice(): ReactElement | null {
  const reading = useQuery(readingQuery).data
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(false)
  if (!reading) return null
  const { damaged, suspected } = reading
  // Mended while somebody reads of it: the dialog stays until it is closed.
  if (damaged + suspected === 0 && !shown) return null
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
