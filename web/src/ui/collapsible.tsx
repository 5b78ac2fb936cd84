import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, type ReactNode, useId } from 'react'

export interface CollapsibleProps {
  icon: ReactElement
  title: string
  open: boolean
  onToggle: () => void
  className?: string
  children: ReactNode
}

/** A rarely used part of a form, collapsed behind its title. */
export function Collapsible(props: CollapsibleProps): ReactElement {
  const { icon, title, open, onToggle, className, children } = props
  const panel = useId()
  return (
    <div className={clsx('rounded-m border border-line', className)}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={onToggle}
        className="flex h-10 w-full items-center gap-2.5 rounded-m px-3.5 text-secondary text-fg-2 hover:bg-hover max-md:h-11"
      >
        {icon}
        <span className="flex-1 text-left">{title}</span>
        <ChevronDown size={16} aria-hidden className={clsx('transition-transform', open && 'rotate-180')} />
      </button>
      <div id={panel} hidden={!open} className="border-t border-line p-3.5">
        {children}
      </div>
    </div>
  )
}
