import type { Group } from '@clouddisk/contract/groups'
import { type ReactElement, Suspense } from 'react'
import { useExtension } from '../../lib/extension-points.ts'
import { Drawer } from '../../ui/drawer.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { t } from './strings.ts'

/** What happened in a group. */
export function ActivityDrawer({ group, ...control }: DialogControl & { group: Group }): ReactElement {
  const activity = useExtension('activity')
  return (
    <Drawer
      {...control}
      side="right"
      title={<span className="line-clamp-1">{t('activityOf', { name: group.groupName })}</span>}
    >
      <div className="-mx-5 -my-6 flex min-h-full flex-col pt-2">
        <Suspense fallback={<Loading />}>
          {activity && (
            <activity.GroupActivity groupId={group.groupId} onLeave={() => control.onOpenChange(false)} />
          )}
        </Suspense>
      </div>
    </Drawer>
  )
}
