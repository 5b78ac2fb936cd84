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
import { redrawn, refusedPictures } from './picture.ts'
import * as store from './store.ts'

/** Feedback as the person who writes it has it. */

/** Draws the picture of new feedback that may be sent. Takes no turn of the calls that change something. */
export async function drawPicture(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createFeedback>,
  picture: Buffer,
  isGone: () => boolean,
): Promise<Buffer> {
  requireText(input.text, 'text', FEEDBACK_TEXT_MAX)
  if (picture.length > FEEDBACK_PICTURE_MAX) refuseField('picture', 'too_long')
  const since = new Date(ctx.now().getTime() - DAY)
  const sent = await store.recent(ctx.db.reader, actor.personId, since)
  const tries = [...sent, ...refusedPictures(actor.personId, since)]
  requireFew(
    ctx,
    tries.sort((a, b) => a.getTime() - b.getTime()),
  )
  return redrawn(ctx, actor, picture, isGone)
}

/** @param webp The picture, as it was drawn. */
export async function create(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createFeedback>,
  webp: Buffer | undefined,
): Promise<Feedback> {
  const text = requireText(input.text, 'text', FEEDBACK_TEXT_MAX)
  const row = {
    id: newId(),
    personId: actor.personId,
    kind: input.kind,
    text,
    facts: factsOf(input),
  }
  return ctx.db.transact(async (tx) => {
    await store.lockPerson(tx, actor.personId)
    requireFew(ctx, await store.recent(tx, actor.personId, new Date(ctx.now().getTime() - DAY)))
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

/** @param tries Of the last day, the earliest first. */
function requireFew(ctx: Context, tries: readonly Date[]): void {
  const first = tries.at(-FEEDBACK_PER_DAY)
  if (!first) return
  const retryAfter = Math.max(1, Math.ceil((first.getTime() + DAY - ctx.now().getTime()) / SECOND))
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
