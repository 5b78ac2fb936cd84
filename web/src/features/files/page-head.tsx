import { LayoutGrid, List, PanelRight, Upload } from 'lucide-react'
import { type HTMLAttributes, type ReactElement, Suspense } from 'react'
import { dropFolder } from '../../lib/drop-target.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { Breadcrumb, type Crumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SegmentedControl } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SplitButton } from '../../ui/split-button.tsx'
import { changeSettings, type FilesSettings } from './settings.ts'
import { areaName, t } from './strings.ts'
import type { FolderArea } from './use-folder-area.ts'

/** The head of a folder: path and buttons, 60 px. */
export function PageHead({ area }: { area: FolderArea }): ReactElement {
  const { settings, onFolder, details, head, extras: { Tools } = {} } = area
  const roomy = useMediaQuery('(width >= 1400px)')
  // Beside the open panel the buttons have no labels, to leave space for the path.
  const withLabels = roomy || !details.open
  return (
    <div className="flex h-15 shrink-0 items-center gap-2 pr-6 pl-[18px]">
      <Path area={area} />
      {onFolder.newFolder.visible && withLabels && (
        <Button icon={onFolder.newFolder.icon} onClick={onFolder.newFolder.run} className="max-lg:hidden">
          {t('newFolder')}
        </Button>
      )}
      {onFolder.newFolder.visible && (
        <IconButton
          icon={onFolder.newFolder.icon}
          label={t('newFolder')}
          onClick={onFolder.newFolder.run}
          className={withLabels ? 'lg:hidden' : undefined}
        />
      )}
      {onFolder.uploadFiles.visible && (
        <SplitButton
          label={t('upload')}
          icon={Upload}
          onClick={onFolder.uploadFiles.run}
          menuLabel={t('uploadMore')}
          groups={[
            [onFolder.uploadFiles, onFolder.uploadFolder],
            [onFolder.newDocument, onFolder.newSheet, onFolder.newSlides],
            [onFolder.newText, onFolder.newMarkdown],
            [onFolder.importOld],
          ]}
        />
      )}
      {Tools && head && (
        <Suspense>
          <Tools folder={head.parent} />
        </Suspense>
      )}
      {(onFolder.newFolder.visible || onFolder.uploadFiles.visible || Tools) && (
        <span aria-hidden className="mx-1.5 h-6 w-px bg-line" />
      )}
      <ViewSwitch settings={settings} />
      <IconButton
        icon={PanelRight}
        label={t('details')}
        keys="Alt+Enter"
        pressed={details.open}
        onClick={() => details.show(!details.open)}
        className="ml-1"
      />
    </div>
  )
}

export const ViewSwitch = ({ settings }: { settings: FilesSettings }): ReactElement => (
  <SegmentedControl
    label={t('view')}
    value={settings.view}
    onChange={(view) => changeSettings(settings, { view })}
    options={[
      { value: 'list', label: t('listView'), icon: List },
      { value: 'grid', label: t('gridView'), icon: LayoutGrid },
    ]}
  />
)

/** The breadcrumb; every folder in it is a drop target. */
function Path({ area }: { area: FolderArea }): ReactElement {
  const { onOpenFolder, folder } = area
  const path = area.path ?? (folder.error ? unknownPath(area) : undefined)
  if (!path) {
    return (
      <span className="late min-w-0 flex-1 pl-1.5">
        <h1 className="sr-only">{t('loading')}</h1>
        <Skeleton box className="h-4 w-48 rounded-full" />
      </span>
    )
  }
  const crumbs: Crumb[] = path.map(({ instanceId, instanceName }) => ({ id: instanceId, name: instanceName }))
  const crumbProps = (crumb: Crumb): HTMLAttributes<HTMLButtonElement> => ({
    // In other areas the parent of a root is a list, not a folder.
    ...((area.area === 'personal' || crumb.id !== '0') && dropFolder(crumb.id, crumb.name)),
  })
  return <Breadcrumb crumbs={crumbs} onOpen={onOpenFolder} crumbProps={crumbProps} />
}

/** The path of a folder that could not be read: only the root. */
const unknownPath = ({ area, folderId }: FolderArea) => {
  const root = { instanceId: '0', instanceName: areaName(area) }
  return folderId === '0' ? [root] : [root, { instanceId: folderId, instanceName: t('unknownFolder') }]
}
