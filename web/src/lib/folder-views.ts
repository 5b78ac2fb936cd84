import type { Settings } from '@clouddisk/contract/settings'
import { readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

/** Views and orders that were chosen in single folders, stored in this browser; other folders have the person's default. */

type View = Required<Pick<Settings, 'filesView' | 'filesOrderBy' | 'filesOrderType'>>

const KEY = 'clouddisk.files.views'
/** Of the folders chosen in last. */
const KEPT = 100

/** As text, so that equal ones are equal; the latest last. */
export type FolderViews = ReadonlyMap<string, string>

const read = (): FolderViews =>
  new Map(
    (readStored(KEY) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  )

const views = createStore(read())
export const folderViews = views.get
export const useFolderViews = views.use

export const viewText = ({ filesView, filesOrderBy, filesOrderType }: View): string =>
  [filesView, filesOrderBy, filesOrderType].join(' ')

/** @param view undefined if the folder has none of its own any more. */
export function keepFolderView(folderId: string, view: string | undefined): void {
  const others = [...views.get()].filter(([id]) => id !== folderId)
  keep(view === undefined ? others : [...others, [folderId, view] as const])
}

export const forgetFolderViews = (): void => keep([])

function keep(entries: readonly (readonly [string, string])[]): void {
  const kept = entries.slice(-KEPT)
  writeStored(KEY, kept.map((entry) => entry.join(' ')).join('\n'))
  views.set(new Map(kept))
}
