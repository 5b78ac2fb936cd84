import type { DirectoryRun, DirectoryRunState } from '@clouddisk/contract/directory-runs'
import type { ReactElement } from 'react'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { t } from './strings.ts'

/** The state of a run in words. */

const STATES = {
  queued: ['stateQueued', 'info'],
  reading: ['stateReading', 'info'],
  applying: ['stateApplying', 'info'],
  waiting: ['stateWaiting', 'warn'],
  done: ['stateDone', 'ok'],
  failed: ['stateFailed', 'danger'],
  discarded: ['stateDiscarded', 'neutral'],
} as const satisfies Record<DirectoryRunState, readonly [Parameters<typeof t>[0], Tone]>

export function RunState({ run: { state } }: { run: Pick<DirectoryRun, 'state'> }): ReactElement {
  const [text, tone] = STATES[state]
  return <Chip tone={tone}>{t(text)}</Chip>
}

const KINDS = {
  full: 'kindFull',
  incremental: 'kindIncremental',
  dryRun: 'kindDryRun',
  push: 'kindPush',
} as const
export const kindText = ({ kind }: Pick<DirectoryRun, 'kind'>): string => t(KINDS[kind])

const COUNTS = [
  'created',
  'takenOver',
  'changed',
  'returned',
  'disabled',
  'left',
  'conflict',
  'departmentsCreated',
  'departmentsChanged',
  'departmentsRemoved',
  'departmentsKept',
] as const

/** What the run did, or would do. */
export function countsText({ counts }: Pick<DirectoryRun, 'counts'>): string {
  const parts = COUNTS.flatMap((name) => {
    const count = counts[name] ?? 0
    return count > 0 ? t(`count_${name}`, { count }) : []
  })
  return parts.length > 0 ? parts.join(' · ') : t('noChanges')
}
