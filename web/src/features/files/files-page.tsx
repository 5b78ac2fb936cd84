import { type ReactElement, Suspense, useEffect, useRef } from 'react'
import { dragState } from './drag-state.ts'
import { FolderArea } from './folder-area.tsx'
import { DragGhost } from './lazy-parts.ts'
import type { FolderAreaProps } from './use-folder-area.ts'

export type FilesPageProps = FolderAreaProps

/**
 * The personal files (A§2). Which folder is open is the address's to say; each entry of the browser's history is an
 * open folder of its own, so that Back finds it as it was.
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
