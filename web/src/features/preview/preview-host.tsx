import { type ReactElement, Suspense, useEffect, useRef } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'
import { useOpenPreview } from './preview.ts'

const loadWindow = () => import('./preview-window.tsx')
const PreviewWindow = lazyPart(loadWindow, 'PreviewWindow')

export interface PreviewHostProps {
  /** Which entry of the history the one in front lies over, if any. */
  over: string | undefined
  /** Goes back to that entry. */
  onLeave: () => void
}

/**
 * Stands once in the page; its part comes when the page rests, or with the first file that is looked at. Whether a
 * preview is open is the history's to say, so that Back closes it.
 */
export function PreviewHost({ over, onLeave }: PreviewHostProps): ReactElement {
  useEffect(() => fetchWhenIdle(loadWindow), [])
  const looking = useOpenPreview()
  const leaving = useRef(false)
  // The history takes its time; a second Escape meanwhile would go back once more.
  const leave = () => {
    if (!leaving.current) onLeave()
    leaving.current = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at follows the history, not the reverse
  useEffect(() => {
    if (over === undefined) leaving.current = false
    // The page was loaded anew, and nobody knows any longer what was looked at.
    else if (looking?.over !== over) leave()
  }, [over])
  return (
    <Suspense>
      {looking && looking.over === over && <PreviewWindow looking={looking} onClose={leave} />}
    </Suspense>
  )
}
