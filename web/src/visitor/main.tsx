import '../ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onFirstInput } from '../lib/first-input.ts'
import { queryClient } from '../lib/query-client.ts'
import { Announcer } from '../ui/announcer.tsx'
import { ConfirmHost } from '../ui/confirm.tsx'
import { preloadOverlays, provideOverlays } from '../ui/overlay.ts'
import { ToastHost } from '../ui/toast.tsx'
import { TooltipHost } from '../ui/tooltip.tsx'
import { linkPath } from './address.ts'
import { attributeQuery, listQuery } from './calls.ts'
import { preloadDownloads } from './download.ts'
import { Optional } from './optional.tsx'
import { followSystem } from './theme.ts'
import { VisitorPage } from './visitor-page.tsx'

/** The page of visitors of external links (A§2, /fileDownload): without the shell, the menu and any user. */

/** How long the first answers are waited for without showing anything. */
const ANSWERED_MS = 200

provideOverlays(() => import('../ui/overlays/index.ts'))
// A message that the network is away cannot be fetched then.
onFirstInput(() => {
  preloadOverlays()
  preloadDownloads()
})

// With the first answers there, the files are drawn at once.
if (linkPath !== '') {
  const asked = [
    queryClient.prefetchQuery(attributeQuery),
    queryClient.prefetchInfiniteQuery(listQuery(undefined)),
  ]
  await Promise.race([Promise.all(asked), new Promise((done) => setTimeout(done, ANSWERED_MS))])
}

const root = document.getElementById('root')
if (!root) throw new Error('visitor.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <VisitorPage />
      <Optional>
        <ToastHost />
        <TooltipHost />
        <ConfirmHost />
      </Optional>
      <Announcer />
    </QueryClientProvider>
  </StrictMode>,
)
// visitor-boot.js has put the colours on; where they did not load the page is there without them.
setTimeout(followSystem)
