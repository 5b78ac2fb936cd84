import type { Instance } from '@clouddisk/contract/files'
import { useSyncExternalStore } from 'react'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { toast } from '../../ui/toast.tsx'
import { copyItems, moveItems } from './lazy-actions.ts'
import { t } from './strings.ts'

/** Cut or copied items. */
export interface Clipboard {
  readonly mode: 'cut' | 'copy'
  readonly items: readonly Instance[]
  readonly ids: ReadonlySet<string>
}

let held: Clipboard | undefined
/** Closes the toast that says where to paste. */
let forgetMessage = () => {}
const listeners = new Set<() => void>()
function hold(next: Clipboard | undefined): void {
  forgetMessage()
  held = next
  for (const changed of listeners) changed()
}

export function putOnClipboard(mode: 'cut' | 'copy', items: readonly Instance[]): void {
  if (items.length === 0) {
    toast.info(t('nothingSelected'))
    return
  }
  hold({ mode, items, ids: new Set(items.map((item) => item.instanceId)) })
  forgetMessage = toast.info(t(mode === 'cut' ? 'cutReady' : 'copyReady', { count: items.length }))
}

/** Pastes the clipboard: cut items once, copied items any number of times. */
export async function pasteInto(target: FolderTarget): Promise<void> {
  const now = held
  if (!now) {
    toast.info(t('nothingToPaste'))
    return
  }
  forgetMessage()
  if (now.mode === 'copy') return copyItems(now.items, target)
  hold(undefined)
  await moveItems(now.items, target)
}

/** Clears the clipboard (Esc); returns whether it held anything. */
export function clearClipboard(): boolean {
  const any = held !== undefined
  hold(undefined)
  return any
}

export const useClipboard = (): Clipboard | undefined =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => held,
  )
