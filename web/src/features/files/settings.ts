import { FILE_VIEWS } from '@clouddisk/contract/settings'
import { ORDERS } from '@clouddisk/contract/shapes'
import {
  type FolderViews,
  folderViews,
  keepFolderView,
  useFolderViews,
  viewText,
} from '../../lib/folder-views.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { type Preferences, preferences, usePreferences } from '../../lib/preferences.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'
import type { Sort } from '../../ui/table/columns.ts'
import type { FileOrder } from './folder-query.ts'

/** How a folder is shown: as was chosen there, else as the person's settings say. */
export interface FilesSettings {
  readonly folderId: string
  readonly view: 'list' | 'grid'
  readonly sort: Sort & { readonly column: FileOrder }
}

export const isFileOrder = (column: string): column is FileOrder => ORDERS.some((order) => order === column)

function settingsOf(folderId: string, views: FolderViews, defaults: Preferences): FilesSettings {
  const [view, column = '', direction] = (views.get(folderId) ?? viewText(defaults)).split(' ')
  return {
    folderId,
    view: FILE_VIEWS.find((one) => one === view) ?? 'list',
    sort: {
      column: isFileOrder(column) ? column : 'instanceName',
      direction: direction === 'desc' ? 'desc' : 'asc',
    },
  }
}

export const useFilesSettings = (folderId: string): FilesSettings =>
  settingsOf(folderId, useFolderViews(), usePreferences())
export const currentSettings = (folderId: string): FilesSettings =>
  settingsOf(folderId, folderViews(), preferences())

/** Changes how the folder is shown; what equals the default follows it again. */
export function changeSettings(
  settings: FilesSettings,
  change: Partial<Pick<FilesSettings, 'view' | 'sort'>>,
): void {
  const { folderId, view, sort } = { ...settings, ...change }
  const chosen = viewText({ filesView: view, filesOrderBy: sort.column, filesOrderType: sort.direction })
  keepFolderView(folderId, chosen === viewText(preferences()) ? undefined : chosen)
}

const PANEL = 'clouddisk.files.panel'
/** Whether the details panel is open on wide screens; stored. */
const beside = createStore(readStored(PANEL) === 'true')
/** Whether the details are open over the list, on narrow screens; not stored. */
const over = createStore(false)

export interface DetailsToggle {
  readonly open: boolean
  readonly show: (open: boolean) => void
}

/** Whether the details panel is open; stored on wide screens. */
export function useDetails(): DetailsToggle {
  const isWide = useMediaQuery('(width >= 1280px)')
  const panel = beside.use()
  const shown = over.use()
  const showPanel = (open: boolean) => {
    writeStored(PANEL, String(open))
    beside.set(open)
  }
  return isWide ? { open: panel, show: showPanel } : { open: shown, show: over.set }
}
