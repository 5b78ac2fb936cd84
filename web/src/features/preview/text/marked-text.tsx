import { Fragment, type ReactElement, type ReactNode } from 'react'

interface MarkedTextProps {
  text: string
  query: string
  caseSensitive: boolean
  /** Of the match that is the current one. */
  current: number | undefined
}

/** Text with its matches marked. */
export function MarkedText({ text, query, caseSensitive, current }: MarkedTextProps): ReactElement {
  if (query === '') return <>{text}</>
  const hay = caseSensitive ? text : text.toLowerCase()
  const needle = caseSensitive ? query : query.toLowerCase()
  const pieces: ReactNode[] = []
  let from = 0
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, from)) {
    pieces.push(
      <Fragment key={at}>
        {text.slice(from, at)}
        <mark className={at === current ? 'bg-warn-fill text-black' : 'bg-mark text-fg'}>
          {text.slice(at, at + needle.length)}
        </mark>
      </Fragment>,
    )
    from = at + needle.length
  }
  return (
    <>
      {pieces}
      {text.slice(from)}
    </>
  )
}
