import { useQuery } from '@tanstack/react-query'
import { Library as LibraryIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { iconOf, myLibrariesQuery } from './data.ts'
import { t } from './strings.ts'

/** All libraries that one is in, those too that the menu does not show. */
export function LibrariesList({ onOpen }: { onOpen: (libraryId: string) => void }): ReactElement {
  usePageTitle(t('title'))
  const query = useQuery(myLibrariesQuery)
  if (query.error)
    return (
      <ErrorState
        title={t('failed')}
        text={errorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!query.data) return <Loading label={t('title')} />
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto px-6 pb-8 max-md:px-4">
      <div className="flex min-h-15 shrink-0 items-center max-md:min-h-0">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
      </div>
      {query.data.list.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-4 max-md:pt-4">
          {query.data.list.map((library) => {
            const icon = iconOf(library, 'app')
            return (
              <li key={library.libraryId}>
                <button
                  type="button"
                  onClick={() => onOpen(library.libraryId)}
                  className="flex w-full items-center gap-3 rounded-l border border-line p-4 text-left hover:bg-hover"
                >
                  {icon ? (
                    <img src={icon} alt="" className="size-10 shrink-0 object-contain" />
                  ) : (
                    <LibraryIcon size={32} className="shrink-0 text-mut" aria-hidden />
                  )}
                  <span className="min-w-0 truncate font-medium">{library.libraryName}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
