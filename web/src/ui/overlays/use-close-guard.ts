import { useRef } from 'react'
import type { CloseGuard } from '../close-guard.ts'
import { confirmDiscard } from '../confirm-discard.ts'

interface CloseGuardOptions {
  readonly onOpenChange: (open: boolean) => void
  readonly dirty?: boolean | undefined
  readonly busy?: boolean | undefined
  readonly required?: boolean | undefined
}

/**
 * Guards closing a window with a form: asks before discarding unsaved input and does not close during a save.
 */
export function useCloseGuard(props: CloseGuardOptions): {
  readonly closing: CloseGuard
  readonly change: (open: boolean, details: { cancel: () => void }) => void
} {
  const { onOpenChange, dirty = false, busy = false, required = false } = props
  const asking = useRef(false)
  const close = async () => {
    if (busy || asking.current) return
    if (dirty) {
      asking.current = true
      const goes = await confirmDiscard()
      asking.current = false
      if (!goes) return
    }
    onOpenChange(false)
  }
  return {
    closing: { close: () => void close(), busy },
    change: (open, details) => {
      if (open) return onOpenChange(true)
      if (required || busy || dirty) details.cancel()
      if (!required) void close()
    },
  }
}
