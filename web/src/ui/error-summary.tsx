import { CircleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

/** Shown above a submitted form with errors: how many, and what to do. */
export function ErrorSummary({ title, children }: { title: string; children?: ReactNode }): ReactElement {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-l border border-danger-line bg-danger-soft px-3.5 py-3 text-secondary"
    >
      <CircleAlert size={17} className="mt-0.5 text-danger" aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <div className="text-fg-2">{children}</div>
      </div>
    </div>
  )
}
