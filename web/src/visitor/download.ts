import { useState } from 'react'
import { errorMessage } from '../lib/error-message.ts'
import { loadWithTimeout } from '../lib/lazy-part.ts'
import { toast } from '../ui/toast.tsx'
import type { Downloadable } from './downloadable.ts'

const load = () => import('./start-download.ts')
/** Ahead of the first click; errors are reported by the click. */
export const preloadDownloads = (): void => void loadWithTimeout(load).catch(() => undefined)

/** The items, or loads them. */
type Chosen = readonly Downloadable[] | (() => Promise<readonly Downloadable[]>)

/** Downloads one file, or folders and several files as a ZIP. */
export function useDownload() {
  const [busy, setBusy] = useState(false)
  const start = async (items: Chosen): Promise<void> => {
    setBusy(true)
    try {
      await (await loadWithTimeout(load)).startDownload(typeof items === 'function' ? await items() : items)
    } catch (error) {
      toast.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, start }
}
