import type { AdminBucket, ContentMove } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { ArrowRight, CircleStop, Play, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { usedOfTotal } from '../../ui/capacity-bar.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { resumeMove, stopMove } from './actions.ts'
import { objectCountLabel } from './bucket-labels.ts'
import { whyMoveCannotResume } from './bucket-menu.ts'
import { t } from './strings.ts'

const STATES = {
  running: ['moving', 'info'],
  done: ['moveDone', 'ok'],
  stopped: ['moveStopped', 'warn'],
} as const satisfies Record<ContentMove['state'], readonly [string, Tone]>

export interface MoveCardProps {
  move: ContentMove
  buckets: readonly AdminBucket[]
  change: boolean
  onHide: () => void
  /** Shows what stayed because it is damaged. */
  onDamaged: () => void
}

/** The move that is under way, or what became of the last one. */
export function MoveCard({ move, buckets, change, onHide, onDamaged }: MoveCardProps): ReactElement {
  const { state, from, to, bytes, leftBytes, failed } = move
  const [label, tone] = STATES[state]
  const all = bytes + leftBytes
  return (
    <section
      aria-label={t('moveTitle')}
      className="mb-3 flex shrink-0 flex-col gap-2 rounded-l border border-line px-4 py-3"
    >
      <div className="flex min-w-0 items-start gap-3">
        <div className="flex min-h-7 min-w-0 flex-1 items-center gap-x-3 gap-y-1 max-md:flex-col max-md:items-start">
          <p className="flex max-w-full min-w-0 items-center gap-2 text-body font-semibold max-md:flex-wrap max-md:gap-y-0">
            <span className="truncate" title={from}>
              {from}
            </span>
            <span className="flex min-w-0 items-center gap-2">
              <ArrowRight size={16} className="shrink-0 text-mut" aria-label={t('to')} />
              <span className="truncate" title={to}>
                {to}
              </span>
            </span>
          </p>
          <Chip tone={tone}>{t(label)}</Chip>
        </div>
        {change && state === 'running' && (
          <Button size="small" icon={CircleStop} onClick={() => void stopMove()}>
            {t('stop')}
          </Button>
        )}
        {change && state === 'stopped' && (
          <Button
            size="small"
            icon={Play}
            disabledReason={whyMoveCannotResume(move, buckets)}
            onClick={() => void resumeMove(move)}
          >
            {t('goOn')}
          </Button>
        )}
        {state !== 'running' && <IconButton size="small" icon={X} label={t('hide')} onClick={onHide} />}
      </div>
      {state === 'running' && (
        <ProgressBar
          value={all > 0 ? bytes / all : 0}
          tone={all > 0 ? 'info' : 'striped'}
          label={t('progress')}
        />
      )}
      <p className="text-secondary text-mut">
        {state === 'running' && progressOf(move)}
        {/* The progress changes all the time; only the end is announced. */}
        <span role="status">{state !== 'running' && outcomeOf(move)}</span>
        {failed > 0 && (
          <>
            <span className="max-md:hidden">{' · '}</span>
            <button
              type="button"
              className="finger rounded-s text-left text-danger max-md:block underline decoration-danger-line underline-offset-3 hover:decoration-current"
              onClick={onDamaged}
            >
              {t('stayed', { count: failed })}
            </button>
          </>
        )}
      </p>
    </section>
  )
}

function outcomeOf({ objects, bytes, endTime }: ContentMove): string {
  const moved = t('soFar', { objects: objectCountLabel(objects), size: formatSize(bytes) })
  return endTime === null ? moved : `${moved} · ${timeInSentence(endTime)}`
}

/** How far, how long, and why not faster. */
function progressOf(move: ContentMove): string {
  const { bytes, leftBytes, bytesPerSecond } = move
  const all = bytes + leftBytes
  const left = timeLeftText(move)
  return [
    ...(all > 0 ? [`${Math.floor((bytes / all) * 100)}%`, usedOfTotal(bytes, all)] : [t('moving')]),
    ...(left === undefined ? [] : [left]),
    ...(bytesPerSecond === null ? [] : [t('rateOf', { size: shortRate(bytesPerSecond) })]),
  ].join(' · ')
}

const MB = 1024 ** 2
const MINUTE_MS = 60_000
/** Before, an estimate would be a guess. */
const ESTIMATE_AFTER_MS = 10_000

const shortRate = (rate: number): string => (rate % MB === 0 ? `${rate / MB} MB` : formatSize(rate))

/** By what it took so far; undefined while that says nothing. */
function timeLeftText({ bytes, leftBytes, beginTime }: ContentMove): string | undefined {
  const took = Date.now() - Date.parse(beginTime)
  if (bytes === 0 || took < ESTIMATE_AFTER_MS) return undefined
  const minutes = Math.max(1, Math.round(((took / bytes) * leftBytes) / MINUTE_MS))
  if (minutes < 90) return t('aboutMinutes', { count: minutes })
  const hours = Math.round(minutes / 60)
  return hours < 36 ? t('aboutHours', { count: hours }) : t('aboutDays', { count: Math.round(hours / 24) })
}
