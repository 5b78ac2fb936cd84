import { endGroupSync, type GroupSync, queryGroupSync, syncGroup } from '@clouddisk/contract/admin-group-sync'
import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showError } from '../../ui/failures.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { type SyncChoice, TONES } from './node-sync.ts'
import { adminFailureText, stateText, t } from './strings.ts'
import { SyncDialog } from './sync-dialog.tsx'

/** Where all files of a group are kept (B§5). */
export function GroupSyncDialog({
  group,
  onClose,
}: {
  group: Pick<AdminGroup, 'groupId' | 'groupName'>
  onClose: () => void
}): ReactElement {
  const { groupId, groupName } = group
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(['group-sync', groupId], queryGroupSync, { groupId }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const save = async (choice: SyncChoice) => {
    await call(syncGroup, { groupId, ...choice })
    toast.ok(t('saved'))
  }
  const end = async () => {
    const sure = await confirm({
      type: 'warning',
      title: t('stopOneTitle', { name: groupName }),
      text: t('stopText'),
      confirmText: t('stop'),
      confirmIcon: CloudOff,
      danger: true,
    })
    if (!sure) return
    try {
      await call(endGroupSync, { groupId })
      toast.ok(t('stopped'))
      onClose()
    } catch (refused) {
      showError(t('notStopped'), refused)
    }
  }
  if (data && !isFetching)
    return (
      <SyncDialog
        title={t('dialogTitle', { name: groupName })}
        synced={data.sync ?? undefined}
        save={save}
        state={data.sync && <GroupState sync={data.sync} onEnd={() => void end()} />}
        noClusters={t('noClustersYet')}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      width={600}
      onOpenChange={(open) => !open && onClose()}
      title={t('dialogTitle', { name: groupName })}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {error ? (
        <ErrorState
          title={t('groupSyncFailed')}
          text={errorMessage(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

/** How far the sync of a group is at each cluster, and its end. */
function GroupState({ sync, onEnd }: { sync: GroupSync; onEnd: () => void }): ReactElement {
  return (
    <div className="flex items-center gap-4 rounded-l border border-line p-3.5 max-md:flex-col max-md:items-stretch">
      <ul className="flex min-w-0 flex-1 flex-col gap-2.5">
        {sync.clusters.map(({ clusterId, clusterName, status, reason, files, filesDone }) => (
          <li key={clusterId}>
            <span className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere">{clusterName}</span>
              <Chip tone={TONES[status]}>{stateText(status)}</Chip>
            </span>
            <span className="tabular block text-caption text-mut">
              {reason ? adminFailureText(reason) : t('progress', { done: filesDone, total: files })}
            </span>
          </li>
        ))}
      </ul>
      <Button icon={CloudOff} onClick={onEnd}>
        {t('stop')}
      </Button>
    </div>
  )
}
