import { XLSX } from '@clouddisk/contract/admin-people'
import * as tableCalls from '@clouddisk/contract/personal-table'
import * as contract from '@clouddisk/contract/search'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { sendStream } from '../downloads/send-stream.ts'
import { tableWorkbook } from './personal-table/export.ts'
import { personalTable } from './personal-table/table.ts'
import { searchFiles } from './search.ts'

export function searchRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.searchInstancePage, (actor, input, { language }) =>
      searchFiles(ctx, actor, input, language),
    ),
    bind(tableCalls.pagePersonalTable, (actor, input, { language }) =>
      personalTable(ctx, actor, input, language),
    ),
    bind(tableCalls.exportPersonalTable, async (actor, { language, ...input }, call) => {
      const workbook = await tableWorkbook(ctx, actor, input, language ?? call.language)
      const day = ctx.now().toISOString().slice(0, 10)
      const reply = call.reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="files-${day}.xlsx"`)
        .type(XLSX)
      sendStream(ctx, actor, tableCalls.exportPersonalTable, reply, workbook)
      return {}
    }),
  ]
}
