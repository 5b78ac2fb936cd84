import { XLSX } from '@clouddisk/contract/admin-people'
import * as contract from '@clouddisk/contract/imports'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { sendStream } from '../downloads/send-stream.ts'
import * as adminSources from './admin-sources.ts'
import * as report from './report.ts'
import { usableSources } from './sources.ts'
import { browse, start } from './start.ts'

export function importRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.queryImportSources, (actor) => usableSources(ctx.db.reader, actor.personId)),
    bind(contract.queryImportFolder, (actor, input) => browse(ctx, actor, input)),
    bind(contract.startImport, (actor, input, { language }) => start(ctx, actor, input, language)),
    bind(contract.queryImports, (actor, _input, { language }) => report.list(ctx, actor, language)),
    bind(contract.pageImportItems, (actor, input, { language }) => report.page(ctx, actor, input, language)),
    bind(contract.exportImport, async (actor, { importId, language }, { reply, ...call }) => {
      const workbook = await report.workbook(ctx, actor, importId, language ?? call.language)
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="import.xlsx"')
        .type(XLSX)
      sendStream(ctx, actor, contract.exportImport, reply, workbook)
      return {}
    }),
    bind(contract.queryAdminImportSources, () => adminSources.list(ctx)),
    bind(contract.saveImportSource, (_actor, input) => adminSources.save(ctx, input)),
    bind(contract.removeImportSource, async (_actor, { sourceId }) => {
      await adminSources.remove(ctx, sourceId)
      return {}
    }),
    bind(contract.tryImportSource, (_actor, input) => adminSources.attempt(ctx, input)),
  ]
}
