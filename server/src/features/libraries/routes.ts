import * as adminCalls from '@clouddisk/contract/admin-libraries'
import { XLSX } from '@clouddisk/contract/admin-people'
import * as contract from '@clouddisk/contract/libraries'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { sendStream } from '../downloads/send-stream.ts'
import * as admin from './admin.ts'
import * as attributes from './attributes.ts'
import * as categories from './categories.ts'
import * as files from './files.ts'
import * as mine from './mine.ts'
import * as values from './values.ts'
import { exportFiles, importValues } from './workbook.ts'

export const libraryRoutes = (ctx: Context): RouteBinding[] => [
  bind(adminCalls.queryLibraries, async () => ({ list: await admin.list(ctx) })),
  bind(adminCalls.saveLibrary, (actor, input) => admin.save(ctx, actor, input)),
  bind(adminCalls.removeLibrary, async (actor, { libraryId }) => {
    await admin.remove(ctx, actor, libraryId)
    return {}
  }),
  bind(adminCalls.restoreLibrary, async (actor, { libraryId }) => {
    await admin.restore(ctx, actor, libraryId)
    return {}
  }),
  bind(adminCalls.saveLibraryCategory, (actor, input) => categories.save(ctx, actor, input)),
  bind(adminCalls.removeLibraryCategory, async (actor, input) => {
    await categories.remove(ctx, actor, input)
    return {}
  }),
  bind(adminCalls.saveLibraryAttributes, async (_actor, input) => ({
    list: await attributes.save(ctx, input),
  })),
  bind(contract.queryMyLibraries, async (actor) => ({ list: await mine.list(ctx, actor) })),
  bind(contract.queryLibrary, (actor, { libraryId }) => mine.one(ctx, actor, libraryId)),
  bind(contract.queryLibraryIcon, async (actor, { libraryId, kind }, { reply }) => {
    const { contentType, bytes } = await mine.icon(ctx, actor, libraryId, kind)
    reply
      .header('content-type', contentType)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=86400')
      .send(bytes)
    return {}
  }),
  bind(contract.pageLibraryFiles, (actor, input, { language }) => files.page(ctx, actor, input, language)),
  bind(contract.queryLibraryValues, (actor, { instanceId }) => values.query(ctx, actor, instanceId)),
  bind(contract.saveLibraryValues, (actor, input) => values.save(ctx, actor, input)),
  bind(contract.prepareLibraryUpload, async (actor, input) => {
    await values.prepareUpload(ctx, actor, input)
    return {}
  }),
  bind(contract.exportLibrary, async (actor, { libraryId }, { language, reply }) => {
    const workbook = await exportFiles(ctx, actor, libraryId, language)
    const day = ctx.now().toISOString().slice(0, 10)
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="library-${day}.xlsx"`)
      .type(XLSX)
    sendStream(ctx, actor, contract.exportLibrary, reply, workbook)
    return {}
  }),
  bind(contract.importLibraryValues, (actor, { libraryId, dryRun = false }, { request, language }) =>
    importValues(ctx, actor, request.body, { libraryId, dryRun, language }),
  ),
]
