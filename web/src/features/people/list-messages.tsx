import { Info } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { t as ui } from '../../ui/strings.ts'

/** One quiet line: what is not all here, and how to get at it. */
export const ListNote = ({ children }: { children: ReactNode }): ReactElement => (
  <p role="status" className="flex items-start gap-2 px-3 py-2 text-caption text-mut">
    <Info size={14} aria-hidden className="mt-px shrink-0" />
    {children}
  </p>
)

/** In the place of a list that is empty. */
export const EmptyList = ({ title, text }: { title: string; text?: string }): ReactElement => (
  <div role="status" className="px-5 py-10 text-center text-secondary text-balance">
    <p className="break-words">{title}</p>
    {text && <p className="mt-1 text-mut">{text}</p>}
  </div>
)

export const ListError = ({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement => (
  <div role="alert" className="flex flex-col items-center gap-3 px-5 py-8 text-center text-secondary">
    {errorMessage(error)}
    <Button size="small" onClick={onRetry}>
      {ui('retry')}
    </Button>
  </div>
)
