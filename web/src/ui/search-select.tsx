import { Combobox as Base } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { Check, ChevronDown, Search } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useFieldControl } from './field.tsx'
import { t } from './form-strings.ts'

export interface SearchSelectOption {
  readonly value: string
  readonly label: string
  /** Tells owners of the same name apart. */
  readonly hint?: string | undefined
  readonly icon?: ReactNode
}

export interface SearchSelectProps {
  value: SearchSelectOption | null
  onChange: (value: SearchSelectOption | null) => void
  /** Search results for the typed text. */
  options: readonly SearchSelectOption[]
  onTyped: (typed: string) => void
  /** Says what is searched. */
  search: string
  /** Placeholder; `none`, if given, can be chosen again. */
  placeholder: string
  none?: string | undefined
  /** A search is running. */
  busy?: boolean | undefined
  /** The search error. */
  failed?: string | undefined
  /** Said where there are no options; default: that nothing matches. */
  nothing?: string | undefined
  prefix?: string | undefined
  /** Accessible name outside a Field. */
  ariaLabel?: string | undefined
  defaultOpen?: boolean | undefined
  className?: string | undefined
}

const NONE = ''

/** A select whose options are searched on the server as the user types. */
export function SearchSelect(props: SearchSelectProps): ReactElement {
  const { value, onChange, options, none, prefix, busy, failed } = props
  const control = useFieldControl()
  const items = none === undefined ? options : [{ value: NONE, label: none }, ...options]
  return (
    <Base.Root
      items={items as SearchSelectOption[]}
      defaultOpen={props.defaultOpen ?? false}
      // The server has filtered the options.
      filter={null}
      value={value ?? (none === undefined ? null : { value: NONE, label: none })}
      isItemEqualToValue={(a, b) => a.value === b.value}
      onValueChange={(next) => onChange(next && next.value !== NONE ? next : null)}
      onInputValueChange={(typed, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') props.onTyped(typed)
      }}
      onOpenChange={(open) => {
        if (!open) props.onTyped('')
      }}
    >
      <Base.Trigger
        {...control}
        aria-label={props.ariaLabel && `${props.ariaLabel} ${value?.label ?? props.placeholder}`}
        className={clsx(
          'flex h-9 w-full min-w-0 items-center gap-2.5 rounded-m border border-ctl bg-bg pr-2.5 pl-3 text-left text-body text-fg transition-colors dark:bg-field',
          'hover:bg-hover focus-visible:-outline-offset-1 aria-invalid:border-danger max-md:h-11',
          props.className,
        )}
      >
        {prefix && <span className="-mr-2 shrink-0 whitespace-pre text-fg-2">{prefix}</span>}
        <span className={clsx('min-w-0 flex-1 truncate', !value && none === undefined && 'text-mut')}>
          {value?.label ?? props.placeholder}
        </span>
        <ChevronDown size={16} className="shrink-0 text-mut" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-[1500]">
          <Base.Popup
            aria-label={props.search}
            className="pop-in flex max-h-[min(360px,var(--available-height))] w-[max(var(--anchor-width),280px)] flex-col rounded-l border border-line bg-pop shadow-2 outline-none"
          >
            <span className="flex h-11 shrink-0 items-center gap-2.5 border-b border-line px-3.5">
              <Search size={16} className="shrink-0 text-mut" aria-hidden />
              <Base.Input
                aria-label={props.search}
                placeholder={props.search}
                className="min-w-0 flex-1 bg-transparent text-body outline-none max-md:text-[16px]"
              />
            </span>
            <Base.Status className="px-3.5 text-secondary text-mut empty:hidden">
              {failed ? (
                <span className="block py-3 text-danger">{failed}</span>
              ) : (
                options.length === 0 && (
                  <span className="block py-3">
                    {busy ? t('searching') : (props.nothing ?? t('nothing'))}
                  </span>
                )
              )}
            </Base.Status>
            <Base.List className="min-h-0 overflow-y-auto p-1.5 outline-none empty:hidden">
              {(option: SearchSelectOption) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-9 cursor-default items-center gap-3 rounded-m px-2.5 py-1 text-body outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
                >
                  {option.icon}
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{option.label}</span>
                    {option.hint && (
                      <span className="block truncate text-caption text-mut">{option.hint}</span>
                    )}
                  </span>
                  <Base.ItemIndicator>
                    <Check size={16} className="text-accent-text" aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
