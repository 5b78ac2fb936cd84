import { LINK_STOPPED_DAYS } from '@clouddisk/contract/links'
import { DAY } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { deleteOldNetworkUse } from '../../http/network-use.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { notifyOwner } from './notices.ts'
import { expireRequests } from './outbound/requests.ts'
import { checkLinks } from './review/check-links.ts'
import { expireReviews } from './review/review.ts'
import * as store from './store.ts'

const STOPPED_MS = LINK_STOPPED_DAYS * DAY
/** Owners are told so long before a link ends. */
const AHEAD_MS = 3 * DAY
const LINKS_PER_STEP = 200

export const linkJobs = (ctx: Context): JobQueue[] => [
  {
    name: 'remove-old-links',
    cron: '17 * * * *',
    run: async () => {
      await store.deleteOld(ctx.db.reader, new Date(ctx.now().getTime() - STOPPED_MS), ctx.now())
      await deleteOldNetworkUse(ctx.db.reader, ctx.now())
    },
  },
  { name: 'check-links', everySeconds: 2, run: () => checkLinks(ctx) },
  { name: 'expire-link-reviews', cron: '*/10 * * * *', run: () => expireReviews(ctx) },
  { name: 'expire-outbound-requests', cron: '*/5 * * * *', run: () => expireRequests(ctx) },
  { name: 'notify-link-owners', cron: '*/5 * * * *', run: () => notifyLinkOwners(ctx) },
]

/** Tells owners once that a link ends in three days, and that it has ended. */
export async function notifyLinkOwners(ctx: Context): Promise<void> {
  const until = new Date(ctx.now().getTime() + AHEAD_MS)
  await inSteps(ctx, 'link.expiring', (tx) => store.markExpiring(tx, ctx.now(), until, LINKS_PER_STEP))
  await inSteps(ctx, 'link.ended', (tx) => store.markEnded(tx, ctx.now(), LINKS_PER_STEP))
}

async function inSteps(
  ctx: Context,
  kind: 'link.expiring' | 'link.ended',
  mark: (tx: Tx) => Promise<store.EndingLink[]>,
): Promise<void> {
  const step = () =>
    ctx.db.transact(async (tx) => {
      const links = await mark(tx)
      for (const link of links) await notifyOwner(ctx, tx, kind, link)
      return links.length
    })
  while ((await step()) === LINKS_PER_STEP);
}
