import type { ReactElement, ReactNode } from 'react'
import { Avatar } from '../avatar.tsx'

/** A cell of words or figures alone; the tooltip shows what is cut off. */
export const PlainCell = ({
  children,
  title = children,
}: {
  children: string
  title?: string
}): ReactElement => (
  <span title={title} className="tabular truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)

/** A cell of a person: avatar, name, account. */
export const PersonCell = (props: { name: string; account: string; children?: ReactNode }): ReactElement => (
  <span className="flex min-w-0 items-center gap-3 pr-3">
    <Avatar name={props.name} size={28} />
    <span className="min-w-0">
      <span className="block truncate text-body" title={props.name}>
        {props.name}
      </span>
      <span className="block truncate text-caption text-mut">{props.account}</span>
    </span>
    {props.children}
  </span>
)
