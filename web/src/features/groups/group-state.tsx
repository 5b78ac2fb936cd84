import type { Group } from '@clouddisk/contract/groups'
import type { ReactElement } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { formatDay } from './days.ts'
import { t } from './strings.ts'

/** Whether the group is being dissolved or handed over; usually undefined. */
export const stateText = ({ dissolveTime, handover }: Group): string | undefined =>
  dissolveTime ? t('dissolving', { day: formatDay(dissolveTime) }) : handover ? t('handingOver') : undefined

export function GroupState({ group, className }: { group: Group; className?: string }): ReactElement | null {
  const text = stateText(group)
  return text === undefined ? null : (
    <Chip tone={group.dissolveTime ? 'warn' : 'info'} {...(className && { className })}>
      {text}
    </Chip>
  )
}
