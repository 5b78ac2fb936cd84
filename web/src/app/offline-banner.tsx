import { WifiOff } from 'lucide-react'
import { type ReactElement, useSyncExternalStore } from 'react'
import { t } from './strings.ts'

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Stands above the page as long as the browser has no network. */
export function OfflineBanner(): ReactElement {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <p className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-2 text-secondary text-warn">
          <WifiOff size={16} aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  )
}
