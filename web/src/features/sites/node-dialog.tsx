import { type AdminNode, isNodeName, NODE_REMARKS_MAX, saveNode } from '@clouddisk/contract/admin-nodes'
import { reasonText } from '@clouddisk/contract/field-reasons'
import { isServerAddress } from '@clouddisk/contract/server-addresses'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { type FormErrors, useForm } from '../../ui/use-form.ts'
import { clustersQuery, refreshSites } from './data.ts'
import { showRefusal, TextField, tooLong } from './form-fields.tsx'
import { t } from './node-strings.ts'
import { t as words } from './strings.ts'

interface Values {
  nodeName: string
  clusterId: string
  businessAddress: string
  internalAddress: string
  remarks: string
}

const errorsOf = (values: Values): FormErrors<Values> => ({
  nodeName: isNodeName(values.nodeName.trim()) ? undefined : reasonText('node_name', language),
  businessAddress: addressError(values.businessAddress),
  internalAddress: addressError(values.internalAddress),
  remarks: tooLong(values.remarks, NODE_REMARKS_MAX),
})

const addressError = (text: string): string | undefined =>
  text.trim() === '' || isServerAddress(text.trim()) ? undefined : reasonText('server_address', language)

interface NodeDialogProps extends DialogControl {
  /** Undefined for a new one. */
  node: AdminNode | undefined
}

/** A node that is made before its server starts, or changed. */
export function NodeDialog({ node, ...dialog }: NodeDialogProps): ReactElement {
  const [initial] = useState(
    (): Values => ({
      nodeName: node?.nodeName ?? '',
      clusterId: node?.clusterId ?? '',
      businessAddress: node?.businessAddress ?? '',
      internalAddress: node?.internalAddress ?? '',
      remarks: node?.remarks ?? '',
    }),
  )
  const clusters = useQuery(clustersQuery).data?.list ?? []
  const form = useForm(initial, errorsOf)
  const send = async () => {
    const { clusterId, ...values } = form.values
    await call(saveNode, {
      ...values,
      nodeName: values.nodeName.trim(),
      ...(node && { nodeId: node.nodeId }),
      ...(clusterId !== '' && { clusterId }),
    })
    dialog.onOpenChange(false)
    toast.ok(t('saved', { name: values.nodeName.trim() }))
    await refreshSites()
  }
  const submission = useSubmission(form, send, (error) => showRefusal(form, error, 'nodeName'))
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      title={t(node ? 'editNode' : 'newNode')}
      button={words(node ? 'save' : 'create')}
      className="flex flex-col gap-5"
    >
      <TextField form={form} name="nodeName" label={t('name')} required hint={t('nameHint')} />
      <Field label={t('cluster')}>
        <Select
          value={form.values.clusterId}
          onChange={(clusterId) => form.set({ clusterId })}
          options={[
            { value: '', label: words('noCluster') },
            ...clusters.map(({ clusterId, clusterName }) => ({ value: clusterId, label: clusterName })),
          ]}
        />
      </Field>
      <TextField form={form} name="businessAddress" label={t('businessAddress')} hint={t('businessHint')} />
      <TextField form={form} name="internalAddress" label={t('internalAddress')} hint={t('internalHint')} />
      <TextField form={form} name="remarks" label={t('remarks')} />
    </FormDialog>
  )
}
