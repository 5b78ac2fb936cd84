import { openSettings } from '../features/accounts/settings/settings-state.ts'
import { fileActions } from '../features/files/lazy-actions.ts'
import { DetailsPanel } from '../features/files/lazy-parts.ts'
import { folderPickerExtension } from '../features/files/pick-folder.ts'
import { previewExtension } from '../features/preview/preview.ts'
import { type FilesArea, provideExtension, type TransferredFolder } from '../lib/extension-points.ts'
import { lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import { ADDRESS, areaOfItem, folderSearch, itemHref } from './addresses.ts'
import { provideCollaboration } from './collaboration.tsx'
import { pushOverlayEntry } from './overlay-entry.ts'
import { router } from './router.tsx'

/** Provides the extensions that features use of each other. */
export function provideExtensions(): void {
  provideExtension('folderPicker', folderPickerExtension)
  provideExtension(
    'preview',
    previewExtension(() => pushOverlayEntry(router.history)),
  )
  provideExtension('fileActions', fileActions)
  provideExtension('details', { Panel: DetailsPanel })
  provideExtension('navigation', {
    openFolder: locate,
    itemHref,
    areaOf: areaOfItem,
    openSearch: (search) => void router.navigate({ to: '/search', search }),
    openLibrary: (id) => void router.navigate({ to: '/library', search: { id } }),
    openGroupTrash: (group) => void router.navigate({ to: '/recycleBin', search: { group } }),
    openUsage: (group) =>
      void router.navigate(
        group ? { to: '/groupFile/usage', search: { group } } : { to: '/personalFile/usage' },
      ),
    openTransferList: () => void router.navigate({ to: '/clientTransList' }),
    openTransferred,
    openArea: (area) => void router.navigate({ to: ADDRESS[area] }),
  })
  provideCollaboration()
  provideExtension('groups', {
    Tools: lazyPart(() => import('../features/groups/group-tools.tsx'), 'Tools'),
  })
  provideExtension('administration', {
    open: () => void router.navigate({ to: '/admin/$', params: { _splat: '' } }),
  })
  provideExtension('settings', { open: openSettings })
  provideExtension('notifications', {
    Settings: lazyPart(() => import('../features/notifications/settings-section.tsx'), 'SettingsSection'),
  })
  provideExtension('security', {
    Settings: lazyPart(() => import('../features/second-factor/security-section.tsx'), 'SecuritySection'),
  })
  provideExtension('jobs', {
    watch: async (jobId, title) => {
      const { jobsExtension } = await loadWithTimeout(() => import('../features/jobs/jobs.ts'))
      return jobsExtension.watch(jobId, title)
    },
  })
}

function locate(folderId: string, select?: string, area: FilesArea = 'personal'): Promise<void> {
  return router.navigate({ to: ADDRESS[area], search: folderSearch(folderId, select) })
}

/** With what A§2 has in the address of a folder that the transfer list opens. */
function openTransferred({ instanceId, path, area, fileAuth }: TransferredFolder, select?: string): void {
  const search = {
    ...folderSearch(instanceId, select),
    IndividualOrDepartment: '0',
    form: 'HikLinkTransList',
    breadcrumbList: JSON.stringify(path),
    fileAuth: fileAuth.join(','),
  }
  void router.navigate({ to: ADDRESS[area], search })
}
