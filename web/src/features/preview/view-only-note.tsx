import { EyeIcon } from 'lucide-react'
import type { ReactElement } from 'react'

/** Above a file that may only be viewed. */
export const ViewOnlyNote = ({ text }: { text: string }): ReactElement => (
  <p
    role="note"
    className="flex min-h-8 shrink-0 items-center justify-center gap-2 border-b border-line bg-bg px-4 py-1.5 text-center text-caption text-mut"
  >
    <EyeIcon aria-hidden size={14} className="shrink-0" />
    <span className="min-w-0 break-words">{text}</span>
  </p>
)
