import { type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react'
import type { ActionGroup } from '../lib/action.ts'
import { focusedElement } from '../lib/focused.ts'
import { usePhone } from '../lib/media-query.ts'
import { ActionSheet, MenuPopup } from './overlay.ts'
import type { MenuAnchor } from './overlay-props.ts'

export interface ContextMenuRequest {
  anchor: MenuAnchor
  groups: readonly ActionGroup[]
  /** Names the menu; on phones it heads the sheet. */
  label: string
  /** On phones above the actions: icon, name, size. */
  header?: ReactNode | undefined
}

export interface ContextMenuHandle {
  open: (request: ContextMenuRequest) => void
  close: () => void
  isOpen: boolean
  /** Must be rendered once, anywhere in the owner. */
  element: ReactElement
}

/**
 * A menu opened by code: right click, Shift+F10, a row's ⋯ button, a long press. A bottom sheet on phones.
 * Returns the focus.
 */
export function useContextMenu(): ContextMenuHandle {
  const phone = usePhone()
  const [isOpen, setOpen] = useState(false)
  const [request, setRequest] = useState<ContextMenuRequest>()
  const returnTo = useRef<HTMLElement | null>(null)
  const open = (next: ContextMenuRequest) => {
    returnTo.current = focusedElement()
    setRequest(next)
    setOpen(true)
  }
  const shared = { open: isOpen, onOpenChange: setOpen, returnTo }
  const element = request && (
    <Suspense>
      {phone ? (
        <ActionSheet {...shared} groups={request.groups} label={request.label} header={request.header} />
      ) : (
        <MenuPopup {...shared} groups={request.groups} label={request.label} anchor={request.anchor} />
      )}
    </Suspense>
  )
  return { open, close: () => setOpen(false), isOpen, element: <>{element}</> }
}
