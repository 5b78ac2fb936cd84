import { type ComponentProps, type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { t } from './strings.ts'

const Part = lazyPart(() => import('./text-view.tsx'), 'TextView')

/** The view of texts, which is fetched with the first of them. */
export const TextView = (props: ComponentProps<typeof Part>): ReactElement => (
  <Suspense fallback={<Loading label={t('loading')} />}>
    <Part {...props} />
  </Suspense>
)
