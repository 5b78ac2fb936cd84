import type { ContentReading } from '@clouddisk/contract/admin-storage'
import { ChevronDown, Info } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { usePhone } from '../../lib/media-query.ts'
import { GarbageLine } from './garbage-line.tsx'
import { ScrubLine } from './scrub-line.tsx'
import { t } from './strings.ts'

export interface SettingListProps {
  reading: ContentReading | undefined
  /** The default bucket is set on the server. */
  fixed: boolean
}

/** Where new content goes, and what is done about all of it by itself. A phone has no room for it until it is asked for. */
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
