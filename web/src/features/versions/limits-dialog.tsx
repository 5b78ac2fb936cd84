import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import {
  saveVersionLimits,
  VERSION_DAYS_MAX,
  VERSIONS_KEPT_MAX,
  type VersionLimits,
  type VersionRetention,
} from '@clouddisk/contract/versions'
import type { ReactElement } from 'react'
import { call } from '../../lib/api.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Form, type FormErrors, useForm } from '../../ui/use-form.ts'
import { t } from './strings.ts'
import { refreshVersions } from './versions.ts'

interface Values {
  readonly whose: 'default' | 'own'
  readonly kept: string
  readonly days: string
}

/** How many versions a space keeps and for how long; says what that would delete before it is saved. */
export function LimitsDialog(props: {
  item: Instance
  retention: VersionRetention
  onClose: () => void
}): ReactElement {
  const { item, retention, onClose } = props
  const form = useForm<Values>(
    {
      whose: retention.isDefault ? 'default' : 'own',
      kept: String(retention.versionsKept),
      days: String(retention.versionDays),
    },
    errorsOf,
  )
  const send = async () => {
    if (!(await save(item, form.values))) return
    await refreshVersions(item)
    toast.ok(t('saved'))
    onClose()
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSaved'), error))
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settingsTitle')}
      description={t(item.groupId === null ? 'settingsOwn' : 'settingsGroup')}
      submission={submission}
      button={t('save')}
      className="space-y-4"
    >
      <RadioGroup
        label={t('settingsTitle')}
        value={form.values.whose}
        onChange={(whose) => form.set({ whose })}
        className="gap-3"
        options={[
          { value: 'default', label: t('useDefault', { limits: limitsText(retention.defaults) }) },
          { value: 'own', label: t('useOwn') },
        ]}
      />
      {form.values.whose === 'own' && <OwnLimits form={form} />}
    </FormDialog>
  )
}

const OwnLimits = ({ form }: { form: Form<Values> }): ReactElement => (
  <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
    <Field label={t('keptLabel')} error={form.errorOf('kept')}>
      <Input
        {...form.control('kept')}
        inputMode="numeric"
        value={form.values.kept}
        unit={t('keptUnit')}
        onChange={(event) => form.set({ kept: event.target.value })}
      />
    </Field>
    <Field label={t('daysLabel')} hint={t('daysHint')} error={form.errorOf('days')}>
      <Input
        {...form.control('days')}
        inputMode="numeric"
        value={form.values.days}
        unit={t('daysUnit')}
        onChange={(event) => form.set({ days: event.target.value })}
      />
    </Field>
  </div>
)

const limitsText = ({ versionsKept: kept, versionDays: days }: VersionLimits): string =>
  days > 0 ? t('limitsText', { kept, days }) : t('limitsForever', { kept })

function errorsOf({ whose, kept, days }: Values): FormErrors<Values> {
  if (whose === 'default') return {}
  return {
    kept: rangeError(kept, 1, VERSIONS_KEPT_MAX),
    days: rangeError(days, 0, VERSION_DAYS_MAX),
  }
}

function rangeError(text: string, min: number, max: number): string | undefined {
  const number = Number(text.trim())
  const isValid = /^\d{1,6}$/.test(text.trim()) && number >= min && number <= max
  return isValid ? undefined : t('outOfRange', { min, max })
}

/** Returns false if the person does not want what would be deleted to go. */
async function save({ instanceId }: Instance, { whose, kept, days }: Values): Promise<boolean> {
  const limits = {
    instanceId,
    ...(whose === 'own' && { versionsKept: Number(kept), versionDays: Number(days) }),
  }
  const { expiring } = await call(saveVersionLimits, { ...limits, dryRun: true })
  const shrinks =
    expiring.count === 0 ||
    (await confirm({
      title: t('shrinkQuestion', { count: expiring.count }),
      text: t('shrinkText', { size: formatSize(expiring.fileSize) }),
      confirmText: t('saveAnyway'),
      danger: true,
    }))
  if (!shrinks) return false
  await call(saveVersionLimits, limits)
  return true
}
