import type { NoticeKind } from '@clouddisk/contract/notifications'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../notifications/notify.ts'
import * as store from './store.ts'

/** What owners are told of their links. The first of several targets is named. */
export async function notifyOwner(
  ctx: Context,
  tx: Tx,
  kind: Extract<NoticeKind, `link.${string}`>,
  link: { readonly id: string; readonly ownerId: string; readonly expiresAt: Date | null },
): Promise<void> {
  const target = await store.firstTarget(tx, link.id)
  if (!target) return
  await notify(ctx, tx, {
    kind,
    to: [{ principalType: 'person', principalId: link.ownerId }],
    data: {
      instanceId: target.id,
      instanceName: target.name,
      isFolder: target.isFolder,
      ...(kind === 'link.expiring' && { expireTime: link.expiresAt?.toISOString() ?? null }),
    },
  })
}
