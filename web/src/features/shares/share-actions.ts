import type { Share } from '@clouddisk/contract/shares'
import { Download, Eye, FolderOpen, FolderSearch, Info, UserMinus, UserPlus, UserX } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { t } from './page-strings.ts'
import {
  isFolder,
  isOwn,
  leaveShares,
  manageShare,
  openLocation,
  openShare,
  type ShareList,
  stopShares,
} from './shares.ts'

/** What one can do with shares, for menus, bar and keys. */
export function shareActions(
  list: ShareList,
  { items, count, all }: Targets<Share>,
  siblings: readonly Share[],
  showDetails?: (share: Share | undefined) => void,
) {
  const only = count === 1 ? items[0] : undefined
  const folder = only !== undefined && isFolder(only)
  const download = extensionFor('download')
  const received = list === 'received'
  return {
    open: {
      name: 'share.open',
      label: t(folder ? 'open' : 'preview'),
      icon: folder ? FolderOpen : Eye,
      keys: 'Enter',
      visible: only !== undefined,
      run: () => only && openShare(only, siblings),
    },
    openLocation: {
      name: 'share.open-location',
      label: t('openLocation'),
      icon: FolderSearch,
      visible: only !== undefined && isOwn(only),
      run: () => only && openLocation(only),
    },
    download: {
      name: 'share.download',
      label: t('download'),
      icon: Download,
      keys: 'Mod+Shift+S',
      visible:
        count > 0 &&
        download !== undefined &&
        items.every(({ instance }) => instance.fileAuth.includes('download')),
      run: () => void all().then((chosen) => download?.download(chosen.map(({ instance }) => instance))),
    },
    manage: {
      name: 'share.manage',
      label: t('manage'),
      icon: UserPlus,
      visible: only?.instance.fileAuth.includes('members') ?? false,
      run: () => only && manageShare(only),
    },
    details: {
      name: 'share.details',
      label: t('details'),
      icon: Info,
      keys: 'Alt+Enter',
      visible: count > 0 && showDetails !== undefined,
      run: () => showDetails?.(only),
    },
    end: {
      name: received ? 'share.leave' : 'share.stop',
      label: t(received ? 'leave' : 'stop'),
      icon: received ? UserMinus : UserX,
      keys: 'Delete',
      danger: true,
      visible: count > 0,
      run: () => void all().then(received ? leaveShares : stopShares),
    },
  } satisfies Record<string, Action>
}

export const shareMenu = (
  list: ShareList,
  targets: Targets<Share>,
  siblings: readonly Share[],
  showDetails?: (share: Share | undefined) => void,
): readonly ActionGroup[] => {
  const one = shareActions(list, targets, siblings, showDetails)
  return [[one.open, one.openLocation, one.download], [one.manage, one.details], [one.end]]
}
