import {
  SYNC_DIRECTIONS,
  SYNC_MODES,
  type SyncCluster,
  type SyncDirection,
  type SyncedInstance,
  type SyncMode,
} from '@clouddisk/contract/node-sync'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import { clustersQuery, type SyncChoice } from './node-sync.ts'
import { directionHint, directionText, modeHint, modeText, t } from './strings.ts'

/** What is synced, and how that is changed. */
export interface SyncDialogProps {
  title: string
  /** As it is synced now. */
  synced: Pick<SyncedInstance, 'clusters' | 'direction' | 'mode'> | undefined
  save: (choice: SyncChoice) => Promise<void>
  /** Above the fields. */
  state?: ReactNode
  /** What is said where nothing can be synced to. */
  noClusters?: string
  onClose: () => void
}

export function SyncDialog(props: SyncDialogProps): ReactElement {
  const { title, noClusters = t('noClusters'), onClose } = props
  const clusters = useQuery(clustersQuery)
  if (clusters.data?.list.some(({ hasBucket }) => hasBucket))
    return <SyncForm {...props} clusters={clusters.data.list} />
  return (
    <Dialog
      open
      width={600}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {clusters.data ? (
        <p className="text-body text-fg-2">{noClusters}</p>
      ) : clusters.error ? (
        <ErrorState
          title={t('loadFailed')}
          text={errorMessage(clusters.error)}
          retrying={clusters.isFetching}
          onRetry={() => void clusters.refetch()}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

interface Values {
  clusterIds: readonly string[]
  direction: SyncDirection
  mode: SyncMode
}

interface SyncFormProps extends SyncDialogProps {
  clusters: readonly SyncCluster[]
}

function SyncForm({ title, synced, save, state, clusters, onClose }: SyncFormProps): ReactElement {
  const [refused, setRefused] = useState<string>()
  const [initial] = useState((): Values => {
    const offered = clusters.find(({ hasBucket }) => hasBucket)
    return {
      clusterIds: synced?.clusters.map(({ clusterId }) => clusterId) ?? [],
      direction: synced?.direction ?? offered?.direction ?? 'oneWay',
      mode: synced?.mode ?? offered?.mode ?? 'syncAndSave',
    }
  })
  const form = useForm(initial, ({ clusterIds }) => ({
    clusterIds: clusterIds.length === 0 ? t('clusterFault') : undefined,
  }))
  const { clusterIds, direction, mode } = form.values
  const fault = form.errorOf('clusterIds')
  const send = async () => {
    setRefused(undefined)
    await save({ clusterIds: [...clusterIds], direction, mode })
    onClose()
  }
  const submission = useSubmission(form, send, (error) => setRefused(errorMessage(error)))
  const toggle = (clusterId: string, on: boolean) =>
    form.set({ clusterIds: on ? [...clusterIds, clusterId] : clusterIds.filter((id) => id !== clusterId) })
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      width={600}
      submission={submission}
      title={title}
      button={t(synced ? 'saveChange' : 'save')}
      className="flex flex-col gap-5"
    >
      {refused && <ErrorSummary title={t('notSaved')}>{refused}</ErrorSummary>}
      {state}
      <fieldset className="flex flex-col items-start gap-2">
        <legend className="mb-2 text-secondary text-fg-2">{t('cluster')}</legend>
        {clusters.map((cluster) => (
          <ClusterBox
            key={cluster.clusterId}
            cluster={cluster}
            checked={clusterIds.includes(cluster.clusterId)}
            onChange={(on) => toggle(cluster.clusterId, on)}
          />
        ))}
        {fault && (
          <p role="alert" className="flex items-start gap-1.5 text-caption text-danger">
            <CircleAlert size={13} className="mt-px" aria-hidden />
            {fault}
          </p>
        )}
      </fieldset>
      <div className="flex flex-col gap-2">
        <p className="text-secondary text-fg-2">{t('direction')}</p>
        <RadioGroup
          label={t('direction')}
          value={direction}
          onChange={(next) => form.set({ direction: next })}
          options={SYNC_DIRECTIONS.map((value) => ({
            value,
            label: directionText(value),
            hint: directionHint(value),
          }))}
        />
      </div>
      <div className="flex flex-col gap-2">
        <p className="text-secondary text-fg-2">{t('mode')}</p>
        <RadioGroup
          label={t('mode')}
          value={mode}
          onChange={(next) => form.set({ mode: next })}
          options={SYNC_MODES.map((value) => ({ value, label: modeText(value), hint: modeHint(value) }))}
        />
      </div>
    </FormDialog>
  )
}

interface ClusterBoxProps {
  cluster: SyncCluster
  checked: boolean
  onChange: (on: boolean) => void
}

function ClusterBox({ cluster, checked, onChange }: ClusterBoxProps): ReactElement {
  const { clusterName, siteName, hasBucket } = cluster
  const noteId = useId()
  const note = hasBucket ? siteName : t('noBucket')
  return (
    <div className="flex flex-col items-start">
      <Checkbox
        checked={checked}
        onChange={onChange}
        disabled={!hasBucket && !checked}
        describedBy={note ? noteId : undefined}
        label={<span className="min-w-0 text-body text-fg">{clusterName}</span>}
      />
      {/* Not in the label: of a cluster that cannot be chosen the reason is not faded. */}
      {note && (
        <p id={noteId} className="ml-6.5 text-caption text-mut">
          {note}
        </p>
      )}
    </div>
  )
}
