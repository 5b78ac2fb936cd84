import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { capacityQuery } from '../../lib/capacity.ts'
import { CapacityBar, spaceText } from '../../ui/capacity-bar.tsx'
import { t } from '../strings.ts'

/** Personal space and group quota (R35, C46). Empty until loaded. */
export function Capacity({ side }: { side?: boolean }): ReactElement | null {
  const { data } = useQuery(capacityQuery)
  if (!data) return null
  const limited = data.isLimist === '1'
  return (
    <div className={side ? 'flex flex-col gap-3' : 'flex gap-4'}>
      <Link
        to="/personalFile/usage"
        title={limited ? `${spaceText(data.usedSize, data.totalSize)}\n${t('usage')}` : t('usage')}
        className={side ? '' : '-m-1 rounded-s p-1 hover:bg-hover'}
      >
        <CapacityBar
          side={side}
          label={t('personalSpace')}
          used={data.usedSize}
          total={data.totalSize}
          unlimited={!limited}
        />
      </Link>
      <CapacityBar
        side={side}
        label={t('groupSpace')}
        used={data.usedGroupCapacity}
        allotted={data.allottedGroupCapacity}
        total={data.totalGroup}
        unlimited={data.isGroupLimit === '0'}
      />
    </div>
  )
}
