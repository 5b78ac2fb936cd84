import { ApiError } from '@clouddisk/client/http/errors'
import { House, Upload } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useTouch } from '../../lib/media-query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isFiltered, isGone } from './folder-query.ts'
import { NoMatch } from './lazy-parts.ts'
import { areaName, t } from './strings.ts'
import type { FolderArea } from './use-folder-area.ts'

/** Shown in place of rows: empty, nothing found, or an error. */
export function FolderState({ area }: { area: FolderArea }): ReactElement {
  const { folder, view } = area
  if (folder.error) return <Failed area={area} error={folder.error} />
  return isFiltered(view) ? (
    <Suspense>
      <NoMatch area={area} />
    </Suspense>
  ) : (
    <Empty area={area} />
  )
}

function Empty({ area }: { area: FolderArea }): ReactElement {
  const { uploadFiles, uploadFolder } = area.onFolder
  const touch = useTouch()
  return (
    <EmptyState
      illustration="folder"
      title={t('emptyTitle')}
      text={uploadFiles.visible ? t(touch ? 'emptyTextTouch' : 'emptyText') : undefined}
    >
      {uploadFiles.visible && (
        <>
          <Button icon={Upload} onClick={uploadFiles.run}>
            {t('uploadFiles')}
          </Button>
          <Button icon={uploadFolder.icon} onClick={uploadFolder.run}>
            {t('uploadFolder')}
          </Button>
        </>
      )}
    </EmptyState>
  )
}

/** Cause and remedy; for a removed folder a button that leads back instead of a retry. */
function Failed({ area, error }: { area: FolderArea; error: Error }): ReactElement {
  const { folder, onOpenFolder } = area
  const gone = isGone(error)
  const message = errorMessage(error)
  const traceId =
    error instanceof ApiError && error.traceId && !message.includes(error.traceId) ? error.traceId : null
  const home = (
    <Button variant="primary" icon={House} onClick={() => onOpenFolder('0')}>
      {t('toRoot', { home: areaName(area.area) })}
    </Button>
  )
  if (gone)
    return (
      <ErrorState title={t('goneTitle')} text={t('goneText')}>
        {home}
      </ErrorState>
    )
  return (
    <ErrorState
      title={t('failedTitle')}
      text={
        <>
          {message}
          {traceId && <span className="tabular mt-1 block text-caption">{t('trace', { traceId })}</span>}
        </>
      }
      onRetry={() => void folder.refresh()}
      retrying={folder.refreshing}
    />
  )
}
