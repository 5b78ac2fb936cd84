import * as contract from '@clouddisk/contract/feedback'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { formFileOf } from '../../http/forms.ts'
import { bind, bindWithBody, type RouteBinding } from '../../http/mount.ts'
import * as admin from './admin.ts'
import * as feedback from './feedback.ts'

export const feedbackRoutes = (ctx: Context): RouteBinding[] => [
  bindWithBody(
    contract.createFeedback,
    {
      read: async (actor, request, input) => {
        const picture = formFileOf(request)?.bytes
        const isGone = () => request.socket.destroyed
        return picture && (await feedback.drawPicture(ctx, actor, input, picture, isGone))
      },
    },
    (actor, input, _call, webp: Buffer | undefined) => feedback.create(ctx, actor, input, webp),
  ),
  bind(contract.pageFeedback, (actor, input) => feedback.page(ctx, actor, input)),
  bind(contract.queryFeedbackPicture, async (actor, { feedbackId }, { reply }) =>
    send(reply, await feedback.picture(ctx, feedbackId, actor.personId)),
  ),
  bind(contract.pageAllFeedback, (_actor, input) => admin.page(ctx, input)),
  bind(contract.queryAnyFeedbackPicture, async (_actor, { feedbackId }, { reply }) =>
    send(reply, await feedback.picture(ctx, feedbackId, null)),
  ),
  bind(contract.answerFeedback, async (actor, input) => {
    await admin.answer(ctx, actor, input)
    return {}
  }),
  bind(contract.setFeedbackState, async (actor, input) => {
    await admin.setState(ctx, actor, input)
    return {}
  }),
]

function send(reply: FastifyReply, webp: Buffer): object {
  reply
    .header('content-type', 'image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(webp)
  return {}
}
