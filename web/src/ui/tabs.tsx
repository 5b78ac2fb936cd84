import { Tabs as Base } from '@base-ui/react/tabs'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export interface Tab<T extends string> {
  value: T
  label: ReactNode
  /** Beside the label, such as (1/8). */
  count?: ReactNode | undefined
}

export interface TabsProps<T extends string> {
  tabs: readonly Tab<T>[]
  value: T
  onChange: (value: T) => void
  label: string
  className?: string | undefined
  /** The panel of the chosen tab. */
  children: ReactNode
  panelClassName?: string | undefined
}

/** Tabs with the line under the chosen one; arrow keys move between them. */
export function Tabs<T extends string>(props: TabsProps<T>): ReactElement {
  const { tabs, value, onChange, label, className, children, panelClassName } = props
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Base.List
        aria-label={label}
        activateOnFocus
        className={clsx(
          'relative flex shrink-0 gap-6 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none] max-md:gap-4',
          className,
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-11 shrink-0 items-center gap-1.5 whitespace-nowrap text-body text-fg-2 outline-offset-[-4px] select-none hover:text-fg data-active:font-semibold data-active:text-fg"
          >
            {tab.label}
            {tab.count !== undefined && <span className="tabular font-normal text-mut">{tab.count}</span>}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-accent transition-[translate,width] duration-(--t-mid) ease-(--ease)" />
      </Base.List>
      <Base.Panel
        value={value}
        // Base UI sets it, but `closest('[data-index]')` must find rows only.
        data-index={undefined}
        className={clsx('flex min-h-0 flex-1 flex-col outline-none', panelClassName)}
      >
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
