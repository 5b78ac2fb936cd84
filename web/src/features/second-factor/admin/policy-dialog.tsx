import { queryRoles } from '@clouddisk/contract/admin-roles'
import { saveSecondFactorPolicy } from '@clouddisk/contract/admin-second-factor'
import { roleName } from '@clouddisk/contract/role-names'
import { FACTOR_REQUIRED_OF, type SecondFactorPolicy } from '@clouddisk/contract/second-factor'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { language } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast.tsx'
import { t } from './strings.ts'

export const rolesQuery = callQuery(['second-factor', 'roles'], queryRoles, {})

interface PolicyDialogProps extends DialogControl {
  policy: SecondFactorPolicy
  onSaved: () => void
}

/** Who needs a second factor. */
export function PolicyDialog({ policy, onSaved, ...dialog }: PolicyDialogProps): ReactElement {
  const form = useId()
  const [values, setValues] = useState(policy)
  const [fault, setFault] = useState<string>()
  const roles = useQuery(rolesQuery).data ?? []
  const set = (part: Partial<SecondFactorPolicy>) => {
    setFault(undefined)
    setValues({ ...values, ...part })
  }
  const save = useMutation({
    mutationFn: () => call(saveSecondFactorPolicy, values),
    onSuccess: () => {
      toast.ok(t('saved'))
      onSaved()
      dialog.onOpenChange(false)
    },
    onError: (error) => toast.error(errorMessage(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (values.requiredOf === 'roles' && values.roleIds.length === 0) setFault(t('rolesMissing'))
    else save.mutate()
  }
  return (
    <Dialog
      {...dialog}
      title={t('changeTitle')}
      dirty={values !== policy}
      busy={save.isPending}
      footer={
        <>
          <CloseButton />
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-secondary text-fg-2">{t('changeText')}</p>
        <RadioGroup
          label={t('policy')}
          value={values.requiredOf}
          onChange={(requiredOf) => set({ requiredOf })}
          options={FACTOR_REQUIRED_OF.map((value) => ({ value, label: t(value) }))}
        />
        {values.requiredOf === 'roles' && (
          <Field label={t('chosenRoles')} error={fault} required>
            <MultiSelect
              value={values.roleIds}
              onChange={(roleIds) => set({ roleIds: [...roleIds] })}
              placeholder={t('chooseRoles')}
              options={roles.map((role) => ({
                value: role.roleId,
                label: roleName(role.roleName, role.preset, language),
              }))}
            />
          </Field>
        )}
        <Switch
          checked={values.trustProviders}
          onChange={(trustProviders) => set({ trustProviders })}
          label={t('trustProviders')}
          hint={t('trustProvidersHint')}
        />
      </form>
    </Dialog>
  )
}
