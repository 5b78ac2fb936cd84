import type { Instance } from '@clouddisk/contract/files'
import type { Group } from '@clouddisk/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Hourglass, Users } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { Action } from '../../lib/action.ts'
import { groupQuery } from '../../lib/group.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { groupActions, groupMenu } from './actions.ts'
import { formatDay } from './days.ts'
import { GroupDialogs } from './dialogs.tsx'
import { currentGroupId, isOwner } from './groups.ts'
import { t } from './strings.ts'

interface InGroup {
  folder: Instance
}

/** In the head of a group's folders: its members, and what else concerns the group as a whole. */
export function GroupTools({ folder: { groupId } }: InGroup): ReactElement | null {
  useEffect(() => {
    currentGroupId.set(groupId ?? undefined)
    return () => currentGroupId.set(undefined)
  }, [groupId])
  return groupId === null ? null : <Tools groupId={groupId} />
}

interface ToolsProps {
  groupId: string
  /** At the beginning of the menu. */
  actions?: readonly (readonly Action[])[]
}

/** Of one group, wherever it is shown. */
export function Tools({ groupId, actions = [] }: ToolsProps): ReactElement | null {
  const { data: group } = useQuery(groupQuery(groupId))
  if (!group) return <GroupDialogs />
  const { members } = groupActions(group)
  const [[, ...rest] = [], ...others] = groupMenu(group)
  return (
    <>
      <IconButton
        icon={Users}
        label={`${members.label} · ${t('people', { count: group.memberCount })}`}
        onClick={members.run}
      />
      <Menu
        groups={[...actions, rest, ...others]}
        label={t('more', { name: group.groupName })}
        trigger={<IconButton icon={Ellipsis} label={t('more', { name: group.groupName })} />}
      />
      <GroupDialogs />
    </>
  )
}

/** Above the rows of a group that is about to end or to go to somebody else. */
export function GroupNotice({ folder: { groupId } }: InGroup): ReactElement | null {
  return groupId === null ? null : <Notice groupId={groupId} />
}

function Notice({ groupId }: { groupId: string }): ReactElement | null {
  const { data: group } = useQuery(groupQuery(groupId))
  if (group?.dissolveTime) {
    const { cancelDissolve } = groupActions(group)
    return (
      <Line>
        <span className="min-w-0 flex-1">{t('dissolvingNote', { day: formatDay(group.dissolveTime) })}</span>
        {cancelDissolve.visible && (
          <Button size="small" onClick={cancelDissolve.run}>
            {cancelDissolve.label}
          </Button>
        )}
      </Line>
    )
  }
  if (group?.handover && isOwner(group)) return <HandoverWaits group={group} />
  return null
}

function HandoverWaits({ group }: { group: Group }): ReactElement | null {
  const { handover } = group
  if (!handover) return null
  const { takeBack } = groupActions(group)
  const { toUser: name, expireTime, status } = handover
  return (
    <Line>
      <span className="min-w-0 flex-1">
        {status === 'moving'
          ? t('handoverMoving', { name })
          : t('handoverWaits', { name, day: formatDay(expireTime) })}
      </span>
      {status === 'waiting' && (
        <Button size="small" onClick={takeBack.run}>
          {takeBack.label}
        </Button>
      )}
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }): ReactElement => (
  <div
    role="status"
    className="mx-6 mt-1 mb-2 flex min-h-10 shrink-0 items-center gap-2.5 rounded-l bg-warn-soft px-3.5 py-1.5 text-secondary text-warn max-md:mx-4 max-md:mt-2 max-md:flex-wrap max-md:py-2 max-md:[&>button]:ml-auto max-md:[&>span]:basis-[calc(100%-25px)]"
  >
    <Hourglass size={15} className="shrink-0" aria-hidden />
    {children}
  </div>
)
