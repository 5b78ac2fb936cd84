import { HOUR, MINUTE } from '@clouddisk/contract/time'
import { lastDigestTime } from '../../config/zone.ts'
import type { Context } from '../../context.ts'
import { composeDigest, composeNotice } from './mail-messages.ts'
import {
  claimDigest,
  claimImmediate,
  markMailed,
  peopleWithDigests,
  type QueuedNotification,
  requeue,
} from './mail-store.ts'
import { type MailTransport, openMailTransport } from './smtp.ts'

/**
 * Notifications by mail. A row is claimed before its mail is sent, and requeued only if the mail server certainly did not
 * accept it: a crash in between may lose a mail but never sends it twice.
 */

const BATCH_SIZE = 50
const MAX_ATTEMPTS = 8
const MAX_RETRY_DELAY_MS = HOUR

/** Sends one mail for each notification that is mailed immediately. */
export async function sendImmediateMail(ctx: Context): Promise<void> {
  await withMailTransport(ctx, async (mail) => {
    for (;;) {
      const claimed = await claimImmediate(ctx.db.reader, ctx.now(), BATCH_SIZE)
      for (const notice of claimed) await send(ctx, mail, [notice], 'now')
      if (claimed.length < BATCH_SIZE) return
    }
  })
}

/** Sends each person one digest of the notifications up to this morning. */
export async function sendDigests(ctx: Context): Promise<void> {
  const until = lastDigestTime(ctx.now(), ctx.config.timeZone)
  await withMailTransport(ctx, async (mail) => {
    for (const personId of await peopleWithDigests(ctx.db.reader, until, ctx.now())) {
      const claimed = await claimDigest(ctx.db.reader, personId, until, ctx.now())
      if (claimed.length > 0) await send(ctx, mail, claimed, 'daily')
    }
  })
}

async function withMailTransport(ctx: Context, work: (mail: MailTransport) => Promise<void>): Promise<void> {
  if (!ctx.config.mail) return
  await work(openMailTransport(ctx.config.mail))
}

async function send(
  ctx: Context,
  mail: MailTransport,
  notices: readonly QueuedNotification[],
  time: 'now' | 'daily',
): Promise<void> {
  const [first] = notices
  if (!first) return
  const { personId, email, isActive } = first
  const ids = notices.map(({ eventId }) => eventId)
  const unread = notices.filter(({ readAt }) => readAt === null)
  if (email === '' || !isActive || unread.length === 0) return markMailed(ctx.db.reader, personId, ids)
  const page = `${ctx.config.publicOrigin ?? ''}/disk`
  const place = { page, zone: ctx.config.timeZone }
  const letter = time === 'now' ? composeNotice(first, place) : composeDigest(unread, place)
  const outcome = await mail.send({ to: email, id: first.eventId, ...letter })
  if (outcome.fault === undefined) return markMailed(ctx.db.reader, personId, ids)
  const { fault, again } = outcome
  const last = !again || first.attempts >= MAX_ATTEMPTS
  ctx.log[last ? 'error' : 'warn'](
    { err: fault, personId, tries: first.attempts },
    last ? 'email could not be sent; giving up' : 'email could not be sent; retrying later',
  )
  if (last) return markMailed(ctx.db.reader, personId, ids)
  const wait = Math.min(MAX_RETRY_DELAY_MS, MINUTE * 2 ** (first.attempts - 1))
  await requeue(ctx.db.reader, personId, ids, time, new Date(ctx.now().getTime() + wait))
}
