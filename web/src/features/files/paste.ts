import type { FolderTarget } from '../../lib/extension-points.ts'
import { toast } from '../../ui/toast.tsx'
import { clipboard, hold } from './clipboard.ts'
import { copyItems, moveItems } from './move-copy.ts'
import { t } from './mutation-strings.ts'

/** Pastes the clipboard: cut items once, copied items any number of times. */
export async function pasteInto(target: FolderTarget): Promise<void> {
  const now = clipboard.get()
  if (!now) {
    toast.info(t('nothingToPaste'))
    return
  }
  // Closes the message too that says where to paste.
  hold(now.mode === 'copy' ? now : undefined)
  await (now.mode === 'copy' ? copyItems : moveItems)(now.items, target)
}
