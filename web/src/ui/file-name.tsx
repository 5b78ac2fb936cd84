import { splitName } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export interface FileNameProps {
  name: string
  folder?: boolean | undefined
  /** Part of the name to mark, as a filter found it. */
  mark?: string | undefined
  /** Where there is little room, only the extension is kept at its end. */
  narrow?: boolean | undefined
  className?: string | undefined
}

/** A name that is cut before its extension when space is short. */
export function FileName({
  name,
  folder = false,
  mark,
  narrow = false,
  className,
}: FileNameProps): ReactElement {
  const { base, ext } = folder ? { base: name, ext: '' } : splitName(name)
  // The last letters stay with the extension, so that "… (1).txt" and "… (2).txt" can be told apart.
  const letters = [...base]
  const keep = ext && !narrow && letters.length > 12 ? 3 : 0
  const head = letters.slice(0, letters.length - keep).join('')
  const tail = letters.slice(letters.length - keep).join('') + (ext && `.${ext}`)
  const at = mark ? name.toLowerCase().indexOf(mark.toLowerCase()) : -1
  return (
    <span className={clsx('flex min-w-0 whitespace-pre', className)} title={name}>
      {mark && at >= 0 ? (
        <span className="truncate">{marked(name, at, mark.length)}</span>
      ) : (
        <>
          <span className={keep ? 'name-head' : 'truncate'}>{head}</span>
          {tail && <span className="shrink-0">{tail}</span>}
        </>
      )}
    </span>
  )
}

const marked = (name: string, at: number, length: number): ReactNode => (
  <>
    {name.slice(0, at)}
    <mark className="rounded-[3px] bg-mark text-fg">{name.slice(at, at + length)}</mark>
    {name.slice(at + length)}
  </>
)
