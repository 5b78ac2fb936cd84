import { useQuery } from '@tanstack/react-query'
import { capacityQuery } from '../../lib/capacity.ts'
import { limits } from '../../lib/limits.ts'

export interface GroupQuota {
  /** Bytes that are left for groups; undefined where there is no limit. */
  readonly left: number | undefined
}

/** What the person may still give to groups; undefined until it is known. */
export function useGroupQuota(): GroupQuota | undefined {
  const { data } = useQuery(capacityQuery)
  if (!data) return undefined
  return {
    left: data.isGroupLimit === '0' ? undefined : Math.max(0, data.totalGroup - data.allottedGroupCapacity),
  }
}

/** Bytes as whole GB, for the field of a group's space. */
export const gbOf = (bytes: number): number => Math.round(bytes / limits().groupUnit)
