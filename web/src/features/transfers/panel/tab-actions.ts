import { FolderOpen, Info, Pause, Play } from 'lucide-react'
import type { Action } from '../../../lib/action.ts'
import { extensionFor } from '../../../lib/extension-points.ts'
import { t } from '../strings.ts'

/** Actions that every tab has (A§2); pause and resume for transfers that cannot be paused. */

/** @param none set while nothing is selected. @param reason why the selected transfers cannot be paused. */
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

/** Opens the folder with the item selected. */
export const locateAction = (
  parentId: string | null | undefined,
  instanceId: string | null | undefined,
): Action => ({
  name: 'locate',
  label: t('locate'),
  icon: FolderOpen,
  visible: parentId != null && extensionFor('navigation') !== undefined,
  run: () => parentId && extensionFor('navigation')?.openFolder(parentId, instanceId ?? undefined),
})
