import { type ReactElement, Suspense, useEffect } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'
import { useLooking } from './preview.ts'

const loadWindow = () => import('./preview-window.tsx')
const PreviewWindow = lazyPart(loadWindow, (part) => part.PreviewWindow)

/** Stands once in the page; its part comes when the page rests, or with the first file that is looked at. */
export function PreviewHost(): ReactElement {
  useEffect(() => fetchWhenIdle(loadWindow), [])
  const looking = useLooking()
  return <Suspense>{looking && <PreviewWindow looking={looking} />}</Suspense>
}
