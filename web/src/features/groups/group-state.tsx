import type { Group } from '@clouddisk/contract/groups'
import type { ReactElement } from 'react'
import { Chip } from '../../ui/badge.tsx'
import { formatDay } from './days.ts'
import { t } from './strings.ts'

/** What is under way: its end, or its going over to somebody else; nothing most of the time. */
export const stateText = ({ dissolveTime, handover }: Group): string | undefined =>
  dissolveTime ? t('dissolving', { day: formatDay(dissolveTime) }) : handover ? t('handingOver') : undefined

export function GroupState({ group, className }: { group: Group; className?: string }): ReactElement | null {
  const words = stateText(group)
  return words === undefined ? null : (
    <Chip tone={group.dissolveTime ? 'warn' : 'info'} {...(className && { className })}>
      {words}
    </Chip>
  )
}
