import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, useEffect } from 'react'
import type { MoreFiles } from '../../lib/extension-points.ts'
import { fetchWhenIdle, loadWithTimeout } from '../../lib/lazy-part.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from '../strings.ts'
import './history.ts'

const load = () => import('./preview.tsx')
const loaded = createStore<Awaited<ReturnType<typeof load>> | undefined>(undefined)

export const mayPreview = (item: Instance): boolean =>
  item.classifierId === 'File' && item.fileAuth.includes('preview')

/** @param siblings files to walk through, `item` among them. */
export function preview(item: Instance, siblings: readonly Instance[] = [item], more?: MoreFiles): void {
  loadWithTimeout(load).then(
    (part) => {
      loaded.set(part)
      part.open(item, siblings, more)
    },
    () => toast.error(t('networkError')),
  )
}

/** Mounted once; its part is loaded when the page is idle, or with the first preview. */
export function PreviewHost(): ReactElement | null {
  useEffect(() => fetchWhenIdle(load), [])
  const part = loaded.use()
  return part ? <part.VisitorPreview /> : null
}
