import {
  type AdminCluster,
  SYNC_DIRECTIONS,
  type SyncDirection,
  type SyncMode,
  saveCluster,
} from '@clouddisk/contract/admin-clusters'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { BucketsField } from './buckets-field.tsx'
import { errorsOf, inputOf, valuesOf } from './cluster-form.ts'
import { t } from './cluster-strings.ts'
import { nodesQuery, refreshSites, sitesQuery } from './data.ts'
import { Part, showRefusal, TextField } from './form-fields.tsx'
import { t as words } from './strings.ts'

interface ClusterDialogProps extends DialogControl {
  /** Undefined for a new one. */
  cluster: AdminCluster | undefined
  clusters: readonly AdminCluster[]
}

const MODES = [
  { value: 'sync', label: t('sync_') },
  { value: 'syncAndSave', label: t('syncAndSave') },
] as const satisfies readonly { value: SyncMode; label: string }[]

/** A cluster that is added or changed. */
export function ClusterDialog({ cluster, clusters, ...dialog }: ClusterDialogProps): ReactElement {
  const [initial] = useState(() => valuesOf(cluster))
  const nodes = useQuery(nodesQuery).data?.list ?? []
  const sites = useQuery(sitesQuery).data?.list ?? []
  const form = useForm(initial, errorsOf)
  const { values, set } = form
  const send = async () => {
    await call(saveCluster, { ...(cluster && { clusterId: cluster.clusterId }), ...inputOf(values) })
    dialog.onOpenChange(false)
    toast.ok(t('saved', { name: values.clusterName.trim() }))
    await refreshSites()
  }
  const submission = useSubmission(form, send, (error) => showRefusal(form, error, 'clusterName'))
  return (
    <FormDialog
      {...dialog}
      width={640}
      submission={submission}
      summary
      title={t(cluster ? 'editCluster' : 'newCluster')}
      button={words(cluster ? 'save' : 'create')}
      className="flex flex-col gap-6"
    >
      <Part>
        <TextField form={form} name="clusterName" label={t('name')} required />
        <TextField
          form={form}
          name="address"
          label={t('address')}
          inputMode="url"
          placeholder="https://disk.example.com"
        />
        <Field label={t('site')}>
          <Select
            value={values.siteId}
            onChange={(siteId) => set({ siteId })}
            options={[
              { value: '', label: t('noSite') },
              ...sites.map(({ siteId, siteName }) => ({ value: siteId, label: siteName })),
            ]}
          />
        </Field>
        <Field label={t('nodes')} hint={t('nodesHint')} className="col-span-full">
          <MultiSelect
            value={values.nodeIds}
            onChange={(nodeIds) => set({ nodeIds })}
            options={nodes.map(({ nodeId, nodeName, clusterName }) => ({
              value: nodeId,
              label: nodeName,
              hint: clusterName ?? undefined,
            }))}
            placeholder={t('chooseNodes')}
          />
        </Field>
      </Part>
      <BucketsField form={form} cluster={cluster} clusters={clusters} />
      <Part title={t('services')}>
        <TextField form={form} name="antivirusAddress" label={t('antivirus')} hint={t('antivirusHint')} />
        <TextField
          form={form}
          name="previewAddress"
          label={t('preview')}
          hint={t('previewHint')}
          inputMode="url"
        />
        <TextField
          form={form}
          name="coeditingAddress"
          label={t('coediting')}
          hint={t('coeditingHint')}
          inputMode="url"
        />
      </Part>
      <Part title={t('sync')}>
        <Field label={t('direction')}>
          <Select<SyncDirection>
            value={values.syncDirection}
            onChange={(syncDirection) => set({ syncDirection })}
            options={SYNC_DIRECTIONS.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
        <Field label={t('mode')}>
          <Select<SyncMode>
            value={values.syncMode}
            onChange={(syncMode) => set({ syncMode })}
            options={MODES}
          />
        </Field>
        <Field label={t('speed')} hint={t('speedHint')} error={form.errorOf('speed')}>
          <Input
            {...form.control('speed')}
            value={values.speed}
            inputMode="numeric"
            unit={t('speedUnit')}
            onChange={(event) => set({ speed: event.target.value })}
          />
        </Field>
        <Checkbox
          className="col-span-full"
          label={t('remoteReads')}
          checked={values.remoteReads}
          onChange={(remoteReads) => set({ remoteReads })}
        />
      </Part>
    </FormDialog>
  )
}
