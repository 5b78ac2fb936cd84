import { CloudOff, WifiOff } from 'lucide-react'
import { type ReactElement, useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '../lib/query-client.ts'
import { serverUnreachable } from '../lib/reachability.ts'
import { t } from './strings.ts'

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Shown above the page while the browser is offline or the server does not answer. */
export function OfflineBanner(): ReactElement {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const away = serverUnreachable.use()
  useEffect(() => {
    if (!away) return
    // Refetch what failed once the server is back.
    return () => void queryClient.invalidateQueries()
  }, [away])
  const Icon = online ? CloudOff : WifiOff
  return (
    <div role="status" aria-live="polite">
      {(!online || away) && (
        <p className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-2 text-secondary text-warn">
          <Icon size={16} aria-hidden />
          {t(online ? 'serverAway' : 'offline')}
        </p>
      )}
    </div>
  )
}
