import { clsx } from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ComponentType, type ReactElement, Suspense, useState } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'

export interface BranchChildrenProps {
  /** Called after an entry was chosen, so that the drawer closes. */
  onChosen?: (() => void) | undefined
}

const KEY = 'clouddisk.menu.open.'

/** Whether a menu entry's children are shown; stored in the browser. */
export function useBranch(name: string): readonly [open: boolean, show: (open: boolean) => void] {
  const [open, setOpen] = useState(() => readStored(KEY + name) === '1')
  const show = (next: boolean) => {
    setOpen(next)
    writeStored(KEY + name, next ? '1' : '0')
  }
  return [open, show]
}

/** The button at an entry's right that toggles its children. */
export function BranchToggle(props: {
  label: string
  open: boolean
  controls: string
  onToggle: () => void
}): ReactElement {
  const { label, open, controls, onToggle } = props
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      className="absolute top-1 right-1.5 flex size-7 items-center justify-center rounded-s outline-side-focus hover:bg-side-hover pointer-coarse:size-9"
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

/** The children of an entry. */
export const Branch = ({
  id,
  Children,
  onChosen,
}: BranchChildrenProps & { id: string; Children: ComponentType<BranchChildrenProps> }): ReactElement => (
  <div id={id} className={clsx('mt-0.5 mb-1 ml-[22px] border-l border-side-line pl-1.5')}>
    <Suspense>
      <Children onChosen={onChosen} />
    </Suspense>
  </div>
)
