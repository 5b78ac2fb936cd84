import { type AdminCluster, checkCluster } from '@clouddisk/contract/admin-clusters'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react'
import type { ReactElement } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { t } from './cluster-strings.ts'

interface ClusterCheckProps extends DialogControl {
  cluster: AdminCluster
}

/** Tries the services and buckets of a cluster, while one waits. */
export function ClusterCheckDialog({ cluster, ...dialog }: ClusterCheckProps): ReactElement {
  const { clusterId, clusterName: name } = cluster
  const query = useQuery({
    queryKey: ['admin-cluster-check', clusterId],
    queryFn: ({ signal }) => call(checkCluster, { clusterId }, { signal }),
    enabled: dialog.open,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const findings = query.isFetching ? undefined : query.data?.findings
  return (
    <Dialog
      {...dialog}
      width={600}
      title={t('checkTitle', { name })}
      footer={
        <>
          <CloseButton>{t('close')}</CloseButton>
          <Button icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('again')}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="min-h-40">
        {query.isFetching ? (
          <>
            <p className="mb-3 text-secondary text-mut">{t('checking')}</p>
            <SkeletonRows rows={4} />
          </>
        ) : findings?.length === 0 ? (
          <p className="text-secondary text-mut">{t('nothingToCheck')}</p>
        ) : findings ? (
          <ul className="flex flex-col gap-2.5">
            {findings.map((finding) => (
              <Found key={`${finding.check} ${finding.target}`} {...finding} />
            ))}
          </ul>
        ) : (
          <ErrorState title={t('notChecked')} text={errorMessage(query.error)} />
        )}
      </div>
    </Dialog>
  )
}

interface FoundProps {
  checkText: string
  target: string
  isFine: boolean
  says: string | null
}

function Found({ checkText, target, isFine, says }: FoundProps): ReactElement {
  const Icon = isFine ? CircleCheck : CircleAlert
  const tone = isFine ? 'text-ok' : 'text-danger'
  return (
    <li className="flex items-start gap-2.5 text-body">
      <Icon size={17} className={clsx('mt-0.5 shrink-0', tone)} aria-hidden />
      <span className="min-w-0">
        {checkText} <span className="text-secondary break-words text-fg-2">{target}</span>
        {isFine && ' '}
        {isFine && <span className={clsx('ml-2 text-secondary', tone)}>{t('fine')}</span>}
        {says && <span className="block text-secondary break-words text-fg-2">{says}</span>}
      </span>
    </li>
  )
}
