import { ApiError } from '@clouddisk/client/http/errors'
import type { DesktopInput } from '@clouddisk/contract/desktop'
import { getInstanceProperty } from '@clouddisk/contract/files'
import { FolderOpen, Pause, Play, Trash2 } from 'lucide-react'
import type { Action } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { extensionFor, type FilesArea } from '../../../lib/extension-points.ts'
import { desktopHost } from '../../../lib/host.ts'
import { failureText } from '../../../lib/host-error.ts'
import { confirm } from '../../../ui/confirm.tsx'
import type { Targets } from '../../../ui/list/use-list-page.ts'
import { toast } from '../../../ui/toast.tsx'
import { t } from './strings.ts'
import type { ShownTransfer } from './transfer-words.ts'
import type { TransferListName } from './use-transfer-list.ts'

/** What is done with records of the client: one, some, or a whole list (R64, R65). */

async function command(input: DesktopInput<'execCmd'>): Promise<void> {
  await desktopHost()
    .execCmd(input)
    .catch((error: unknown) => toast.error(t('commandFailed', { reason: failureText(error) })))
}

/** Lists of what the person has started; what local syncs send is looked at only. */
export type OwnList = Exclude<TransferListName, 'localSync'>

const canResume = ({ status }: ShownTransfer) => status === 'error' || status === 'pause'
const canPause = ({ status }: ShownTransfer) => status === 'running' || status === 'waiting'

export interface TransferActions {
  readonly resume: Action
  readonly pause: Action
  readonly remove: Action
  readonly open: Action
}

export function transferActions(
  list: TransferListName,
  { items }: Targets<ShownTransfer>,
  done?: () => void,
): TransferActions {
  const ids = list === 'localSync' ? [] : items.map(({ id }) => id)
  const [only] = items
  const isFinishedList = list === 'finished'
  const run = (cmd: DesktopInput<'execCmd'>['cmd'], some: readonly ShownTransfer[]) => {
    void command({ cmd, ids: some.map(({ id }) => id), list })
    done?.()
  }
  return {
    resume: {
      name: 'transfer.resume',
      label: t('resume'),
      icon: Play,
      visible: ids.length > 0 && items.some(canResume),
      run: () => run('jobResume', items.filter(canResume)),
    },
    pause: {
      name: 'transfer.pause',
      label: t('pause'),
      icon: Pause,
      visible: ids.length > 0 && items.some(canPause),
      run: () => run('jobPause', items.filter(canPause)),
    },
    open: {
      name: 'transfer.open',
      label: t('openLocation'),
      icon: FolderOpen,
      visible: isFinishedList && ids.length === 1,
      run: () => {
        if (only) void openLocation(only)
      },
    },
    remove: {
      name: 'transfer.remove',
      label: t(isFinishedList ? 'removeRecord' : 'remove'),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      visible: ids.length > 0,
      run: () => run('jobDelete', items),
    },
  }
}

/** Buttons above the list; without rows they say why they do nothing. */
export function listActions(list: OwnList, total: number): Action[] {
  const disabled = total === 0 ? t('nothingToDo') : undefined
  const all = (cmd: DesktopInput<'execCmd'>['cmd']) => () => void command({ cmd, list })
  if (list === 'finished')
    return [{ name: 'clear', label: t('clearAll'), icon: Trash2, disabled, run: () => void clearAll(total) }]
  return [
    { name: 'resume-all', label: t('resumeAll'), icon: Play, disabled, run: all('jobResume') },
    { name: 'pause-all', label: t('pauseAll'), icon: Pause, disabled, run: all('jobPause') },
    {
      name: 'remove-all',
      label: t('removeAll'),
      icon: Trash2,
      disabled,
      run: () => void removeAll(list, total),
    },
  ]
}

async function removeAll(list: 'uploadFile' | 'downloadFile', count: number): Promise<void> {
  const confirmed = await confirm({
    title: t('removeAllTitle', { count }),
    text: t(list === 'uploadFile' ? 'removeUploadsText' : 'removeDownloadsText'),
    confirmText: t('removeAll'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (confirmed) await command({ cmd: 'jobDelete', list })
}

async function clearAll(count: number): Promise<void> {
  const confirmed = await confirm({
    title: t('clearTitle', { count }),
    text: t('clearText'),
    confirmText: t('clearAll'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (confirmed) await command({ cmd: 'jobDelete', list: 'finished' })
}

/** Of an upload the folder in the drive, of a download the one on this computer (R67). */
async function openLocation(row: ShownTransfer): Promise<void> {
  try {
    if (row.type === 'uploadFile') return await openFolder(row)
    const { found } = await desktopHost().openLocation({ id: row.id })
    if (!found) toast.error(t('fileGone'))
  } catch (error) {
    toast.error(isGone(error) ? t('folderGone') : failureText(error))
  }
}

async function openFolder({ parentId, instanceId, inGroup, fileSharingId }: ShownTransfer): Promise<void> {
  if (parentId === null) return void toast.error(t('folderGone'))
  const { instancePath, instancePathIds, fileAuth } = await call(getInstanceProperty, {
    instanceId: parentId,
  })
  const names = instancePath.split('/')
  const path = instancePathIds.split('/').map((id, at) => ({ instanceId: id, instanceName: names[at] ?? '' }))
  const area: FilesArea = inGroup ? 'group' : fileSharingId === null ? 'personal' : 'share'
  extensionFor('navigation')?.openTransferred(
    { instanceId: parentId, path, area, fileAuth },
    instanceId ?? undefined,
  )
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && ['not_found', 'path_not_found', 'not_permitted'].includes(error.name)
