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
import { t } from './strings.ts'

/** Giving and changing internal shares. */

/** Items that a dialog is to be opened for. */
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

/** What shows shares, or marks of them, asks again. */
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

/** Answers whether something was shared; what was not is told, and so is who is gone: the others get it. */
export async function createShares(asked: NewShare): Promise<boolean> {
  const { items, chosen, end, message, notify } = asked
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
      asked.onLeft(left)
      return left.length > 0 && createShares({ ...asked, chosen: left })
    }
    showError(t('notShared'), error)
    return false
  }
}

/** Those who are left where the refusal names some who are gone, whom it tells of. */
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

/** Another role or end for one who has it, or none at all; answers whether it came to be. */
export async function changeSharer(
  instanceId: string,
  fileSharingId: string,
  sharer: Sharer,
  change: SharerChange,
): Promise<boolean> {
  try {
    const list = await call(updateSharers, {
      fileSharingId,
      principalIds: [sharer.principalId],
      ...change,
    })
    queryClient.setQueryData(
      sharedQuery(instanceId).queryKey,
      (shown) => shown && { ...shown, fileSharingId, sharers: list },
    )
    await refreshShares()
    return true
  } catch (error) {
    showError(t('notChanged'), error)
    return false
  }
}

/** Gives back what was taken away a moment ago. */
export async function undoSharerChange(instanceId: string, sharer: Sharer): Promise<void> {
  const { principalType, principalId, role, expireTime } = sharer
  try {
    await call(createShare, {
      instanceIds: [instanceId],
      members: [{ principalType, principalId, role: role as ShareRole }],
      expireTime,
      notify: false,
    })
    await refreshShares()
  } catch (error) {
    showError(t('notUndone'), error)
  }
}
