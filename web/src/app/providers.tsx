import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { queryClient } from '../lib/query-client.ts'
import { Announcer } from '../ui/announcer.tsx'
import { ConfirmHost } from '../ui/confirm.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { TooltipHost } from '../ui/tooltip.tsx'

/** Context providers and hosts around every page. */
export function Providers({ children }: { children: ReactNode }): ReactElement {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <ConfirmHost />
      <ToastHost />
      <TooltipHost />
      <Announcer />
    </QueryClientProvider>
  )
}
