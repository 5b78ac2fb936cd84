import { splitName } from '@clouddisk/contract/split-name'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'
import { graphemes } from './fit-name.ts'

export interface FileNameProps {
  name: string
  folder?: boolean | undefined
  /** Part of the name to highlight. */
  mark?: string | undefined
  className?: string | undefined
}

/** The end of a truncated name before its extension, which tells the files of a series apart. */
const KEPT = 6

/**
 * A name that is truncated in the middle when space is short, before its last characters and extension. Read out as one,
 * not as its pieces.
 */
export function FileName({ name, folder = false, mark, className }: FileNameProps): ReactElement {
  const { base, ext } = folder ? { base: name, ext: '' } : splitName(name)
  const letters = graphemes(base)
  const keep = letters.length > 2 * KEPT ? KEPT : 0
  const head = letters.slice(0, letters.length - keep).join('')
  const tail = letters.slice(letters.length - keep).join('') + (ext && `.${ext}`)
  const found = mark ? marked(name, mark) : undefined
  return (
    <span className={clsx('flex min-w-0 whitespace-pre', className)} title={name}>
      {found ? (
        <span className="truncate">{found}</span>
      ) : (
        <>
          <span className="sr-only">{name}</span>
          <span aria-hidden className={keep ? 'name-head' : 'truncate'}>
            {head}
          </span>
          {tail && (
            <span aria-hidden className="shrink-0">
              {tail}
            </span>
          )}
        </>
      )}
    </span>
  )
}

/** The text with a part highlighted; undefined if it does not contain the part. */
export function marked(text: string, mark: string): ReactNode | undefined {
  const at = text.toLowerCase().indexOf(mark.toLowerCase())
  if (at < 0) return undefined
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-[3px] bg-mark text-fg">{text.slice(at, at + mark.length)}</mark>
      {text.slice(at + mark.length)}
    </>
  )
}
