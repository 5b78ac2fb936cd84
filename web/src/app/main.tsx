import '../ui/styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchConfirmations } from '../lib/confirm-identity.ts'
import { onFirstInput } from '../lib/first-input.ts'
import { host } from '../lib/host.ts'
import { followTheme } from '../lib/preferences.ts'
import { preloadOverlays, provideOverlays } from '../ui/overlay.ts'
import { provideExtensions } from './extensions.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'
import { reloadOnMissingParts } from './stale-page.ts'
import { watchUnauthorized } from './unauthorized.ts'

try {
  followTheme()
} catch (error) {
  // Reported like an uncaught error; the page still starts without its colours.
  reportError(error)
}
reloadOnMissingParts()
provideOverlays(() => import('../ui/overlays/index.ts'))
onFirstInput(preloadOverlays)
watchUnauthorized((service, why) =>
  router.navigate({ to: '/login', search: { service, ...(why && { why }) } }),
)
watchConfirmations()
provideExtensions()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const draw = () =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
if (host())
  void import('./client-mode/client-mode.ts')
    .then(({ beginClientMode }) => beginClientMode())
    .then(draw, draw)
else draw()
