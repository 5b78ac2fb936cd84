import { type ConfigItem, queryBusinessConfig, saveBusinessConfig } from '@clouddisk/contract/business-config'
import { call } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

export const businessConfigQuery = callQuery(['business-config'], queryBusinessConfig, {})

/** @param value null for the default. */
export async function saveValue(code: string, value: ConfigItem['value'] | null): Promise<void> {
  const reply = await call(saveBusinessConfig, { list: [{ code, value }] })
  queryClient.setQueryData(businessConfigQuery.queryKey, reply)
  void queryClient.invalidateQueries({ queryKey: queryKeys.publicConfig, refetchType: 'all' })
}
