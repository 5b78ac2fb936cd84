import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { guardLeaving } from '../leaving.ts'

/** Has `ask` asked before the preview is closed, another file is shown, or the page is left by its history or closed. */
export function useLeaveGuard(isNeeded: boolean, ask: () => Promise<boolean>): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!isNeeded) return
    const guard = guardLeaving(ask)
    const release = history.block({ blockerFn: async () => !guard.hasAgreed() && !(await ask()) })
    return () => {
      guard.end()
      release()
    }
  }, [isNeeded, ask, history])
}
