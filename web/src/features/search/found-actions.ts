import type { Instance } from '@clouddisk/contract/files'
import type { PermissionItem } from '@clouddisk/contract/roles'
import {
  Download,
  Eye,
  FolderOpen,
  FolderSearch,
  Link,
  Link2,
  PencilLine,
  Star,
  StarOff,
  Tag,
  Trash2,
  UserPlus,
} from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { copyText } from '../../lib/copy-text.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { toast } from '../../ui/toast.tsx'
import { isFolder, openInList, openLocation } from './open.ts'
import { t } from './strings.ts'

/** The list that found items are in. */
export interface FoundList {
  readonly items: readonly Instance[]
  /** Asks for a new name. */
  readonly rename: (item: Instance) => void
}

/** What one can do with found items, for menus, bar and keys. */
export function foundActions({ items, count }: Targets<Instance>, list: FoundList) {
  const only = count === 1 ? items[0] : undefined
  const folder = only !== undefined && isFolder(only)
  const may = (permission: PermissionItem) => items.every((item) => item.fileAuth.includes(permission))
  const favorite = !items.every(({ isCollect }) => isCollect)
  const inGroup = items.some(({ groupId }) => groupId !== null)
  return {
    open: {
      name: 'found.open',
      label: t(folder ? 'open' : 'preview'),
      icon: folder ? FolderOpen : Eye,
      visible: only !== undefined && (folder || (extensionFor('preview')?.canPreview(only) ?? false)),
      run: () => only && openInList(only, list.items),
    },
    openLocation: {
      name: 'found.open-location',
      label: t('openLocation'),
      icon: FolderSearch,
      keys: 'Mod+Enter',
      visible: only !== undefined,
      run: () => only && void openLocation(only),
    },
    download: {
      name: 'found.download',
      label: t('download'),
      icon: Download,
      keys: 'Mod+Shift+S',
      visible: count > 0 && may('download'),
      run: () => extensionFor('download')?.download(items),
    },
    share: {
      name: 'found.share',
      label: t('share'),
      icon: UserPlus,
      keys: 'Mod+Shift+E',
      visible: count > 0 && !inGroup && may('share') && may('members'),
      run: () => extensionFor('shares')?.share(items),
    },
    shareLink: {
      name: 'found.share-link',
      label: t('shareLink'),
      icon: Link,
      visible: count > 0 && may('share'),
      run: () => extensionFor('links')?.open({ items }),
    },
    copyLink: {
      name: 'found.copy-link',
      label: t('copyLink'),
      icon: Link2,
      keys: 'Mod+Shift+C',
      visible: only !== undefined,
      run: () => only && void copyLink(only),
    },
    favorite: {
      name: 'found.favorite',
      label: t(favorite ? 'favorite' : 'unfavorite'),
      icon: favorite ? Star : StarOff,
      keys: 'S',
      visible: count > 0 && may('collect'),
      run: () => void extensionFor('fileActions')?.favorite(items, favorite),
    },
    labels: {
      name: 'found.labels',
      label: t('labels'),
      icon: Tag,
      keys: 'L',
      visible: count > 0 && may('label'),
      run: () => extensionFor('labels')?.open(items),
    },
    rename: {
      name: 'found.rename',
      label: t('renameMore'),
      icon: PencilLine,
      keys: 'F2',
      visible: only !== undefined && may('rename'),
      run: () => only && list.rename(only),
    },
    remove: {
      name: 'found.delete',
      label: t('delete'),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      visible: count > 0 && may('delete'),
      run: () => void extensionFor('fileActions')?.remove(items),
    },
  } satisfies Record<string, Action>
}

async function copyLink(item: Instance): Promise<void> {
  const address = extensionFor('navigation')?.itemHref(item)
  if (address && (await copyText(address))) toast.ok(t('linkCopied'))
  else toast.error(t('linkNotCopied'))
}

export const foundMenu = (targets: Targets<Instance>, list: FoundList): readonly ActionGroup[] => {
  const one = foundActions(targets, list)
  return [
    [one.open, one.openLocation, one.download],
    [one.share, one.shareLink, one.copyLink],
    [one.rename, one.labels, one.favorite],
    [one.remove],
  ]
}
