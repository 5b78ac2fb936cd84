import { type ReactElement, type ReactNode, Suspense } from 'react'
import { ErrorState } from '../ui/error-state.tsx'
import { Optional } from './optional.tsx'
import { t } from './strings.ts'

export interface LazyViewProps {
  children: ReactNode
  /** Until it is loaded. */
  loading: ReactElement
}

/** A part that is fetched when it is needed; where that fails, the page can be loaded again. */
export const LazyView = ({ children, loading }: LazyViewProps): ReactElement => (
  <Optional
    fallback={<ErrorState text={t('networkError')} retrying={false} onRetry={() => location.reload()} />}
  >
    <Suspense fallback={loading}>{children}</Suspense>
  </Optional>
)
