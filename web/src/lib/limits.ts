import type { publicConfig } from '@clouddisk/contract/accounts'
import { LIMITS, type Limits } from '@clouddisk/contract/limits'
import type { Reply } from '@clouddisk/contract/route'
import { queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

type ServerLimits = Reply<typeof publicConfig>

let known: { readonly served: ServerLimits['limits']; readonly limits: Limits } | undefined

/** The current limits: the server's once its configuration is loaded, the contract's before. */
export function limits(): Limits {
  const served = queryClient.getQueryData<ServerLimits>(queryKeys.publicConfig)?.limits
  if (!served) return LIMITS
  if (known?.served !== served) known = { served, limits: { ...LIMITS, ...served } as Limits }
  return known.limits
}

/** Extensions that the server refuses, before its configuration is loaded none. */
export function refusedExtensions(isVisitor = false): readonly string[] {
  const config = queryClient.getQueryData<ServerLimits>(queryKeys.publicConfig)
  if (!config) return []
  return isVisitor
    ? [...config.refusedExtensions, ...config.visitorRefusedExtensions]
    : config.refusedExtensions
}
