import { ApiError } from '@clouddisk/client/http/errors'
import { splitRanges } from '@clouddisk/contract/ip-ranges'
import {
  IP_REGION_NAME_MAX,
  IP_REGION_RANGES_MAX,
  IP_REMARK_MAX,
  type IpRegion,
  saveIpRegion,
} from '@clouddisk/contract/ip-rules'
import { lengthOf } from '@clouddisk/contract/names'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { toast } from '../../ui/toast.tsx'
import { type FormErrors, useForm } from '../../ui/use-form.ts'
import { AddressesField } from './addresses-field.tsx'
import { rangesError, refreshIpRules, refusedField } from './data.ts'
import { t } from './strings.ts'

interface Values {
  regionName: string
  ranges: string
  remark: string
}

function errorsOf({ regionName, ranges, remark }: Values): FormErrors<Values> {
  const length = lengthOf(regionName.trim())
  return {
    regionName:
      length === 0
        ? t('regionNameMissing')
        : length > IP_REGION_NAME_MAX
          ? t('regionNameTooLong', { max: IP_REGION_NAME_MAX })
          : undefined,
    ranges:
      rangesError(ranges, IP_REGION_RANGES_MAX) ??
      (splitRanges(ranges).length === 0 ? t('addressesMissing') : undefined),
    remark: lengthOf(remark.trim()) > IP_REMARK_MAX ? t('remarkTooLong', { max: IP_REMARK_MAX }) : undefined,
  }
}

interface RegionDialogProps extends DialogControl {
  /** Undefined for a new one. */
  region: IpRegion | undefined
  address: string
}

/** Networks under a name. */
export function RegionDialog({ region, address, ...dialog }: RegionDialogProps): ReactElement {
  const [initial] = useState(
    (): Values => ({
      regionName: region?.regionName ?? '',
      ranges: region?.ranges.join('\n') ?? '',
      remark: region?.remark ?? '',
    }),
  )
  const form = useForm(initial, errorsOf)
  const { values, set, errorOf, control } = form
  const send = async () => {
    const regionName = values.regionName.trim()
    await call(saveIpRegion, {
      ...(region && { regionId: region.regionId }),
      regionName,
      ranges: splitRanges(values.ranges),
      remark: values.remark.trim(),
    })
    dialog.onOpenChange(false)
    toast.ok(t('regionSaved', { name: regionName }))
    await refreshIpRules()
  }
  const submission = useSubmission(form, send, (error) => {
    const isTaken = error instanceof ApiError && error.name === 'name_taken'
    const field = isTaken ? 'regionName' : refusedField(error)
    if (field && field in values) form.refuse({ [field]: errorMessage(error) })
    else showError(t('notSaved'), error)
  })
  const text = (name: 'regionName' | 'remark') => ({
    ...control(name),
    autoComplete: 'off',
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      title={t(region ? 'editRegionTitle' : 'newRegionTitle')}
      button={t(region ? 'save' : 'create')}
      className="flex flex-col gap-5"
    >
      <Field label={t('regionName')} required error={errorOf('regionName')}>
        <Input {...text('regionName')} />
      </Field>
      <AddressesField
        label={t('ranges')}
        required
        value={values.ranges}
        onChange={(ranges) => set({ ranges })}
        error={errorOf('ranges')}
        address={address}
        control={control('ranges')}
      />
      <Field label={t('remark')} error={errorOf('remark')}>
        <Input {...text('remark')} />
      </Field>
    </FormDialog>
  )
}
