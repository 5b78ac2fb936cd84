import type { NoticeData } from '@clouddisk/contract/notifications'
import type { Actor } from '../../access/actor.ts'
import type { PrincipalRef } from '../../access/principals.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../notifications/notify.ts'
import type { ShareRecipient } from './recipients.ts'
import type { ShareEntry, ShareRow } from './store.ts'

/** What those who are concerned are told of shares by the bell and by mail. */

/** Of a call that shares more than this, the first is named with how many came along. */
const NAMED_MAX = 10

interface GrantNotice {
  readonly items: readonly ResolvedItem[]
  readonly shares: readonly ShareRow[]
  readonly recipients: readonly ShareRecipient[]
  readonly end: Date | null
  /** Which of the items each of the recipients had before. */
  readonly had: ReadonlyMap<string, ReadonlySet<string>>
}

export async function notifyShared(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { items, shares, recipients, end, had }: GrantNotice,
): Promise<void> {
  const ofFile = new Map(shares.map((share) => [share.fileId, share]))
  const [first] = items
  const named = items.length > NAMED_MAX && first ? [first] : items
  const isChange = (item: ResolvedItem, { principalId }: ShareRecipient) =>
    (named.length < items.length ? items : [item]).every(({ id }) => had.get(principalId)?.has(id))
  for (const item of named) {
    const share = ofFile.get(item.id)
    for (const alike of Map.groupBy(recipients, (one) => `${one.role} ${isChange(item, one)}`).values()) {
      const [one] = alike as [ShareRecipient, ...ShareRecipient[]]
      const data = {
        ...subject(item, share?.id),
        role: one.role,
        expireTime: end?.toISOString() ?? null,
        ...(share?.message ? { message: share.message } : {}),
        ...(named.length < items.length ? { count: items.length } : {}),
      }
      await notify(ctx, tx, {
        kind: isChange(item, one) ? 'share.changed' : 'share.given',
        to: alike,
        actor,
        data,
      })
    }
  }
}

export async function notifyShareChanged(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  changed: { item: ResolvedItem; shareId: string; to: readonly ShareEntry[] },
): Promise<void> {
  const alike = Map.groupBy(changed.to, ({ role, expiresAt }) => `${role} ${expiresAt?.toISOString()}`)
  for (const to of alike.values()) {
    const { role, expiresAt } = to[0] as ShareEntry
    const expireTime = expiresAt?.toISOString() ?? null
    const data = { ...subject(changed.item, changed.shareId), role, expireTime }
    await notify(ctx, tx, { kind: 'share.changed', to, actor, data })
  }
}

/** Nothing to go to is left of it. */
export const notifyShareStopped = (
  ctx: Context,
  tx: Tx,
  actor: Actor | undefined,
  stopped: { name: string; isFolder: boolean; to: readonly PrincipalRef[] },
): Promise<void> =>
  notify(ctx, tx, {
    kind: 'share.stopped',
    to: stopped.to,
    actor,
    data: { instanceName: stopped.name, isFolder: stopped.isFolder },
  })

const subject = (item: ResolvedItem, shareId: string | undefined): NoticeData => ({
  instanceId: item.id,
  instanceName: item.name,
  isFolder: item.isFolder,
  ...(shareId === undefined ? {} : { fileSharingId: shareId }),
})
