import { canPause, canRemove, isFailed, type UploadItem } from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { FolderSearch, Pause, Play, RotateCw, Trash2 } from 'lucide-react'
import type { Action } from '../../../lib/action.ts'
import { confirm } from '../../../ui/confirm.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../strings.ts'
import { infoAction, locateAction } from './tab-actions.ts'

/** Actions on selected uploads, for toolbar, context menu, keyboard and the row's buttons. */
export interface UploadActions {
  readonly pause: Action
  readonly resume: Action
  /** For items whose file the browser can no longer read. */
  readonly choose: Action
  readonly info: Action
  readonly locate: Action
  readonly remove: Action
}

/** Whether the item is paused or failed, so that only the user can resume it. */
export const needsUser = (item: UploadItem): boolean => item.status === 'pause' || isFailed(item)

/** Includes items that would resume automatically. */
const pausable = (item: UploadItem): boolean =>
  canPause(item) || item.pauseReason === 'offline' || item.pauseReason === 'signedOut'

export function uploadActions(
  engine: Engine,
  items: readonly UploadItem[],
  onInfo: (uids: readonly string[]) => void,
): UploadActions {
  const none = items.length === 0 ? t('nothingSelected') : undefined
  const toPause = items.filter(pausable)
  const toResume = items.filter(needsUser)
  const toRemove = items.filter(canRemove)
  const [done] = items.filter((item) => item.status === 'success' && item.instanceId !== null)
  const failed = toResume.length > 0 && toResume.every(isFailed)
  const ready = items.every(({ status }) => status === 'ready')
  return {
    pause: {
      name: 'pause',
      label: t('pause'),
      icon: Pause,
      disabled: none ?? (toPause.length === 0 ? t('cannotPause') : undefined),
      run: () => void engine.uploads.run('pause', uidsOf(toPause)),
    },
    resume: {
      name: 'resume',
      label: failed ? t('retry') : t('resume'),
      icon: failed ? RotateCw : Play,
      disabled: none ?? (toResume.length === 0 ? t(ready ? 'startsInTurn' : 'cannotResume') : undefined),
      run: () => void engine.resume(toResume),
    },
    choose: {
      name: 'choose',
      label: t('chooseAgain'),
      icon: FolderSearch,
      visible: items.some((item) => item.needsFile),
      run: () => void engine.chooseAgain(items.filter((item) => item.needsFile)),
    },
    info: infoAction(none, () => onInfo(uidsOf(items))),
    locate: locateAction(done?.parentId, done?.instanceId),
    remove: {
      name: 'remove',
      label: t('remove'),
      icon: Trash2,
      danger: true,
      keys: 'Delete',
      disabled: none ?? (toRemove.length === 0 ? t('saving') : undefined),
      run: () => void confirmAndRemove(engine, toRemove),
    },
  }
}

const uidsOf = (items: readonly UploadItem[]): string[] => items.map(({ uid }) => uid)

/** Asks only if sent bytes would be lost, or several uploads are removed. */
async function confirmAndRemove(engine: Engine, items: readonly UploadItem[]): Promise<void> {
  const sent = items.reduce(
    (sum, item) => sum + (item.status === 'success' ? 0 : item.uploadInfo.currentSize),
    0,
  )
  const unfinished = items.filter((item) => item.status !== 'success')
  const [only] = unfinished
  const needsConfirm = sent > 0 || unfinished.length > 1
  const confirmed =
    !needsConfirm ||
    (await confirm({
      title:
        only && unfinished.length === 1
          ? t('removeOneQuestion', { name: only.name })
          : t('removeQuestion', { count: unfinished.length }),
      text: sent > 0 ? t('removeSentText', { size: formatSize(sent) }) : t('removeText'),
      confirmText: t('removeUploads', { count: unfinished.length }),
      confirmIcon: Trash2,
      danger: true,
    }))
  if (confirmed) await engine.uploads.run('remove', uidsOf(items))
}
