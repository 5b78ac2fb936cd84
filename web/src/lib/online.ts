import type { OnlineMode, OnlineTypes } from '@clouddisk/contract/coediting'
import type { Instance } from '@clouddisk/contract/files'
import { BASE_PATH } from '@clouddisk/contract/route'
import { createStore } from './store.ts'

/** What the company's Office server opens; nothing where there is none. Said by the session. */
export const onlineTypes = createStore<OnlineTypes>({ edit: [], view: [], create: [] })

type OnlineItem = Pick<Instance, 'instanceId' | 'classifierId' | 'fileType' | 'fileAuth'>

/** How the person may open an item with the Office server; undefined: not at all. */
export function onlineModeOf(item: OnlineItem | undefined): OnlineMode | undefined {
  if (item?.classifierId !== 'File') return undefined
  const { fileAuth } = item
  if (!fileAuth.includes('preview') || !fileAuth.includes('download')) return undefined
  const { edit, view } = onlineTypes.get()
  const ext = item.fileType.toLowerCase()
  if (fileAuth.includes('upload') && edit.includes(ext)) return 'edit'
  return view.includes(ext) ? 'view' : undefined
}

export const onlineAddress = (instanceId: string, mode: OnlineMode): string =>
  `${BASE_PATH}onlineEdit?${new URLSearchParams({ id: instanceId, mode })}`

/** Opens the editor in a tab of its own: the rules of that page let the Office server in, those of this one do not. */
export function openOnlineEditor({ instanceId }: Pick<Instance, 'instanceId'>, mode: OnlineMode): void {
  window.open(onlineAddress(instanceId, mode), '_blank', 'noopener')
}
