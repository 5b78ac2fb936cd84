import { type ReactElement, Suspense, useEffect, useRef } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'
import { useOpenPreview } from './preview.ts'

const loadWindow = () => import('./drive-preview.tsx')
const DrivePreview = lazyPart(loadWindow, 'DrivePreview')

interface PreviewHostProps {
  /** Key of the history entry below the current one, if that is a preview's. */
  over: string | undefined
  /** Goes back to that entry. */
  onLeave: () => void
}

/**
 * Mounted once; the window is loaded when the page is idle, or with the first preview. The history decides whether
 * a preview is open, so that Back closes it.
 */
export function PreviewHost({ over, onLeave }: PreviewHostProps): ReactElement {
  useEffect(() => fetchWhenIdle(loadWindow), [])
  const preview = useOpenPreview()
  const leaving = useRef(false)
  // Going back is asynchronous; a second Escape meanwhile must not go back twice.
  const leave = () => {
    if (!leaving.current) onLeave()
    leaving.current = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the preview follows the history, not the reverse
  useEffect(() => {
    if (over === undefined) leaving.current = false
    // After a reload the previewed file is unknown.
    else if (preview?.over !== over) leave()
  }, [over])
  return (
    <Suspense>
      {preview && preview.over === over && <DrivePreview preview={preview} onClose={leave} />}
    </Suspense>
  )
}
