import type { Instance } from '@clouddisk/contract/files'
import { exportLibrary, type Library } from '@clouddisk/contract/libraries'
import { pathOf } from '@clouddisk/contract/route'
import { FileSpreadsheet, FolderOpen, Upload } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { extensionFor, useExtension } from '../../lib/extension-points.ts'
import { t } from './strings.ts'

interface LibraryToolsProps {
  library: Library
  folder: Instance | undefined
  onImport: () => void
}

/** What concerns the library as a whole: workbooks, its folder among the groups', its members. */
export function LibraryTools({ library, folder, onImport }: LibraryToolsProps): ReactElement | null {
  const groups = useExtension('groups')
  const may = (item: 'attribute' | 'label') => folder?.fileAuth.includes(item) ?? false
  const workbooks = [
    {
      name: 'library.export',
      label: t('export'),
      icon: FileSpreadsheet,
      visible: may('attribute'),
      run: () => location.assign(`${pathOf(exportLibrary)}?libraryId=${library.libraryId}`),
    },
    {
      name: 'library.import',
      label: t('import'),
      icon: Upload,
      visible: may('attribute') && may('label'),
      run: onImport,
    },
  ]
  const places = [
    {
      name: 'library.open-folder',
      label: t('openFolder'),
      icon: FolderOpen,
      run: () =>
        void extensionFor('navigation')?.openFolder(folder?.instanceId ?? library.rootId, undefined, 'group'),
    },
  ]
  if (!groups) return null
  return (
    <Suspense>
      <groups.Tools groupId={library.libraryId} actions={[workbooks, places]} />
    </Suspense>
  )
}
