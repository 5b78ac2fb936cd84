import type { Instance } from '@clouddisk/contract/files'
import { previewLinkInstance } from '@clouddisk/contract/links'
import { type ReactElement, useEffect, useRef } from 'react'
import {
  openPreview,
  type PreviewSource,
  PreviewSourceProvider,
  PreviewWindow,
  useOpenPreview,
} from '../../features/preview/public.ts'
import { type MoreFiles, provideExtension } from '../../lib/extension-points.ts'
import { createStore } from '../../lib/store.ts'
import { linkPath } from '../address.ts'
import { checkAgain, client } from '../calls.ts'
import { stateByError } from '../link-state.ts'
import { startDownload } from '../start-download.ts'
import { previewEntry } from './history.ts'

/** Files of a link in the drive's preview, by the calls of visitors; a history entry of its own, so that Back closes it. */

const previewOf: PreviewSource['previewOf'] = async ({ instanceId }, signal) => {
  try {
    return await client.call(previewLinkInstance, { linkPath, instanceId }, signal && { signal })
  } catch (error) {
    // The page below says what became of the link.
    if (stateByError(error)) void checkAgain()
    throw error
  }
}

const source: PreviewSource = {
  previewOf,
  addressOf: async (file, signal) => (await previewOf(file, signal)).url ?? '',
  hasChanges: false,
}

provideExtension('download', { download: (files) => void startDownload(files) })

const entry = createStore(previewEntry())
addEventListener('popstate', () => entry.set(previewEntry()))

let opened = 0

export function open(item: Instance, siblings: readonly Instance[], more: MoreFiles | undefined): void {
  // Entries of this page before a reload have other keys.
  const key = `${performance.timeOrigin} ${++opened}`
  history.pushState({ preview: key }, '')
  openPreview.set({ item, siblings, more, over: key })
  entry.set(key)
}

export function VisitorPreview(): ReactElement | null {
  const key = entry.use()
  const preview = useOpenPreview()
  const leaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry is left once
  useEffect(() => {
    leaving.current = false
  }, [key])
  if (!preview || preview.over !== key) return null
  // Going back is asynchronous; a second Escape meanwhile must not go back twice.
  const leave = () => {
    if (!leaving.current) history.back()
    leaving.current = true
  }
  return (
    <PreviewSourceProvider value={source}>
      <PreviewWindow preview={preview} onClose={leave} />
    </PreviewSourceProvider>
  )
}
