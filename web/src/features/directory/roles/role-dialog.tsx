import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import { type AdminRoleRow, createRole, updateRole } from '@clouddisk/contract/admin-roles'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { type DetailLines, DetailList } from '../../../ui/detail-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Form, useForm } from '../../../ui/use-form.ts'
import { adminDescription, adminName, roleDescription, roleName } from '../role-labels.ts'
import { type RoleFormValues, refusedRoleField, roleErrors, roleFormValues, roleInput } from './role-form.ts'
import { canGiveOutbound, PresetOutbound } from './role-outbound.tsx'
import { RolePermissions } from './role-permissions.tsx'
import { scopeText } from './role-scope.ts'
import { t } from './strings.ts'
import { TreeTransfer } from './tree-transfer.tsx'

export interface RoleDialogProps extends DialogControl {
  /** The role to view, edit or copy; undefined for an empty form. */
  role: AdminRoleRow | undefined
  mode: 'view' | 'edit' | 'new'
  /** Whether the reader may change roles. */
  change: boolean
}

/** A role in detail: what it gives, where, and to which kind of administrator (R52, R97, R188, R189). */
export function RoleDialog(props: RoleDialogProps): ReactElement {
  return props.mode === 'view' && props.role ? <View {...props} role={props.role} /> : <Edit {...props} />
}

function View({ role, mode: _, change, ...dialog }: RoleDialogProps & { role: AdminRoleRow }): ReactElement {
  const isOutboundSwitch = change && role.preset && canGiveOutbound(role.type, new Set(role.items))
  const lines: DetailLines = [
    [t('type'), t(role.type)],
    [t('scope'), scopeText(role)],
    [t('admin'), role.admin ? `${adminName(role.admin)} · ${adminDescription(role.admin)}` : t('adminNone')],
    !isOutboundSwitch && [t('outbound'), t(role.outbound ? 'yes' : 'no')],
    [t('holders'), t('people', { count: role.holders })],
  ]
  return (
    <Dialog
      {...dialog}
      width={860}
      title={t('detailTitle', { name: roleName(role) })}
      description={roleDescription(role)}
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      <DetailList
        data-autofocus
        // What one reads first, not the choice below it.
        tabIndex={-1}
        lines={lines}
        className="mb-5 grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 outline-none"
        valueClass=""
      />
      {isOutboundSwitch && <PresetOutbound role={role} />}
      <RolePermissions items={new Set(role.items)} preset={role.preset ? role.roleName : undefined} />
    </Dialog>
  )
}

function Edit({ role, mode, change: _, ...dialog }: RoleDialogProps): ReactElement {
  const changed = mode === 'edit' ? role : undefined
  const [initial] = useState(() =>
    changed || !role ? roleFormValues(changed) : roleFormValues(role, t('copyOf', { name: roleName(role) })),
  )
  const form = useForm<RoleFormValues>(initial, roleErrors)
  const { values } = form
  const send = async () => {
    const definition = roleInput(values)
    const saved = changed
      ? await call(updateRole, { roleId: changed.roleId, ...definition })
      : await call(createRole, definition)
    dialog.onOpenChange(false)
    toast.ok(t(changed ? 'saved' : 'made', { name: saved.roleName }))
    await refreshDirectory()
  }
  const submission = useSubmission(form, send, (error) =>
    form.refuse({ [refusedRoleField(error)]: errorMessage(error) }),
  )
  return (
    <FormDialog
      {...dialog}
      width={860}
      submission={submission}
      summary
      title={changed ? t('editTitle', { name: changed.roleName }) : t('newTitle')}
      footerStart={
        changed &&
        changed.holders > 0 && (
          <span className="text-caption text-mut">{t('holdersFeelIt', { count: changed.holders })}</span>
        )
      }
      button={t(changed ? 'save' : 'create')}
      className="flex flex-col gap-5"
    >
      <Basics form={form} />
      {values.type === 'advanced' && <Scope form={form} />}
      <PermissionFields form={form} />
    </FormDialog>
  )
}

type RoleFormProps = { form: Form<RoleFormValues> }

const Basics = ({ form: { values, set, errorOf, control } }: RoleFormProps) => (
  <>
    <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
      <Field label={t('roleName')} required error={errorOf('roleName')}>
        <Input
          {...control('roleName')}
          autoComplete="off"
          value={values.roleName}
          onChange={(event) => set({ roleName: event.target.value })}
        />
      </Field>
      <Field label={t('description')} error={errorOf('description')}>
        <Input
          {...control('description')}
          autoComplete="off"
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
    </div>
    <div className="flex flex-col gap-2">
      <p className="text-secondary text-fg-2">{t('type')}</p>
      <RadioGroup
        label={t('type')}
        value={values.type}
        onChange={(type) => set({ type })}
        className="grid! grid-cols-2 gap-4! max-md:grid-cols-1"
        options={[
          { value: 'ordinary', label: t('ordinary'), hint: t('ordinaryText') },
          { value: 'advanced', label: t('advanced'), hint: t('advancedText') },
        ]}
      />
    </div>
  </>
)

const Scope = ({ form: { values, set, errorOf } }: RoleFormProps) => (
  <>
    <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
      <Field label={t('scope')} hint={t('departmentsHint')}>
        <Select
          value={values.scope}
          onChange={(scope) => set({ scope })}
          options={[
            { value: 'current', label: t('current') },
            { value: 'subtree', label: t('subtree') },
          ]}
        />
      </Field>
      <Field label={t('admin')} hint={t('adminHint')} error={errorOf('admin')}>
        <Select
          value={values.admin}
          onChange={(admin) => set({ admin })}
          options={[
            { value: 'none', label: t('adminNone') },
            ...ADMIN_ROLES.map((one) => ({ value: one, label: adminName(one) })),
          ]}
        />
      </Field>
    </div>
    <TreeTransfer chosen={values.departments} onChange={(departments) => set({ departments })} />
  </>
)

const PermissionFields = ({ form: { values, set, errorOf } }: RoleFormProps) => (
  <div>
    {errorOf('items') && <p className="mb-1.5 text-caption text-danger">{errorOf('items')}</p>}
    <RolePermissions items={values.items} onChange={(items) => set({ items })} />
    {canGiveOutbound(values.type, values.items) && (
      <div className="mt-4 rounded-l border border-line px-4 py-3">
        <Checkbox
          checked={values.outbound}
          onChange={(outbound) => set({ outbound })}
          label={<span className="text-body text-fg">{t('outbound')}</span>}
        />
        <p className="mt-0.5 pl-6.5 text-caption text-mut">{t('outboundHint')}</p>
      </div>
    )}
  </div>
)
