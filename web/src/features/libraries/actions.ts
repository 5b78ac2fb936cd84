import type { Instance } from '@clouddisk/contract/files'
import type { LibraryFile } from '@clouddisk/contract/libraries'
import type { PermissionItem } from '@clouddisk/contract/roles'
import {
  Download,
  Eye,
  FolderOpen,
  FolderSearch,
  History,
  Link,
  ListChecks,
  Network,
  ShieldCheck,
  Star,
  Tag,
  Trash2,
} from 'lucide-react'
import type { Action } from '../../lib/action.ts'
import { canSync } from '../../lib/can-sync.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { t } from './strings.ts'

export const isFolder = ({ classifierId }: Pick<Instance, 'classifierId'>): boolean =>
  classifierId === 'Folder'

export interface FilesContext {
  /** The list, through which the preview walks. */
  readonly items: readonly LibraryFile[]
  readonly edit: (item: LibraryFile) => void
  readonly onFolder: (folderId: string) => void
}

/** What is done with files of a library: everything that is done with a group's, and attributes. */
export function fileActions({ items, count }: Targets<LibraryFile>, context: FilesContext) {
  const only = count === 1 ? items[0] : undefined
  const file = only && !isFolder(only) ? only : undefined
  const may = (permission: PermissionItem) =>
    count > 0 && items.every(({ fileAuth }) => fileAuth.includes(permission))
  return {
    open: {
      name: 'library.open',
      label: t('open'),
      icon: only && isFolder(only) ? FolderOpen : Eye,
      visible: only !== undefined,
      run: () => {
        if (!only) return
        if (isFolder(only)) return context.onFolder(only.instanceId)
        const files = context.items.filter((one) => !isFolder(one))
        extensionFor('preview')?.open(only, files.length > 0 ? files : [only])
      },
    },
    values: {
      name: 'library.values',
      label: t('editValues'),
      icon: ListChecks,
      visible: file !== undefined && may('attribute'),
      run: () => file && context.edit(file),
    },
    openLocation: {
      name: 'library.open-location',
      label: t('openLocation'),
      icon: FolderSearch,
      visible: only !== undefined,
      run: () => only && void extensionFor('navigation')?.openFolder(only.parentId, only.instanceId, 'group'),
    },
    download: {
      name: 'library.download',
      label: t('download'),
      icon: Download,
      visible: may('download'),
      run: () => extensionFor('download')?.download(items),
    },
    shareLink: {
      name: 'library.share-link',
      label: t('shareLink'),
      icon: Link,
      visible: may('share'),
      run: () => extensionFor('links')?.open({ items }),
    },
    versions: {
      name: 'library.versions',
      label: t('versions'),
      icon: History,
      visible: file !== undefined && may('versionView'),
      run: () => file && extensionFor('versions')?.open(file),
    },
    permissions: {
      name: 'library.permissions',
      label: t('permissions'),
      icon: ShieldCheck,
      visible: may('members'),
      run: () => extensionFor('privileges')?.permissions(items),
    },
    labels: {
      name: 'library.labels',
      label: t('labels'),
      icon: Tag,
      visible: may('label'),
      run: () => extensionFor('labels')?.open(items),
    },
    nodeSync: {
      name: 'library.node-sync',
      label: t('nodeSync'),
      icon: Network,
      visible: canSync.get() && may('sync'),
      run: () => extensionFor('nodeSync')?.sync(items),
    },
    favorite: {
      name: 'library.favorite',
      label: t('favorite'),
      icon: Star,
      visible: may('collect') && items.some(({ isCollect }) => !isCollect),
      run: () => void extensionFor('fileActions')?.favorite(items, true),
    },
    remove: {
      name: 'library.delete',
      label: t('remove'),
      icon: Trash2,
      danger: true,
      visible: may('delete'),
      run: () => void extensionFor('fileActions')?.remove(items),
    },
  } satisfies Record<string, Action>
}
