import { publicConfig } from '@clouddisk/contract/accounts'
import type { Limits } from '@clouddisk/contract/limits'
import { call } from '../../lib/api.ts'
import { limits } from '../../lib/limits.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export interface TransferRules {
  readonly limits: Limits
  /** Whether folders and selections can be downloaded as a ZIP (C7). */
  readonly zip: boolean
}

/** The server's limits; the contract's defaults if it cannot be reached. */
export async function transferRules(): Promise<TransferRules> {
  const config = await queryClient
    .ensureQueryData({
      queryKey: queryKeys.publicConfig,
      queryFn: () => call(publicConfig, {}, { quiet: true }),
      staleTime: Number.POSITIVE_INFINITY,
    })
    .catch(() => undefined)
  return { limits: limits(), zip: config?.archiveDownload ?? true }
}
