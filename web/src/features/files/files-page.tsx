import { type ReactElement, Suspense, useEffect, useRef } from 'react'
import { dragState } from './drag-state.ts'
import { FolderArea } from './folder-area.tsx'
import { prefetchFolder } from './folder-query.ts'
import { DragGhost } from './lazy-parts.ts'
import { currentSettings } from './settings.ts'
import type { FolderAreaProps } from './use-folder-area.ts'

export type FilesPageProps = FolderAreaProps

/** Begins to read a folder in the order in which it is shown. */
export function prefetchFiles(folderId: string): void {
  const { column: orderBy, direction: orderType } = currentSettings(folderId).sort
  prefetchFolder({ folderId, orderBy, orderType, keyword: '', label: '' })
}

/**
 * The files page (A§2). The address names the open folder; each history entry has its own view state, which
 * Back restores.
 */
export function FilesPage(props: FilesPageProps): ReactElement {
  const page = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    const onFocus = (event: FocusEvent) => {
      hasFocus.current = event.target instanceof Node && (page.current?.contains(event.target) ?? false)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  return (
    <div ref={page} className="relative flex h-full min-h-0">
      <FolderArea
        key={`${props.entryKey} ${props.folderId} ${props.select ?? ''}`}
        {...props}
        autoFocus={hasFocus.current}
      />
      <Dragged />
    </div>
  )
}

function Dragged(): ReactElement {
  const drag = dragState.use()
  return <Suspense>{drag && <DragGhost drag={drag} />}</Suspense>
}
