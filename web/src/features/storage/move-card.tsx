import type { ContentMove } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { ArrowRight, CircleStop, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { Chip, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { stopMoving } from './actions.ts'
import { objectsWords } from './bucket-words.ts'
import { t } from './strings.ts'

const STATES = {
  running: ['moving', 'info'],
  done: ['moveDone', 'ok'],
  stopped: ['moveStopped', 'warn'],
} as const satisfies Record<ContentMove['state'], readonly [string, Tone]>

export interface MoveCardProps {
  move: ContentMove
  change: boolean
  onHide: () => void
}

/** The move that is under way, or what became of the last one. */
export function MoveCard({ move, change, onHide }: MoveCardProps): ReactElement {
  const { state, from, to, objects, bytes, leftObjects, leftBytes, failed, bytesPerSecond, endTime } = move
  const [words, tone] = STATES[state]
  const all = bytes + leftBytes
  const lines = [
    t('soFar', { objects: objectsWords(objects), size: formatSize(bytes) }),
    state === 'running' && t('left', { objects: objectsWords(leftObjects), size: formatSize(leftBytes) }),
    state === 'running' && bytesPerSecond !== null && t('rateOf', { size: formatSize(bytesPerSecond) }),
    endTime !== null && timeInSentence(endTime),
  ].filter(Boolean)
  return (
    <section
      aria-label={t('moveTitle')}
      className="mb-3 flex shrink-0 flex-col gap-2 rounded-l border border-line px-4 py-3"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex min-w-0 items-center gap-2 text-body font-semibold">
          <span className="truncate">{from}</span>
          <ArrowRight size={16} className="shrink-0 text-mut" aria-label={t('to')} />
          <span className="truncate">{to}</span>
        </p>
        <Chip tone={tone}>{t(words)}</Chip>
        <span className="flex-1" />
        {state !== 'running' ? (
          <IconButton size="small" icon={X} label={t('hide')} onClick={onHide} />
        ) : (
          change && (
            <Button size="small" icon={CircleStop} onClick={() => void stopMoving()}>
              {t('stop')}
            </Button>
          )
        )}
      </div>
      {state === 'running' && (
        <ProgressBar
          value={all > 0 ? bytes / all : 0}
          tone={all > 0 ? 'info' : 'striped'}
          label={t('progress')}
        />
      )}
      <p role="status" className="tabular text-secondary text-mut">
        {lines.join(' · ')}
        {failed > 0 && <span className="text-danger"> · {t('stayed', { count: failed })}</span>}
      </p>
    </section>
  )
}
