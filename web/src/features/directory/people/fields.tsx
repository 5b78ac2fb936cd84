import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode, Ref } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { rolesQuery } from '../data.ts'
import { roleDescription, roleName } from '../role-labels.ts'
import { t } from '../strings.ts'

/** Fields that forms of people share. */

interface Control {
  readonly ref: (element: HTMLElement | null) => void
  readonly onBlur: () => void
}

export interface SizeFieldProps extends Control {
  label: string
  required?: boolean | undefined
  hint?: string | undefined
  error: string | undefined
  value: string
  onChange: (value: string) => void
  unlimited: boolean
  onUnlimited: (unlimited: boolean) => void
  unit: string
}

/** A size or rate, or unlimited. */
export function SizeField(props: SizeFieldProps): ReactElement {
  const { unlimited } = props
  return (
    <Field
      label={props.label}
      required={props.required}
      hint={props.hint}
      error={props.error}
      aside={
        <Checkbox
          label={t('unlimited')}
          checked={unlimited}
          onChange={props.onUnlimited}
          className="h-5 self-center"
        />
      }
    >
      <Input
        ref={props.ref}
        onBlur={props.onBlur}
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
        disabled={unlimited}
        value={unlimited ? '' : props.value}
        placeholder={unlimited ? t('unlimited') : undefined}
        onChange={(event) => props.onChange(event.target.value)}
        unit={unlimited ? undefined : props.unit}
      />
    </Field>
  )
}

export interface ValidityFieldProps extends Control {
  error: string | undefined
  value: string
  onChange: (value: string) => void
  forever: boolean
  onForever: (forever: boolean) => void
}

/** Until the end of a day, or without end. */
export function ValidityField(props: ValidityFieldProps): ReactElement {
  const { forever } = props
  return (
    <Field
      label={t('validity')}
      required
      error={props.error}
      aside={
        <Checkbox
          label={t('forever')}
          checked={forever}
          onChange={props.onForever}
          className="h-5 self-center"
        />
      }
    >
      <DateField
        ref={props.ref}
        onBlur={props.onBlur}
        disabled={forever}
        value={forever ? '' : props.value}
        placeholder={forever ? t('forever') : undefined}
        onChange={props.onChange}
        from={new Date()}
      />
    </Field>
  )
}

export interface RolesFieldProps {
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  onBlur: () => void
  hint?: ReactNode
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

/** All roles; those that the reader may not grant are disabled with the reason. */
export function RolesField({ value, onChange, onBlur, hint, error, ref }: RolesFieldProps): ReactElement {
  const roles = useQuery(rolesQuery)
  const options = (roles.data ?? []).map((role) => ({
    value: role.roleId,
    label: roleName(role),
    hint: roleDescription(role),
    ...(!role.canGive && { disabled: t('notYoursToGive') }),
  }))
  return (
    <Field
      label={t('roles')}
      required
      hint={hint}
      error={error ?? (roles.error && !roles.data ? errorMessage(roles.error) : undefined)}
    >
      {roles.data ? (
        <MultiSelect
          ref={ref}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          options={options}
          placeholder={t('chooseRoles')}
        />
      ) : (
        // The names are not loaded yet.
        <Skeleton box className="h-9 w-full rounded-m" />
      )}
    </Field>
  )
}
