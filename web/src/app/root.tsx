import { Outlet } from '@tanstack/react-router'
import { type ReactElement, Suspense, useEffect } from 'react'
import { useProductName } from '../features/accounts/product.ts'
import { setProductName } from '../lib/page-title.ts'
import { Loading } from '../ui/skeleton.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageBoundary } from './page-boundary.tsx'

/** Root of every page: the product's name and the offline banner. */
export function Root(): ReactElement {
  const product = useProductName()
  useEffect(() => setProductName(product), [product])
  return (
    <div className="flex h-full flex-col">
      <OfflineBanner />
      <div className="min-h-0 flex-1">
        <PageBoundary>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </div>
    </div>
  )
}
