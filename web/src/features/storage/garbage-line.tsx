import type { LeftOver } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { BrushCleaning } from 'lucide-react'
import type { ReactElement } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { formatCount } from './bucket-labels.ts'
import { t } from './strings.ts'

/** What is left over and goes by itself, and what went last; nothing before anything was ever swept up. */
export function GarbageLine({ left }: { left: LeftOver }): ReactElement | null {
  const now = leftText(left)
  const swept = sweptText(left)
  if (now === undefined && swept === undefined) return null
  const words = [now ?? t('leftNothing'), swept].filter((one) => one !== undefined)
  return (
    <span className="flex items-start gap-2">
      <BrushCleaning size={14} className="mt-px shrink-0 max-md:hidden" aria-hidden />
      <span className="text-pretty">{t('leftLine', { words: words.join(t('leftJoin')) })}</span>
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
    // Of uploads it is known how large they were to be, and not how much of them came.
    size: uploads.objects > 0 ? t('leftAtMost', { size }) : size,
  })
}

function sweptText({ removed, sweepTime }: LeftOver): string | undefined {
  if (removed)
    return t('sweptRemoved', {
      count: removed.objects,
      n: formatCount(removed.objects),
      size: formatSize(removed.bytes),
      time: timeInSentence(removed.time),
    })
  return sweepTime === null ? undefined : t('sweptAt', { time: timeInSentence(sweepTime) })
}
