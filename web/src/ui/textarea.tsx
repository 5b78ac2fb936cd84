import { clsx } from 'clsx'
import type { ReactElement, Ref, TextareaHTMLAttributes } from 'react'
import { useFieldControl } from './field.tsx'

/** A few lines of text. */
export function Textarea({
  className,
  rows = 3,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }): ReactElement {
  return (
    <textarea
      {...useFieldControl()}
      {...rest}
      rows={rows}
      className={clsx(
        'w-full min-w-0 resize-none rounded-m border border-ctl bg-bg px-3 py-2 text-body text-fg transition-colors dark:bg-field',
        'focus-visible:-outline-offset-1 aria-invalid:focus-visible:outline-offset-0',
        'aria-invalid:border-danger max-md:min-h-11 max-md:py-2.5 max-md:text-[16px]',
        className,
      )}
    />
  )
}
