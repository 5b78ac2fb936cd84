import type { Instance } from '@clouddisk/contract/files'
import { openPreview } from './preview.ts'

/** Unsaved changes are asked about before a file is left, in whatever way. */

let mayLeave: (() => Promise<boolean>) | undefined
let hasAgreed = false

/** Has `ask` asked before the preview is closed or another file is shown, until `end` is called. */
export function guardLeaving(ask: () => Promise<boolean>): { hasAgreed(): boolean; end(): void } {
  mayLeave = ask
  hasAgreed = false
  return {
    hasAgreed: () => hasAgreed,
    end: () => {
      mayLeave = undefined
    },
  }
}

/** Whether the file may be left; what follows is not asked about again. */
export async function askToLeave(): Promise<boolean> {
  hasAgreed = mayLeave === undefined || (await mayLeave())
  return hasAgreed
}

/** Tells of the file as it is after a save; its content stays that of the editor. */
export function showSaved(saved: Instance): void {
  const now = openPreview.get()
  if (now?.item.instanceId === saved.instanceId)
    openPreview.set({ ...now, saved, siblings: withItem(now.siblings, saved) })
}

/** Shows the file as it is after it was edited. */
export function updatePreviewed(item: Instance): void {
  const now = openPreview.get()
  if (now?.item.instanceId === item.instanceId)
    openPreview.set({ ...now, item, saved: undefined, siblings: withItem(now.siblings, item) })
}

const withItem = (list: readonly Instance[], item: Instance): readonly Instance[] =>
  list.map((one) => (one.instanceId === item.instanceId ? item : one))
