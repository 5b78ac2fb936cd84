import { Switch as Base } from '@base-ui/react/switch'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  hint?: ReactNode | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

/** A switch acts at once; a checkbox waits for a submit. */
export function Switch({ checked, onChange, label, hint, disabled, className }: SwitchProps): ReactElement {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's switch inside it
    <label className={clsx('flex cursor-pointer items-center justify-between gap-4', className)}>
      <span className="min-w-0">
        <span className="block text-body">{label}</span>
        {hint && <span className="block text-caption text-mut">{hint}</span>}
      </span>
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        disabled={disabled}
        className="flex h-5 w-9 shrink-0 items-center rounded-full bg-ctl p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-[.42]"
      >
        <Base.Thumb className="size-4 rounded-full bg-white shadow-1 transition-transform data-checked:translate-x-4" />
      </Base.Root>
    </label>
  )
}
