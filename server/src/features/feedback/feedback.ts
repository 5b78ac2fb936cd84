import {
  type createFeedback,
  FEEDBACK_FACTS,
  FEEDBACK_PER_DAY,
  FEEDBACK_PICTURE_MAX,
  FEEDBACK_TEXT_MAX,
  type Feedback,
  type pageFeedback,
} from '@clouddisk/contract/feedback'
import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import { DAY, SECOND } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import { activeAdministrators } from '../../access/administrators.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { beginningOf } from '../../notifications/beginning.ts'
import { notify } from '../../notifications/notify.ts'
import { redrawn } from './picture.ts'
import * as store from './store.ts'

/** Feedback as the person who writes it has it. */

export async function create(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createFeedback>,
  picture: Buffer | undefined,
): Promise<Feedback> {
  const text = requireText(input.text, 'text', FEEDBACK_TEXT_MAX)
  if (picture && picture.length > FEEDBACK_PICTURE_MAX) refuseField('picture', 'too_long')
  // Before a picture is drawn, and again in the transaction.
  await ctx.db.transact((tx) => requireBelowLimit(ctx, tx, actor))
  const webp = picture && (await redrawn(ctx, picture))
  const row = {
    id: newId(),
    personId: actor.personId,
    kind: input.kind,
    text,
    facts: factsOf(input),
  }
  return ctx.db.transact(async (tx) => {
    await requireBelowLimit(ctx, tx, actor)
    await store.insertFeedback(tx, { ...row, at: ctx.now() })
    if (webp) await store.insertPicture(tx, row.id, webp)
    await record(tx, row, actor.personId)
    await audit(tx, {
      action: 'feedback.created',
      object: { type: 'feedback', id: row.id, name: actor.realName },
      detail: { kind: row.kind },
    })
    const administrators = await activeAdministrators(tx, 'config')
    await notify(ctx, tx, {
      kind: 'feedback.received',
      to: administrators.map((principalId) => ({ principalType: 'person', principalId })),
      actor,
      data: { message: beginningOf(text) },
    })
    return present((await store.feedbackById(tx, row.id)) ?? refuseNotFound('feedback'))
  })
}

async function requireBelowLimit(ctx: Context, tx: Tx, { personId }: Actor): Promise<void> {
  const now = ctx.now().getTime()
  const recent = await store.lockRecent(tx, personId, new Date(now - DAY))
  const first = recent.at(-FEEDBACK_PER_DAY)
  if (!first) return
  const retryAfter = Math.max(1, Math.ceil((first.getTime() + DAY - now) / SECOND))
  refuse('too_much_feedback', { limit: FEEDBACK_PER_DAY, retryAfter })
}

export function requireText(text: string, field: string, max: number): string {
  const trimmed = text.trim()
  if (trimmed === '') refuseField(field, 'missing')
  if (lengthOf(trimmed) > max) refuseField(field, 'too_long')
  return trimmed
}

const factsOf = (input: Input<typeof createFeedback>): store.Facts =>
  Object.fromEntries(
    FEEDBACK_FACTS.flatMap((fact) => {
      const value = input[fact]?.trim()
      return value ? [[fact, value]] : []
    }),
  )

/** The person's pages show it. */
export const record = (
  tx: Tx,
  { personId }: Pick<store.FeedbackRow, 'personId'>,
  actorId: string,
): Promise<void> =>
  recordChange(tx, {
    kind: 'feedback.changed',
    spaceId: null,
    personId,
    fileId: null,
    parentIds: [],
    actorId,
  })

export async function page(
  ctx: Context,
  { personId }: Actor,
  { pageNo = 1, pageSize = LIMITS.pageSizeDefault }: Input<typeof pageFeedback>,
): Promise<Reply<typeof pageFeedback>> {
  const where = { limit: pageSize, skip: (pageNo - 1) * pageSize }
  const { rows, total } = await store.pageOfPerson(ctx.db.reader, personId, where)
  return { list: rows.map(present), total, pageNo, pageSize }
}

/** @param personId null: of anybody. */
export async function picture(ctx: Context, feedbackId: string, personId: string | null): Promise<Buffer> {
  const webp = isId(feedbackId) ? await store.pictureOf(ctx.db.reader, feedbackId, personId) : undefined
  return webp ?? refuseNotFound('feedback')
}

export const present = (row: store.FeedbackRow): Feedback => ({
  feedbackId: row.id,
  kind: row.kind,
  text: row.text,
  ...row.facts,
  hasPicture: row.hasPicture,
  state: row.state,
  createTime: row.createdAt.toISOString(),
  stateTime: row.stateAt.toISOString(),
  answer: row.answer,
  answeredBy: row.answeredBy,
})
