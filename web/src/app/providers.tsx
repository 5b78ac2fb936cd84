import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { useOpenConfirmation } from '../lib/confirm-identity.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { queryClient } from '../lib/query-client.ts'
import { Announcer } from '../ui/announcer.tsx'
import { ConfirmHost } from '../ui/confirm.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { TooltipHost } from '../ui/tooltip.tsx'

const ConfirmIdentityDialog = lazyPart(
  () => import('../features/second-factor/confirm-identity-dialog.tsx'),
  'ConfirmIdentityDialog',
)

function IdentityHost(): ReactElement | null {
  const open = useOpenConfirmation()
  return open ? (
    <Suspense>
      <ConfirmIdentityDialog key={open.id} onAnswer={open.answer} />
    </Suspense>
  ) : null
}

/** Context providers and hosts around every page. */
export function Providers({ children }: { children: ReactNode }): ReactElement {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <ConfirmHost />
      <IdentityHost />
      <ToastHost />
      <TooltipHost />
      <Announcer />
    </QueryClientProvider>
  )
}
