import { type AdminBucket, checkBucket } from '@clouddisk/contract/admin-storage'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactElement } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { refreshStorage } from './data.ts'
import { Findings } from './findings.tsx'
import { t } from './strings.ts'

export interface CheckDialogProps extends DialogControl {
  bucket: AdminBucket
}

/** Tries all that is needed of a bucket, while one waits. */
export function CheckDialog({ bucket: { bucketName }, ...dialog }: CheckDialogProps): ReactElement {
  const query = useQuery({
    queryKey: ['admin-storage-check', bucketName],
    queryFn: async ({ signal }) => {
      const found = await call(checkBucket, { bucketName }, { signal })
      // It may be back, or not any more.
      void refreshStorage()
      return found
    },
    enabled: dialog.open,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const findings = query.isFetching ? undefined : query.data?.findings
  const isWrong = findings?.some(({ outcome }) => outcome === 'wrong')
  return (
    <Dialog
      {...dialog}
      width={600}
      title={t('checkTitle', { name: bucketName })}
      footer={
        <>
          <CloseButton>{t('closeDialog')}</CloseButton>
          <Button icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('again')}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="min-h-40">
        {query.isFetching ? (
          <>
            <p className="mb-3 text-secondary text-mut">{t('trying')}</p>
            <SkeletonRows rows={4} />
          </>
        ) : findings ? (
          <>
            {!isWrong && <p className="mb-3 text-secondary text-mut">{t('checkFine')}</p>}
            <Findings findings={findings} />
          </>
        ) : (
          <ErrorState title={t('notChecked')} text={errorMessage(query.error)} />
        )}
      </div>
    </Dialog>
  )
}
