import type { Import, ImportSource } from '@clouddisk/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { ChooseFolder } from './choose-folder.tsx'
import { importsQuery, type SignIn, sourcesQuery } from './imports.ts'
import { SignInStep } from './sign-in-step.tsx'
import { t } from './strings.ts'

export interface ImportDialogProps {
  readonly target: FolderTarget
  /** An import that is made again. */
  readonly again?: Import
  readonly onClose: () => void
}

/** Where from, then what: a folder of an old drive is imported into a folder here. */
export function ImportDialog({ target, again, onClose }: ImportDialogProps): ReactElement {
  const sources = useQuery(sourcesQuery)
  // They stand below the first step, which would grow with them otherwise.
  const { isPending } = useQuery(importsQuery)
  const [opened, setOpened] = useState<{ source: ImportSource; signIn: SignIn }>()
  const { data, error } = sources
  if (data && data.length > 0 && !isPending) {
    return opened ? (
      <ChooseFolder
        {...opened}
        target={target}
        again={again}
        onBack={() => setOpened(undefined)}
        onClose={onClose}
      />
    ) : (
      <SignInStep
        sources={data}
        again={again}
        onOpened={(source, signIn) => setOpened({ source, signIn })}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')}>
      <div className="min-h-80">
        {data && data.length === 0 ? (
          <EmptyState title={t('noSources')} text={t('noSourcesText')} />
        ) : error ? (
          <ErrorState
            title={t('notLoaded')}
            text={errorMessage(error)}
            onRetry={() => void sources.refetch()}
            retrying={sources.isFetching}
          />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  )
}
