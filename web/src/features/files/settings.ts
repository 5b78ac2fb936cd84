import { useMediaQuery } from '../../lib/media-query.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'
import type { Sort } from '../../ui/table/columns.ts'
import type { FileOrder } from './folder-query.ts'

/** View settings of file lists, stored in the browser. */
export interface FilesSettings {
  readonly view: 'list' | 'grid'
  readonly sort: Sort & { readonly column: FileOrder }
  /** Whether the details panel is open. */
  readonly panel: boolean
}

const KEY = 'clouddisk.files.settings'
const ORDERS: readonly FileOrder[] = ['instanceName', 'updateTime', 'fileSize', 'fileType']
export const isFileOrder = (column: string): column is FileOrder => ORDERS.some((order) => order === column)

function read(): FilesSettings {
  const [view, column = '', direction, panel] = (readStored(KEY) ?? '').split(' ')
  return {
    view: view === 'grid' ? 'grid' : 'list',
    sort: {
      column: isFileOrder(column) ? column : 'instanceName',
      direction: direction === 'desc' ? 'desc' : 'asc',
    },
    panel: panel === 'panel',
  }
}

const settings = createStore(read())
export const useFilesSettings = settings.use
export const currentSettings = settings.get

export function changeSettings(change: Partial<FilesSettings>): void {
  const next = { ...settings.get(), ...change }
  const { view, sort, panel } = next
  writeStored(KEY, [view, sort.column, sort.direction, panel ? 'panel' : 'no-panel'].join(' '))
  settings.set(next)
}

/** Whether the details are open over the list, on narrow screens; not stored. */
const over = createStore(false)

export interface DetailsToggle {
  readonly open: boolean
  readonly show: (open: boolean) => void
}

/** Whether the details panel is open; stored on wide screens. */
export function useDetails(): DetailsToggle {
  const beside = useMediaQuery('(width >= 1280px)')
  const { panel } = useFilesSettings()
  const shown = over.use()
  return beside
    ? { open: panel, show: (open) => changeSettings({ panel: open }) }
    : { open: shown, show: over.set }
}
