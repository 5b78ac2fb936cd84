import { ApiError, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { RotateCw } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import { errorMessage } from '../lib/api.ts'
import { PartLoadError } from '../lib/lazy-part.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { serverUnreachable } from '../lib/reachability.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { t } from './strings.ts'

export interface FailedPageProps {
  error: unknown
  /** Inside the shell's `main` element. */
  inside?: boolean
}

/** Shown in place of a page that failed to load or crashed: the reason and a button to continue. */
export function FailedPage({ error, inside = false }: FailedPageProps): ReactElement {
  const { title, text } = wordsFor(error)
  usePageTitle(title)
  const away = isUnreachable(error)
  useEffect(
    // Called again only when the server answers.
    () =>
      away ? serverUnreachable.subscribe(() => serverUnreachable.get() || location.reload()) : undefined,
    [away],
  )
  const Frame = inside ? 'div' : 'main'
  return (
    <Frame className="h-full overflow-y-auto bg-canvas">
      <div role="alert" className="h-full">
        <EmptyState illustration="broken" heading="h1" title={title} text={text}>
          <Button variant="primary" icon={RotateCw} onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </EmptyState>
      </div>
    </Frame>
  )
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError

function wordsFor(error: unknown): { title: string; text: string } {
  if (isUnreachable(error)) return { title: t('initFailed'), text: t('initFailedText') }
  if (error instanceof ApiError && error.name === 'ip_refused')
    return { title: t('addressRefused'), text: errorMessage(error) }
  if (error instanceof ApiError) return { title: t('error500'), text: t('error500Text') }
  if (error instanceof PartLoadError) return { title: t('pageFailed'), text: t('partFailedText') }
  return { title: t('pageFailed'), text: t('pageFailedText') }
}
