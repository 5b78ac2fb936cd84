import type { Instance } from '@clouddisk/contract/files'
import type { ReactElement } from 'react'
import { ActivityList } from './activity-list.tsx'

/** Activity for other features. */

export const ItemActivity = ({ item }: { item: Instance }): ReactElement => (
  <ActivityList key={item.instanceId} subject={{ item }} />
)

export const GroupActivity = (props: { groupId: string; onLeave: () => void }): ReactElement => (
  <ActivityList key={props.groupId} subject={props} />
)
