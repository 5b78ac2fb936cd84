import type { SyncedInstance } from '@clouddisk/contract/node-sync'
import { CloudOff, FolderOpen, RotateCw, Settings2 } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { runNow, stopSync, syncRequests } from './node-sync.ts'
import { t } from './strings.ts'

/**
 * What one can do with synced items, for menus, bar and keys.
 * @param onStopped those that are stopped leave the list.
 */
export function syncActions({ items, count, all }: Targets<SyncedInstance>, onStopped?: () => void) {
  const only = count === 1 ? items[0] : undefined
  const mayChange = count > 0 && items.every(({ canChange }) => canChange)
  return {
    open: {
      name: 'node-sync.open',
      label: t('open'),
      icon: FolderOpen,
      keys: 'Enter',
      visible: only !== undefined,
      run: () => only && openSynced(only),
    },
    run: {
      name: 'node-sync.run',
      label: t('run'),
      icon: RotateCw,
      visible: mayChange && items.some(({ status }) => status !== 'syncing'),
      run: () => void all().then(runNow),
    },
    edit: {
      name: 'node-sync.edit',
      label: t('edit'),
      icon: Settings2,
      visible: only?.canChange ?? false,
      run: () => only && void syncRequests.ask({ synced: only }),
    },
    stop: {
      name: 'node-sync.stop',
      label: t('stop'),
      icon: CloudOff,
      keys: 'Delete',
      danger: true,
      visible: mayChange,
      run: () => void all().then(async (chosen) => (await stopSync(chosen)) && onStopped?.()),
    },
  } satisfies Record<string, Action>
}

/** A folder is opened, a file shown in its folder. */
export function openSynced({ instanceId, classifierId, parentId }: SyncedInstance): void {
  const navigation = extensionFor('navigation')
  if (classifierId === 'Folder') void navigation?.openFolder(instanceId)
  else void navigation?.openFolder(parentId ?? '0', instanceId)
}

export const syncMenu = (targets: Targets<SyncedInstance>, onStopped: () => void): readonly ActionGroup[] => {
  const one = syncActions(targets, onStopped)
  return [[one.open, one.run, one.edit], [one.stop]]
}
