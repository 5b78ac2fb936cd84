import type { Instance } from '@clouddisk/contract/files'
import { saveLibraryValues } from '@clouddisk/contract/libraries'
import type { LibraryAttribute } from '@clouddisk/contract/library-attributes'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshLibraries, valuesQuery } from './data.ts'
import { t } from './strings.ts'
import { type TypedValues, ValuesFields } from './values-fields.tsx'
import { refuseValues, useValuesForm } from './values-form.ts'

interface ValuesDialogProps extends DialogControl {
  item: Instance
}

/** The attributes of one file: to read, and to change where one may. */
export function ValuesDialog({ item, ...dialog }: ValuesDialogProps): ReactElement {
  const { data, error, isFetching, refetch } = useQuery({
    ...valuesQuery(item.instanceId),
    staleTime: 0,
    gcTime: 0,
  })
  const title = t('valuesOf', { name: item.instanceName })
  if (!data)
    return (
      <Dialog
        {...dialog}
        width={600}
        title={title}
        footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
      >
        {error ? (
          <ErrorState
            title={t('valuesFailed')}
            text={errorMessage(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label={title} />
        )}
      </Dialog>
    )
  const values = Object.fromEntries(data.values.map(({ attributeId, value }) => [attributeId, value ?? '']))
  const shown = { item, attributes: data.attributes, values, canEdit: data.canEdit }
  return <ValuesForm {...dialog} {...shown} title={title} />
}

interface ValuesFormProps extends ValuesDialogProps {
  title: string
  attributes: readonly LibraryAttribute[]
  values: TypedValues
  canEdit: boolean
}

function ValuesForm(props: ValuesFormProps): ReactElement {
  const { item, title, attributes, values, canEdit, ...dialog } = props
  const form = useValuesForm(attributes, values)
  const send = async () => {
    await call(saveLibraryValues, {
      instanceId: item.instanceId,
      values: attributes.map(({ attributeId }) => ({ attributeId, value: form.values[attributeId] || null })),
    })
    dialog.onOpenChange(false)
    toast.ok(t('saved'))
    await refreshLibraries()
  }
  const submission = useSubmission(form, send, (error) => refuseValues(form, error, t('notSaved')))
  const isFixed = ({ attributeId, readOnly }: LibraryAttribute) =>
    !canEdit || (readOnly && (values[attributeId] ?? '') !== '')
  const fields = <ValuesFields attributes={attributes} form={form} isFixed={isFixed} />
  if (!canEdit)
    return (
      <Dialog
        {...dialog}
        width={600}
        title={title}
        footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
      >
        <div className="flex flex-col gap-4">{fields}</div>
      </Dialog>
    )
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      title={title}
      button={t('save')}
      className="flex flex-col gap-4"
    >
      {fields}
    </FormDialog>
  )
}
