import type { Group } from '@clouddisk/contract/groups'
import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import type { ReactElement } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { GroupAvatar, MemberAvatars } from './avatars.tsx'
import { isPlainClick } from './group-entries.tsx'
import { GroupState, stateText } from './group-state.tsx'
import { groupHref, openGroup } from './groups.ts'
import { groupRoleName } from './roles.ts'
import { SpaceBar } from './space-bar.tsx'
import { t } from './strings.ts'

export interface GroupCardProps {
  group: Group
  /** The one that Tab reaches. */
  reached: boolean
  onMenu: (group: Group, anchor: Element | { x: number; y: number }) => void
}

/** A group: what it is, what it holds, who is in it, what one is in it. */
export function GroupCard({ group, reached, onMenu }: GroupCardProps): ReactElement {
  const { groupName, description } = group
  const about = description || (group.departmentName && t('ofDepartment', { name: group.departmentName }))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link and the button inside have the keyboard's ways
    <div
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(group, { x: event.clientX, y: event.clientY })
      }}
      className="group/card relative flex h-full flex-col rounded-l border border-line bg-bg px-4 pt-4 pb-3 transition-shadow hover:border-line-2 hover:shadow-1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-focus"
    >
      <div className="flex items-start gap-3">
        <GroupAvatar name={groupName} />
        <div className={clsx('min-w-0 flex-1', !stateText(group) && 'pointer-coarse:pr-8')}>
          <h2 className="truncate text-section font-semibold">
            <a
              href={groupHref(group)}
              title={groupName}
              data-card
              tabIndex={reached ? 0 : -1}
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                openGroup(group)
              }}
              className="outline-none after:absolute after:inset-0 after:rounded-l"
            >
              {groupName}
            </a>
          </h2>
          <p className="truncate text-secondary text-mut" title={about ?? undefined}>
            {about || '\u00a0'}
          </p>
        </div>
        <GroupState
          group={group}
          className="mt-0.5 group-focus-within/card:mr-7 group-hover/card:mr-7 pointer-coarse:mr-9"
        />
        <button
          type="button"
          aria-label={t('more', { name: groupName })}
          aria-haspopup="menu"
          tabIndex={reached ? 0 : -1}
          onClick={(event) => onMenu(group, event.currentTarget)}
          className="absolute top-3 right-3 z-10 flex size-7 shrink-0 items-center justify-center rounded-s text-fg-2 opacity-0 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 hover:bg-hover focus-visible:opacity-100 pointer-coarse:top-1.5 pointer-coarse:right-1.5 pointer-coarse:size-11 pointer-coarse:opacity-100"
        >
          <Ellipsis size={17} aria-hidden />
        </button>
      </div>
      <div className="mt-3.5">
        <SpaceBar name={groupName} used={group.usedCapacity} total={group.totalCapacity} />
      </div>
      <div className="mt-3.5 flex items-center justify-between gap-3 border-t border-line pt-3">
        <MemberAvatars group={group} />
        {group.role && <Chip>{groupRoleName(group.role)}</Chip>}
      </div>
    </div>
  )
}
