import {
  type answerFeedback,
  FEEDBACK_ANSWER_MAX,
  type pageAllFeedback,
  type setFeedbackState,
} from '@clouddisk/contract/feedback'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { beginningOf } from '../../notifications/beginning.ts'
import { notify } from '../../notifications/notify.ts'
import { present, record, requireText } from './feedback.ts'
import * as store from './store.ts'

/** Feedback as administrators see and answer it. */

export async function page(
  ctx: Context,
  { pageNo = 1, pageSize = LIMITS.pageSizeDefault, keyword = '', kind, state }: Input<typeof pageAllFeedback>,
): Promise<Reply<typeof pageAllFeedback>> {
  const filter = { kind, state, keyword: keyword.trim() }
  const where = { limit: pageSize, skip: (pageNo - 1) * pageSize }
  const { rows, total } = await store.pageOfAll(ctx.db.reader, filter, where)
  const list = rows.map((row) => ({
    ...present(row),
    personId: row.personId,
    personName: row.author,
    account: row.accountName,
    departmentName: row.departmentName,
  }))
  return { list, total, pageNo, pageSize }
}

export async function answer(ctx: Context, actor: Actor, input: Input<typeof answerFeedback>): Promise<void> {
  const text = requireText(input.answer, 'answer', FEEDBACK_ANSWER_MAX)
  await ctx.db.transact(async (tx) => {
    const row = await lock(tx, input.feedbackId)
    if (row.answer !== input.shownAnswer)
      refuse('changed_meanwhile', { answer: row.answer, answeredBy: row.answeredBy })
    await store.setAnswer(tx, row.id, text, actor.personId, ctx.now())
    await recordState(tx, actor, row, 'answered')
    await notify(ctx, tx, {
      kind: 'feedback.answered',
      to: [{ principalType: 'person', principalId: row.personId }],
      data: { message: beginningOf(text) },
    })
  })
}

export async function setState(
  ctx: Context,
  actor: Actor,
  { feedbackId, state }: Input<typeof setFeedbackState>,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const row = await lock(tx, feedbackId)
    if (row.state === state) return
    await store.setState(tx, row.id, state, ctx.now())
    await recordState(tx, actor, row, state)
  })
}

async function lock(tx: Tx, feedbackId: string): Promise<store.FeedbackRow> {
  const row = isId(feedbackId) ? await store.lockFeedback(tx, feedbackId) : undefined
  return row ?? refuseNotFound('feedback')
}

async function recordState(tx: Tx, actor: Actor, row: store.FeedbackRow, state: string): Promise<void> {
  await record(tx, row, actor.personId)
  await audit(tx, {
    action: state === 'answered' ? 'feedback.answered' : 'feedback.stateChanged',
    object: { type: 'feedback', id: row.id, name: row.author },
    detail: { state, was: row.state },
  })
}
