import { ApiError } from '@clouddisk/client/http/errors'
import { Folder, SearchX } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { useTouch } from '../../lib/media-query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { starIllustration } from '../../ui/illustrations.tsx'
import { t } from './strings.ts'
import type { Favorites } from './use-favorites.ts'

/** In the place of rows: nothing yet, nothing found, or why it could not be read. */
export function FavoritesState({ favorites }: { favorites: Favorites }): ReactElement {
  const { list, keyword, setFilter } = favorites
  if (list.error) return <Failed favorites={favorites} error={list.error} />
  if (!keyword) return <Nothing />
  return (
    <EmptyState illustration="search" title={t('noMatchTitle', { keyword })} text={t('noMatchText')}>
      <Button icon={SearchX} onClick={() => setFilter('')}>
        {t('clearFilter')}
      </Button>
    </EmptyState>
  )
}

function Nothing(): ReactElement {
  const navigation = useExtension('navigation')
  const touch = useTouch()
  return (
    <EmptyState
      illustration={starIllustration}
      title={t('nothingTitle')}
      text={t(touch ? 'nothingTextTouch' : 'nothingText')}
    >
      {navigation && (
        <Button variant="primary" icon={Folder} onClick={() => navigation.openFolder('0')}>
          {t('toFiles')}
        </Button>
      )}
    </EmptyState>
  )
}

function Failed({ favorites, error }: { favorites: Favorites; error: Error }): ReactElement {
  const words = errorMessage(error)
  const traceId =
    error instanceof ApiError && error.traceId && !words.includes(error.traceId) ? error.traceId : null
  return (
    <ErrorState
      title={t('failedTitle')}
      text={
        <>
          {words}
          {traceId && <span className="tabular mt-1 block text-caption">{t('trace', { traceId })}</span>}
        </>
      }
      onRetry={() => void favorites.list.refresh()}
      retrying={favorites.list.refreshing}
    />
  )
}
