import type { User } from '@clouddisk/contract/accounts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { FolderUp, Keyboard, Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import { useUserActions } from '../features/accounts/user-menu-popup.tsx'
import { QuickSearch } from '../features/search/quick-search.tsx'
import type { Action, ActionGroup } from '../lib/action.ts'
import { extensionFor, type FolderTarget } from '../lib/extension-points.ts'
import { texts } from '../lib/i18n.ts'
import { useCurrentTitle } from '../lib/page-title.ts'
import { shortcutScopes } from '../lib/shortcuts.ts'
import { ADDRESS } from './addresses.ts'
import { pagesForRoles } from './admin/pages.ts'
import { useHelpActions } from './shell/help-menu-popup.tsx'
import { menuEntries } from './shell/menu-entries.ts'
import { t } from './strings.ts'

/** Not in the first load. */
const words = texts('quick-search', {
  uploadFiles: ['上传文件', 'Upload files'],
  uploadFolder: ['上传文件夹', 'Upload folder'],
})

export interface QuickSearchPartProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}

/** The quick search with the pages and commands of the whole product. */
export function QuickSearchPart(props: QuickSearchPartProps): ReactElement {
  const { user, open, onOpenChange, onShortcuts } = props
  const { groups, choices, dialogs } = useUserActions(user)
  const help = useHelpActions()
  const folder = useOpenFolder()
  const pages = usePages(user)
  const commands = [
    ...(open ? folderCommands() : []),
    ...flattened([...groups, choices]),
    ...help.actions,
    { name: 'shortcuts', label: t('shortcuts'), icon: Keyboard, keys: '?', run: onShortcuts },
  ]
  return (
    <>
      <QuickSearch
        open={open}
        onOpenChange={onOpenChange}
        pages={pages}
        commands={commands}
        folder={folder}
      />
      {dialogs}
      {help.dialogs}
    </>
  )
}

function usePages(user: User): readonly Action[] {
  const navigate = useNavigate()
  return [
    ...menuEntries(user).map(({ to, label, icon }) => ({
      name: to,
      label,
      icon,
      run: () => void navigate({ to }),
    })),
    ...pagesForRoles(user.adminRoles).map(({ path, label, icon }) => ({
      name: `admin.${path}`,
      label,
      icon,
      run: () => void navigate({ to: '/admin/$', params: { _splat: path } }),
    })),
  ]
}

/** The folder that is open in a file area. */
function useOpenFolder(): { id: string; name: string } | undefined {
  const { pathname, search } = useLocation()
  const name = useCurrentTitle()
  const inArea = Object.values(ADDRESS).some((address) => address === pathname)
  const id = search.folder ?? (pathname === ADDRESS.personal ? '0' : undefined)
  return inArea && id !== undefined ? { id, name } : undefined
}

/** What the page in front offers for its folder; elsewhere uploads go to the personal files. */
function folderCommands(): readonly Action[] {
  const here = shortcutScopes()
    .flatMap(({ shortcuts }) => shortcuts as readonly Action[])
    .filter(({ name }) => FOLDER_COMMANDS.includes(name))
  if (here.length > 0) return here
  const upload = extensionFor('upload')
  const target: FolderTarget = {
    instanceId: '0',
    instanceName: t('personalFiles'),
    path: [t('personalFiles')],
  }
  return [
    { name: 'upload', label: words('uploadFiles'), icon: Upload, run: () => upload?.pickFiles(target) },
    {
      name: 'upload.folder',
      label: words('uploadFolder'),
      icon: FolderUp,
      run: () => upload?.pickFolder(target),
    },
  ]
}
const FOLDER_COMMANDS = ['folder.new', 'folder.upload-files', 'folder.upload-folder']

/** Choices of submenus as commands of their own: `皮肤：浅色`. */
const flattened = (groups: readonly ActionGroup[]): readonly Action[] =>
  groups.flat().flatMap((action) =>
    action.children
      ? action.children
          .flat()
          .filter(({ checked }) => !checked)
          .map((choice) => ({ ...choice, icon: action.icon, label: `${action.label} · ${choice.label}` }))
      : [action],
  )
