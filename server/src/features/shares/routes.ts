import { XLSX } from '@clouddisk/contract/admin-people'
import * as contract from '@clouddisk/contract/shares'
import type { Context } from '../../context.ts'
import { formFileOf } from '../../http/forms.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { sendStream } from '../downloads/send-stream.ts'
import * as lists from './lists.ts'
import * as userList from './recipient-file.ts'
import * as shares from './shares.ts'

export function shareRoutes(ctx: Context): RouteBinding[] {
  const db = ctx.db.reader
  return [
    bind(contract.pageShares, (actor, input, { language }) => lists.page(ctx, actor, input, language)),
    bind(contract.checkShared, (actor, input) => lists.check(db, actor, input.instanceId)),
    bind(contract.createShare, (actor, input, { language }) => shares.create(ctx, actor, input, language)),
    bind(contract.querySharingUsers, (actor, input) => lists.sharers(db, actor, input)),
    bind(contract.updateSharers, async (actor, input) => {
      const { fileId } = await shares.update(ctx, actor, input)
      return lists.countMoreSharers(db, actor, fileId)
    }),
    bind(contract.removeShares, async (actor, input, { language }) => ({
      list: await shares.remove(ctx, actor, input.shareIds, language),
    })),
    bind(contract.leaveShare, (actor, input) => shares.leave(ctx, actor, input.fileSharingId)),
    bind(contract.checkUploadUser, (actor, { role }, { language, request }) =>
      userList.check(ctx, actor, formFileOf(request), { role, owners: [actor.personId] }, language),
    ),
    bind(contract.uploadUsers, (actor, input, { language, request }) =>
      userList.importRecipients(ctx, actor, formFileOf(request), input, language),
    ),
    bind(contract.downloadUsers, async (actor, { fileSharingId }, { language, reply }) => {
      const workbook = await userList.workbook(ctx, actor, fileSharingId, language)
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="people.xlsx"')
        .type(XLSX)
      sendStream(ctx, actor, contract.downloadUsers, reply, workbook)
      return {}
    }),
  ]
}
