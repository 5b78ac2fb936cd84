import { clsx } from 'clsx'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

/** Lines of a detail list; false and undefined are left out. */
export type DetailLines = readonly (readonly [label: string, value: ReactNode] | false | undefined)[]

interface DetailListProps extends ComponentProps<'dl'> {
  lines: DetailLines
  /** Shown in the place of a missing value. */
  none?: string | undefined
  labelClass?: string | undefined
  valueClass?: string | ((label: string) => string) | undefined
}

/** What is known of something: labels at the left, values at the right. */
export function DetailList({
  lines,
  none,
  className = 'grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3',
  labelClass = 'text-secondary text-mut',
  valueClass = 'tabular break-words',
  ...rest
}: DetailListProps): ReactElement {
  return (
    <dl {...rest} className={clsx('grid text-body', className)}>
      {lines.map((line) =>
        line ? (
          <div key={line[0]} className="contents">
            <dt className={labelClass}>{line[0]}</dt>
            <dd className={typeof valueClass === 'string' ? valueClass : valueClass(line[0])}>
              {line[1] || none}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
