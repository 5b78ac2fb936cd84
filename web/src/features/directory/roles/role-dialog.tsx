import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import { type AdminRoleRow, createRole, updateRole } from '@clouddisk/contract/admin-roles'
import { type ReactElement, useId, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Form, useForm } from '../../../ui/use-form.ts'
import { adminDescription, adminName, roleDescription, roleName } from '../role-labels.ts'
import { type RoleFormValues, refusedRoleField, roleErrors, roleFormValues, roleInput } from './role-form.ts'
import { RolePermissions } from './role-permissions.tsx'
import { scopeText } from './role-scope.ts'
import { t } from './strings.ts'
import { TreeTransfer } from './tree-transfer.tsx'

export interface RoleDialogProps {
  /** Looked at, changed, copied; undefined for one that is made from nothing. */
  role: AdminRoleRow | undefined
  mode: 'view' | 'edit' | 'new'
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** A role in detail: what it gives, where, and to which kind of administrator (R52, R97, R188, R189). */
export function RoleDialog(props: RoleDialogProps): ReactElement {
  return props.mode === 'view' && props.role ? <View {...props} role={props.role} /> : <Edit {...props} />
}

function View({
  role,
  open,
  onOpenChange,
  onClosed,
}: RoleDialogProps & { role: AdminRoleRow }): ReactElement {
  const facts: readonly (readonly [string, string])[] = [
    [t('type'), t(role.type)],
    [t('scope'), scopeText(role)],
    [t('admin'), role.admin ? `${adminName(role.admin)} · ${adminDescription(role.admin)}` : t('adminNone')],
    [t('holders'), t('people', { count: role.holders })],
  ]
  return (
    <Dialog
      width={860}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title={t('detailTitle', { name: roleName(role) })}
      description={roleDescription(role)}
      footer={<Button onClick={() => onOpenChange(false)}>{t('close')}</Button>}
    >
      <dl
        data-autofocus
        // What one reads first, not the choice below it.
        tabIndex={-1}
        className="mb-5 grid outline-none grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-body"
      >
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-secondary text-mut">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RolePermissions items={new Set(role.items)} preset={role.preset ? role.roleName : undefined} />
    </Dialog>
  )
}

function Edit({ role, mode, open, onOpenChange, onClosed }: RoleDialogProps): ReactElement {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const changed = mode === 'edit' ? role : undefined
  const [initial] = useState(() =>
    changed || !role ? roleFormValues(changed) : roleFormValues(role, t('copyOf', { name: roleName(role) })),
  )
  const form = useForm<RoleFormValues>(initial, roleErrors)
  const { values } = form
  const send = async () => {
    setBusy(true)
    try {
      const definition = roleInput(values)
      const saved = changed
        ? await call(updateRole, { roleId: changed.roleId, ...definition })
        : await call(createRole, definition)
      onOpenChange(false)
      toast.ok(t(changed ? 'saved' : 'made', { name: saved.roleName }))
      await refreshDirectory()
    } catch (error) {
      form.refuse({ [refusedRoleField(error)]: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  const button = t(changed ? 'save' : 'create')
  return (
    <Dialog
      width={860}
      open={open}
      onOpenChange={onOpenChange}
      dirty={form.dirty}
      busy={busy}
      onClosed={onClosed}
      title={changed ? t('editTitle', { name: changed.roleName }) : t('newTitle')}
      footerStart={
        changed &&
        changed.holders > 0 && (
          <span className="text-caption text-mut">{t('holdersFeelIt', { count: changed.holders })}</span>
        )
      }
      footer={
        <>
          <CloseButton>{t('cancel')}</CloseButton>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) form.submit(() => void send())
        }}
        className="flex flex-col gap-5"
      >
        {form.errorCount > 0 && (
          <ErrorSummary title={t('faults', { count: form.errorCount })}>
            {t('faultsText', { button })}
          </ErrorSummary>
        )}
        <Basics form={form} />
        {values.type === 'advanced' && <Scope form={form} />}
        <PermissionFields form={form} />
      </form>
    </Dialog>
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
  </div>
)
