import type { Instance } from '@clouddisk/contract/files'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

/** Cut or copied items. */
export interface Clipboard {
  readonly mode: 'cut' | 'copy'
  readonly items: readonly Instance[]
  readonly ids: ReadonlySet<string>
}

export const clipboard = createStore<Clipboard | undefined>(undefined)
/** Closes the toast that says where to paste. */
let forgetMessage = () => {}
/** Holds other items, or none. */
export function hold(next: Clipboard | undefined): void {
  forgetMessage()
  clipboard.set(next)
}

export function putOnClipboard(mode: 'cut' | 'copy', items: readonly Instance[]): void {
  if (items.length === 0) {
    toast.info(t('nothingSelected'))
    return
  }
  hold({ mode, items, ids: new Set(items.map((item) => item.instanceId)) })
  forgetMessage = toast.info(t(mode === 'cut' ? 'cutReady' : 'copyReady', { count: items.length }))
}

/** Clears the clipboard (Esc); returns whether it held anything. */
export function clearClipboard(): boolean {
  const any = clipboard.get() !== undefined
  hold(undefined)
  return any
}

export const useClipboard = clipboard.use
