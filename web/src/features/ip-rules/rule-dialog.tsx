import { splitRanges } from '@clouddisk/contract/ip-ranges'
import {
  IP_REMARK_MAX,
  IP_RULE_MODES,
  IP_RULE_OBJECTS,
  IP_RULE_RANGES_MAX,
  type IpRegion,
  type IpRule,
  type IpRuleMode,
  type IpRuleObject,
  saveIpRule,
} from '@clouddisk/contract/ip-rules'
import { lengthOf } from '@clouddisk/contract/names'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { RadioGroup } from '../../ui/radio.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { type FormErrors, useForm } from '../../ui/use-form.ts'
import { AddressesField } from './addresses-field.tsx'
import { rangesError, refreshIpRules, refusedField } from './data.ts'
import { t } from './strings.ts'

interface RuleDialogProps extends DialogControl {
  /** Undefined for a new one. */
  rule: IpRule | undefined
  regions: readonly IpRegion[]
  /** Where the server sees the reader. */
  address: string
}

interface Values {
  objectType: IpRuleObject
  departmentId: string
  ranges: string
  regionIds: readonly string[]
  remark: string
  mode: IpRuleMode
}

const errorsOf = (values: Values): FormErrors<Values> => ({
  departmentId:
    values.objectType === 'department' && values.departmentId === '' ? t('departmentMissing') : undefined,
  ranges:
    rangesError(values.ranges, IP_RULE_RANGES_MAX) ??
    (splitRanges(values.ranges).length + values.regionIds.length === 0 ? t('addressesMissing') : undefined),
  remark:
    lengthOf(values.remark.trim()) > IP_REMARK_MAX ? t('remarkTooLong', { max: IP_REMARK_MAX }) : undefined,
})

/** A rule that is added or changed. New ones are tried first unless somebody chooses otherwise. */
export function RuleDialog({ rule, regions, address, ...dialog }: RuleDialogProps): ReactElement {
  const directory = useExtension('directory')
  const [initial] = useState(
    (): Values => ({
      objectType: rule?.objectType ?? 'everybody',
      departmentId: rule?.departmentId ?? '',
      ranges: rule?.ranges.join('\n') ?? '',
      regionIds: rule?.regions.map(({ regionId }) => regionId) ?? [],
      remark: rule?.remark ?? '',
      mode: rule?.mode ?? 'try',
    }),
  )
  const form = useForm(initial, errorsOf)
  const { values, set, errorOf, control } = form
  const send = async () => {
    await call(saveIpRule, {
      ...(rule && { ruleId: rule.ruleId }),
      objectType: values.objectType,
      ...(values.objectType === 'department' && { departmentId: values.departmentId }),
      ranges: splitRanges(values.ranges),
      regionIds: [...values.regionIds],
      remark: values.remark.trim(),
      mode: values.mode,
    })
    dialog.onOpenChange(false)
    toast.ok(t('ruleSaved'))
    await refreshIpRules()
  }
  const submission = useSubmission(form, send, (error) => {
    const field = refusedField(error)
    if (field && field in values) form.refuse({ [field]: errorMessage(error) })
    else showError(t('notSaved'), error)
  })
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      summary
      title={t(rule ? 'editRuleTitle' : 'newRuleTitle')}
      button={t(rule ? 'save' : 'create')}
      className="flex flex-col gap-5"
    >
      <Field label={t('object')} required hint={t(`${values.objectType}Hint`)}>
        <Select<IpRuleObject>
          value={values.objectType}
          onChange={(objectType) => set({ objectType })}
          options={IP_RULE_OBJECTS.map((value) => ({ value, label: t(value) }))}
        />
      </Field>
      {values.objectType === 'department' && directory && (
        <Field label={t('department')} required error={errorOf('departmentId')}>
          <directory.DepartmentPicker
            {...control('departmentId')}
            value={values.departmentId}
            onChange={(departmentId) => set({ departmentId })}
          />
        </Field>
      )}
      <AddressesField
        label={t('addresses')}
        value={values.ranges}
        onChange={(ranges) => set({ ranges })}
        error={errorOf('ranges')}
        address={address}
        control={control('ranges')}
      />
      <Field label={t('addressRegions')} hint={regions.length === 0 ? t('noRegionsYet') : undefined}>
        <MultiSelect
          value={values.regionIds}
          onChange={(regionIds) => set({ regionIds })}
          options={regions.map(({ regionId, regionName, ranges }) => ({
            value: regionId,
            label: regionName,
            hint: ranges.slice(0, 3).join(', '),
          }))}
          placeholder={t('chooseRegions')}
        />
      </Field>
      <Field label={t('remark')} error={errorOf('remark')}>
        <Input
          {...control('remark')}
          autoComplete="off"
          value={values.remark}
          onChange={(event) => set({ remark: event.target.value })}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <p className="text-secondary text-fg-2">{t('mode')}</p>
        <RadioGroup<IpRuleMode>
          label={t('mode')}
          value={values.mode}
          onChange={(mode) => set({ mode })}
          options={IP_RULE_MODES.map((value) => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
        />
      </div>
    </FormDialog>
  )
}
