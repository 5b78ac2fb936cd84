import type { Group } from '@clouddisk/contract/groups'
import type { ReactElement } from 'react'
import { Avatar, colorOf, initialsOf } from '../../ui/avatar.tsx'
import { t } from './strings.ts'

const FACES = 3

/** A few members, and how many there are. */
export const MemberAvatars = ({ group }: { group: Group }): ReactElement => (
  <span className="flex min-w-0 items-center">
    {group.faces.slice(0, FACES).map(({ userId, userRealName }, index) => (
      <span
        key={userId}
        title={userRealName}
        className="flex rounded-full border-2 border-bg"
        style={{ marginLeft: index === 0 ? -2 : -7 }}
      >
        <Avatar name={userRealName} size={22} />
      </span>
    ))}
    <span className="tabular truncate pl-2 text-secondary text-fg-2">
      {t('people', { count: group.memberCount })}
    </span>
  </span>
)

/** A group's own picture: the first character of its name that says something. */
export const GroupAvatar = ({ name, size = 40 }: { name: string; size?: number }): ReactElement => (
  <span
    aria-hidden
    data-initials={/\p{Script=Han}/u.exec(name)?.[0] ?? initialsOf(name)}
    className="inline-flex shrink-0 items-center justify-center rounded-m font-semibold text-white select-none before:content-[attr(data-initials)]"
    style={{ width: size, height: size, fontSize: size * 0.42, background: colorOf(name) }}
  />
)
