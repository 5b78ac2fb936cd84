import type { Instance } from '@clouddisk/contract/files'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openPreview } from './preview.ts'

/** Unsaved changes are asked about before a file is left, in whatever way. */

let mayLeave: (() => Promise<boolean>) | undefined
let hasAgreed = false

/** Has `ask` asked before the preview is closed, another file is shown, or the page is left by its history or closed. */
export function useLeaveGuard(isNeeded: boolean, ask: () => Promise<boolean>): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!isNeeded) return
    mayLeave = ask
    hasAgreed = false
    const release = history.block({ blockerFn: async () => !hasAgreed && !(await ask()) })
    return () => {
      mayLeave = undefined
      release()
    }
  }, [isNeeded, ask, history])
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
