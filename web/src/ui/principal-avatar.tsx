import type { PrincipalType } from '@clouddisk/contract/people'
import { Building2, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { Avatar } from './avatar.tsx'

/** A person's initials, or the icon of a department or group. */
export function PrincipalAvatar(props: { type: PrincipalType; name: string; size?: number }): ReactElement {
  const { type, name, size = 28 } = props
  if (type === 'user') return <Avatar name={name} size={size} />
  const Icon = type === 'department' ? Building2 : Users
  const tone = type === 'department' ? 'bg-warn-soft text-warn' : 'bg-info-soft text-info'
  return (
    <span
      aria-hidden
      className={`inline-flex shrink-0 items-center justify-center rounded-s ${tone}`}
      style={{ width: size, height: size }}
    >
      <Icon size={size * 0.58} />
    </span>
  )
}
