import type { ReactElement, ReactNode } from 'react'
import { type Preferences, setPreferences, usePreferences } from '../../../lib/preferences.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'

/** Lines of the settings: what is set at the left, how at the right. */

interface SettingRowProps {
  label: string
  hint?: string | undefined
  children: ReactNode
}

export function SettingRow({ label, hint, children }: SettingRowProps): ReactElement {
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-2 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="text-body">{label}</p>
        {hint && <p className="text-caption text-mut">{hint}</p>}
      </div>
      <div className="flex max-w-1/2 shrink-0 items-center gap-2 max-sm:max-w-3/4">{children}</div>
    </div>
  )
}

/** Settings whose values are words or numbers. */
type Choice = Exclude<keyof Preferences, 'showRedCount' | 'vioceTip' | 'localHelper'>

interface ChoiceSelectProps<K extends Choice> {
  name: K
  label: string
  options: readonly { value: Preferences[K]; label: string }[]
  className?: string
}

export function ChoiceSelect<K extends Choice>(props: ChoiceSelectProps<K>): ReactElement {
  const { name, label, options, className = 'w-40! sm:w-48!' } = props
  const now = usePreferences()[name]
  return (
    <Select
      size="small"
      ariaLabel={label}
      className={`max-md:h-11 ${className}`}
      value={String(now)}
      onChange={(chosen) => {
        const option = options.find(({ value }) => String(value) === chosen)
        if (option) setPreferences({ [name]: option.value })
      }}
      options={options.map((option) => ({ value: String(option.value), label: option.label }))}
    />
  )
}

interface ChoiceRowProps<K extends Choice> extends Omit<ChoiceSelectProps<K>, 'className'> {
  hint?: string | undefined
}

export const ChoiceRow = <K extends Choice>({ hint, ...choice }: ChoiceRowProps<K>): ReactElement => (
  <SettingRow label={choice.label} hint={hint}>
    <ChoiceSelect {...choice} />
  </SettingRow>
)

interface SwitchRowProps {
  label: string
  hint?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
}

export const SwitchRow = ({ children, ...control }: SwitchRowProps): ReactElement => (
  <div className="flex min-h-14 items-center gap-3 border-b border-line py-2 last:border-0">
    <Switch {...control} className="min-w-0 flex-1" />
    {children}
  </div>
)
