import type { Library } from '@clouddisk/contract/libraries'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { CategoryTree } from './category-tree.tsx'
import { libraryQuery } from './data.ts'
import { LibraryFiles } from './library-files.tsx'
import { t } from './strings.ts'

export interface LibraryPageProps {
  libraryId: string
  /** A category or another folder; the library's root where it is undefined. */
  folderId: string | undefined
  onFolder: (folderId: string | undefined) => void
}

/** A library: its categories, and the files of one with columns of attributes (R94). */
export function LibraryPage({ libraryId, folderId, onFolder }: LibraryPageProps): ReactElement {
  const query = useQuery(libraryQuery(libraryId))
  const library = query.data
  usePageTitle(library?.libraryName ?? t('title'))
  if (query.error)
    return (
      <ErrorState
        title={t('failed')}
        text={errorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!library) return <Loading label={t('title')} />
  return <Opened library={library} folderId={folderId} onFolder={onFolder} />
}

function Opened(props: Omit<LibraryPageProps, 'libraryId'> & { library: Library }): ReactElement {
  const { library, folderId, onFolder } = props
  return (
    <div className="flex h-full min-h-0 max-lg:flex-col">
      <CategoryTree library={library} selected={folderId} onSelect={onFolder} />
      <LibraryFiles key={folderId ?? ''} library={library} folderId={folderId} onFolder={onFolder} />
    </div>
  )
}
