import { Info, Pause, Play } from 'lucide-react'
import type { Action } from '../../../lib/action.ts'
import { t } from '../strings.ts'

/** Pause, resume and info stand in every tab (A§2); these are for transfers that cannot be paused. */

/** @param none says that nothing is chosen. @param reason why the chosen ones cannot be paused. */
export const noPause = (none: string | undefined, reason: string): Action => ({
  name: 'pause',
  label: t('pause'),
  icon: Pause,
  disabled: none ?? reason,
})

export const noResume = (none: string | undefined, reason: string): Action => ({
  name: 'resume',
  label: t('resume'),
  icon: Play,
  disabled: none ?? reason,
})

export const infoAction = (none: string | undefined, run: () => void): Action => ({
  name: 'info',
  label: t('info'),
  icon: Info,
  disabled: none,
  run,
})
