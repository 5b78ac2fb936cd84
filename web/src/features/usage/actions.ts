import type { Instance } from '@clouddisk/contract/files'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { LargeFile } from '@clouddisk/contract/usage'
import { Download, Eye, FolderSearch, History, ListX, Trash2 } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { removeVersionsOf } from './mutations.ts'
import { t } from './strings.ts'
import { openFile, openLocation } from './usage.ts'

/** Moves items to the recycle bin; provided by the files. */
export type RemoveItems = (items: readonly Instance[]) => Promise<void>

/** What one can do with the files that take most, for menus, bar and keys. */
export function largeFileActions(
  { items, count, all }: Targets<LargeFile>,
  siblings: readonly LargeFile[],
  removeItems: RemoveItems,
) {
  const only = count === 1 ? items[0] : undefined
  const may = (permission: PermissionItem) => items.every(({ fileAuth }) => fileAuth.includes(permission))
  const download = extensionFor('download')
  return {
    open: {
      name: 'usage.open',
      label: t('open'),
      icon: Eye,
      visible: only !== undefined && (extensionFor('preview')?.canPreview(only) ?? false),
      run: () => only && openFile(only, siblings),
    },
    openLocation: {
      name: 'usage.open-location',
      label: t('openLocation'),
      icon: FolderSearch,
      keys: 'Mod+Enter',
      visible: only !== undefined,
      run: () => only && openLocation(only),
    },
    download: {
      name: 'usage.download',
      label: t('download'),
      icon: Download,
      keys: 'Mod+Shift+S',
      visible: count > 0 && download !== undefined && may('download'),
      run: () => void all().then((chosen) => download?.download(chosen)),
    },
    versions: {
      name: 'usage.versions',
      label: t('manageVersions'),
      icon: History,
      visible: only !== undefined && only.versionCount > 1 && may('versionView'),
      run: () => only && extensionFor('versions')?.open(only),
    },
    removeVersions: {
      name: 'usage.remove-versions',
      label: t('removeVersions'),
      icon: ListX,
      visible: count > 0 && may('versionManage') && items.some(({ versionsSize }) => versionsSize > 0),
      run: () => void all().then(removeVersionsOf),
    },
    remove: {
      name: 'usage.delete',
      label: t('delete'),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      visible: count > 0 && may('delete'),
      run: () => void all().then(removeItems),
    },
  } satisfies Record<string, Action>
}

type LargeFileActions = ReturnType<typeof largeFileActions>

export const largeFileMenu = (one: LargeFileActions): readonly ActionGroup[] => [
  [one.open, one.openLocation, one.download],
  [one.versions, one.removeVersions],
  [one.remove],
]
