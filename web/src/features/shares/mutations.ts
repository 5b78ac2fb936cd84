import { ApiError } from '@clouddisk/client/http/errors'
import type { Instance } from '@clouddisk/contract/files'
import type { ShareRole } from '@clouddisk/contract/roles'
import {
  checkShared,
  createShare,
  querySharingUsers,
  type Sharer,
  updateSharers,
} from '@clouddisk/contract/shares'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { ChosenRecipient } from '../../lib/people.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { createRequests } from '../../lib/requests.ts'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './strings.ts'

/** Creating and changing internal shares. */

/** Items for which the dialog is opened. */
export const shareRequests = createRequests<readonly Instance[], void>()

/** The share of an item with who has it, its owner first; no share where it is not shared. */
export const sharedQuery = (instanceId: string) =>
  queryOptions({
    queryKey: [...queryKeys.shares, 'of', instanceId],
    queryFn: async ({ signal }) => {
      const { fileSharingId, message, unlisted = 0 } = await call(checkShared, { instanceId }, { signal })
      const sharers = fileSharingId ? await call(querySharingUsers, { instanceId }, { signal }) : []
      return { fileSharingId, message, sharers, unlisted }
    },
  })

/** Invalidates the queries that show shares. */
export async function refreshShares(): Promise<void> {
  for (const kind of ['folders', 'details'] as const)
    void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
  void queryClient.invalidateQueries({ queryKey: queryKeys.privileges })
  await queryClient.invalidateQueries({ queryKey: queryKeys.shares })
}

export interface NewShare {
  readonly items: readonly Instance[]
  readonly chosen: readonly ChosenRecipient[]
  readonly end: Date | null
  /** Undefined leaves what was said with it before. */
  readonly message: string | undefined
  readonly notify: boolean
  /** Some of those who were chosen are gone: who is left. */
  readonly onLeft: (left: readonly ChosenRecipient[]) => void
}

/** Shows the items that failed, and recipients that no longer exist; the others receive the share. Returns whether any item was shared. */
export async function createShares(share: NewShare): Promise<boolean> {
  const { items, chosen, end, message, notify } = share
  try {
    const { list, shares } = await call(createShare, {
      instanceIds: items.map((item) => item.instanceId),
      members: chosen.map(({ principalType, principalId, role }) => ({
        principalType,
        principalId,
        role: role as ShareRole,
      })),
      ...(message !== undefined && { message }),
      expireTime: end?.toISOString() ?? null,
      notify,
    })
    await refreshShares()
    const failed = list.flatMap(({ instanceId, errcode, errmsg }) => {
      const item = items.find((one) => one.instanceId === instanceId)
      return errcode === 0 || !item ? [] : [{ item, errcode, errmsg }]
    })
    showFailures(t('notShared'), failed)
    const reached = Math.max(0, ...shares.map((one) => one.reached))
    if (shares.length > 0) toast.ok(t('shared', { count: reached }))
    return shares.length > 0
  } catch (error) {
    const left = withoutGone(chosen, error)
    if (left) {
      share.onLeft(left)
      return left.length > 0 && createShares({ ...share, chosen: left })
    }
    showError(t('notShared'), error)
    return false
  }
}

/** Shows the recipients that no longer exist, and returns the others; undefined if the error is another. */
function withoutGone(
  chosen: readonly ChosenRecipient[],
  error: unknown,
): readonly ChosenRecipient[] | undefined {
  const unknown = error instanceof ApiError && error.details.unknown
  if (!Array.isArray(unknown)) return undefined
  const gone = chosen.filter(({ principalId }) => unknown.includes(principalId))
  if (gone.length === 0) return undefined
  const names = gone
    .slice(0, NAMED_MAX)
    .map(({ name }) => name)
    .join(t('between'))
  const more = gone.length > NAMED_MAX
  toast.error(t(more ? 'goneMany' : 'gone', { names, count: gone.length }))
  return chosen.filter((one) => !gone.includes(one))
}
const NAMED_MAX = 5

export interface SharerChange {
  readonly role?: ShareRole | 'remove'
  /** "" for as long as it stands. */
  readonly expireTime?: string
}

/** Changes the role or end of one access, or revokes it; returns whether that succeeded. */
export const changeSharer = (
  instanceId: string,
  fileSharingId: string,
  { principalId }: Sharer,
  change: SharerChange,
): Promise<boolean> =>
  withErrorMessage(t('notChanged'), async () => {
    const sharers = await call(updateSharers, { fileSharingId, principalIds: [principalId], ...change })
    queryClient.setQueryData(
      sharedQuery(instanceId).queryKey,
      (shown) => shown && { ...shown, fileSharingId, sharers },
    )
    await refreshShares()
  })

/** Restores an access that was revoked. */
export const undoSharerChange = (
  instanceId: string,
  { principalType, principalId, role, expireTime }: Sharer,
): Promise<boolean> =>
  withErrorMessage(t('notUndone'), async () => {
    await call(createShare, {
      instanceIds: [instanceId],
      members: [{ principalType, principalId, role: role as ShareRole }],
      expireTime,
      notify: false,
    })
    await refreshShares()
  })
