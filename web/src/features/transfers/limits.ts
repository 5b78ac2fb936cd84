import type { Limits } from '@clouddisk/contract/limits'
import { limits } from '../../lib/limits.ts'
import { publicConfigQuery } from '../../lib/public-config.ts'
import { queryClient } from '../../lib/query-client.ts'

export interface TransferRules {
  readonly limits: Limits
  /** Whether folders and selections can be downloaded as a ZIP (C7). */
  readonly zip: boolean
}

/** The server's limits; the contract's defaults if it cannot be reached. */
export async function transferRules(): Promise<TransferRules> {
  const config = await queryClient.ensureQueryData(publicConfigQuery).catch(() => undefined)
  return { limits: limits(), zip: config?.archiveDownload ?? true }
}
