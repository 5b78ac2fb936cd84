import type { Instance } from '@clouddisk/contract/files'
import {
  applyOutbound,
  type OutboundDuration,
  type OutboundRequest,
  type OutboundState,
  queryOutbound,
  withdrawOutbound,
} from '@clouddisk/contract/outbound'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { t } from './strings.ts'

/** The caller's permission to share outside, and requests for it. */

const KEY = [...queryKeys.links, 'outbound'] as const

/** Asked anew when a dialog opens. */
export const outboundQuery = queryOptions({ ...callQuery(KEY, queryOutbound, {}), gcTime: 0 })
export const refreshOutbound = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY })
export const endedKey = [...KEY, 'ended'] as const

/** Rejects with the call's error. */
export async function apply(
  items: readonly Instance[],
  reason: string,
  duration: OutboundDuration,
): Promise<void> {
  const instanceIds = items.map(({ instanceId }) => instanceId)
  try {
    await call(applyOutbound, { reason, duration, instanceIds })
    toast.ok(t('sent'))
  } finally {
    await refreshOutbound()
  }
}

/** Withdraws a request after a question; shows its own errors. */
export async function withdraw({ requestId }: OutboundRequest): Promise<void> {
  const sure = await confirm({
    type: 'info',
    title: t('withdrawTitle'),
    text: t('withdrawText'),
    confirmText: t('withdraw'),
  })
  if (!sure) return
  await withErrorMessage(
    t('notWithdrawn'),
    async () => {
      await call(withdrawOutbound, { requestId })
      toast.ok(t('withdrawn'))
    },
    refreshOutbound,
  )
}

export const STATE_TONES = {
  waiting: 'info',
  approved: 'ok',
  refused: 'danger',
  withdrawn: 'neutral',
  timeout: 'neutral',
  expired: 'neutral',
  revoked: 'danger',
} as const satisfies Record<OutboundState, string>

export const stateText = (state: OutboundState): string => t(state === 'withdrawn' ? 'withdrawnState' : state)

/** The first of the files that were to be shared, and how many; "" for none. */
export const filesText = ({ fileNames }: Pick<OutboundRequest, 'fileNames'>): string => {
  const [first = ''] = fileNames
  return fileNames.length > 1 ? t('several', { name: first, count: fileNames.length }) : first
}
