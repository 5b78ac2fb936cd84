import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { CapacityBar } from '../../ui/capacity-bar.tsx'
import { t } from '../strings.ts'

/** The personal space in the header (R35). Nothing stands there until it is known. */
export function Capacity({ side }: { side?: boolean }): ReactElement | null {
  const { data } = useQuery({ queryKey: queryKeys.capacity, queryFn: () => call(queryUserCapacity, {}) })
  if (!data) return null
  return (
    <CapacityBar
      side={side}
      label={t('personalSpace')}
      used={data.usedSize}
      total={data.totalSize}
      unlimited={data.isLimist === '0'}
    />
  )
}
