import * as admin from '@clouddisk/contract/admin-uploads'
import { saveText as saveTextCall } from '@clouddisk/contract/texts'
import * as contract from '@clouddisk/contract/uploads'
import type { Context } from '../../context.ts'
import { addressReader } from '../../http/address.ts'
import type { RawHandler } from '../../http/http.ts'
import { bind, bindWithBody, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { batchIds } from '../../tree/batch.ts'
import { mayComeFrom } from '../accounts/check-address.ts'
import { actorOfSession } from '../accounts/live-sessions.ts'
import { discardAll, pageAll } from './admin-uploads.ts'
import { authorize } from './authorize.ts'
import { saveBatch } from './batch/batch.ts'
import { readFiles, receiveFiles } from './batch/body.ts'
import { uploadedFiles } from './batch/query.ts'
import { saveText } from './batch/save-text.ts'
import { check } from './check.ts'
import { objectGateway } from './gateway/gateway.ts'
import { saveInstant } from './instant.ts'
import { counted, countsOfBatch, countsOfSave } from './local-sync.ts'
import { discardOwn, list, sessionEndReason } from './open-uploads.ts'
import { putFile } from './put-file.ts'
import { save } from './save.ts'
import { senderIdOf, senderOf } from './sender.ts'

export function uploadRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.checkUploadAble, (actor, input, { language }) =>
      counted(
        ctx,
        actor,
        input,
        () => check(ctx, actor, input, language),
        ({ uploadflag }) => ({ failed: uploadflag === '2' || uploadflag === '4' ? 1 : 0 }),
      ),
    ),
    bind(contract.secondUpload, (actor, input, { language }) =>
      counted(ctx, actor, input, () => saveInstant(ctx, actor, input, language), countsOfSave),
    ),
    bind(contract.queryUploadAuth, (actor, input, { request }) =>
      authorize(ctx, actor, input, publicOriginOf(ctx.config, request)),
    ),
    bind(contract.saveUpload, (actor, input, { language }) =>
      counted(ctx, actor, input, () => save(ctx, actor, input, language), countsOfSave),
    ),
    bindWithBody(
      contract.uploadFiles,
      { read: (actor, request) => receiveFiles(ctx, actor, request) },
      (actor, _input, { language }, body) => {
        const files = readFiles(body)
        return counted(ctx, actor, files.head, () => saveBatch(ctx, actor, files, language), countsOfBatch)
      },
    ),
    putFile(ctx),
    bind(saveTextCall, (actor, input, { language }) => saveText(ctx, actor, input, language)),
    bind(contract.queryUploadedFiles, (actor, input, { language }) =>
      uploadedFiles(ctx, actor, input, language),
    ),
    bind(contract.recycleObject, async (actor, { objectKey }) => {
      await discardOwn(ctx, actor, objectKey)
      return {}
    }),
    bind(contract.queryOpenUploads, (actor, _input, { language }) => list(ctx, actor, language)),
    bind(admin.pageAdminUploads, (actor, input, { language }) => pageAll(ctx, actor, input, language)),
    bind(admin.discardAdminUploads, async (actor, { objectKeys }, { language }) => ({
      list: await discardAll(ctx, actor, batchIds(objectKeys, 'objectKeys'), language),
    })),
  ]
}

/** HTTP handler of object calls, beside the framework. */
export function objectPath(ctx: Context): RawHandler {
  const addressOf = addressReader(ctx.config.trustedProxies)
  return objectGateway({
    stores: ctx.stores,
    signer: ctx.objectSigner,
    ownerOf: async (sessionId, request) => {
      const actor = await actorOfSession(ctx, sessionId)
      const mayCome = actor && (await mayComeFrom(ctx, { ...actor, address: addressOf(request) }))
      if (!actor || !mayCome) return undefined
      return {
        id: senderIdOf(senderOf(actor)),
        linkId: actor.link?.id,
        paced: (take) => ctx.bandwidth.run(actor, 'up', take),
      }
    },
    findSession: ctx.uploadSessions.find,
    whyEnded: (key) => sessionEndReason(ctx, key),
    log: ctx.log,
  })
}
