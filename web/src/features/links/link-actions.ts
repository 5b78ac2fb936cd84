import type { Link } from '@clouddisk/contract/links'
import { Ban, Copy, Link as LinkIcon, Settings2 } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { copyInvitation, stopLinks } from './links.ts'
import { t } from './page-strings.ts'
import { isStopped } from './words.ts'

/**
 * What one can do with links, for menus, bar and keys.
 * @param onStopped stopped ones stay in the list, but are chosen no more.
 */
export function linkActions({ items, count, all }: Targets<Link>, onStopped?: () => void) {
  const only = count === 1 ? items[0] : undefined
  const working = only !== undefined && !isStopped(only)
  return {
    open: {
      name: 'link.open',
      label: t('open'),
      icon: LinkIcon,
      keys: 'Enter',
      visible: only !== undefined,
      run: () => only && openLink(only),
    },
    copy: {
      name: 'link.copy',
      label: t(only?.code ? 'copyBoth' : 'copyLink'),
      icon: Copy,
      keys: 'Mod+Shift+C',
      visible: working,
      run: () => only && void copyInvitation(only),
    },
    edit: {
      name: 'link.edit',
      label: t('edit'),
      icon: Settings2,
      visible: working,
      run: () => only && extensionFor('links')?.open({ link: only, edit: true }),
    },
    stop: {
      name: 'link.stop',
      label: t('stop'),
      icon: Ban,
      keys: 'Delete',
      danger: true,
      visible: items.some((link) => !isStopped(link)),
      run: () => void all().then(async (links) => (await stopLinks(links)) && onStopped?.()),
    },
  } satisfies Record<string, Action>
}

export const openLink = (link: Link): void => extensionFor('links')?.open({ link })

export const linkMenu = (targets: Targets<Link>, onStopped: () => void): readonly ActionGroup[] => {
  const one = linkActions(targets, onStopped)
  return [[one.open, one.copy, one.edit], [one.stop]]
}
