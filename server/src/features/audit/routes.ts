import * as contract from '@clouddisk/contract/audit'
import type { Actor } from '../../access/actor.ts'
import { audit, auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { bind, type CallContext, type RouteBinding } from '../../http/mount.ts'
import { sendStream } from '../downloads/send-stream.ts'
import * as exports from './exports.ts'
import { LOG_TYPES, logFile } from './log-file.ts'
import * as logs from './logs.ts'
import { verify } from './verify.ts'

export function auditRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.pageLogs, (_actor, input) => logs.page(ctx, input)),
    bind(contract.queryLog, (_actor, { seq }) => logs.find(ctx, seq)),
    bind(contract.verifyLogs, async (_actor, { afterSeq }) => {
      const verdict = await verify(ctx, afterSeq)
      if (verdict.done) {
        const detail = { checked: verdict.lastSeq, faults: verdict.faults.length }
        await auditOutsideTransaction(ctx.db.reader, { action: 'log.verified', detail })
      }
      return verdict
    }),
    bind(contract.exportLogs, async (actor, { format, ...filter }, call) => {
      await exportNow(ctx, actor, filter, format, call)
      return {}
    }),
    bind(contract.createLogExport, (actor, { format, ...filter }, { language }) =>
      exports.startExport(ctx, actor, { filter, format, language }),
    ),
    bind(contract.queryLogExports, (actor) => exports.list(ctx, actor)),
    bind(contract.fetchLogExport, async (actor, { jobId }, { reply }) => {
      const { content, size, format, createdAt } = await exports.find(ctx, actor, jobId)
      setAttachment(reply, format, createdAt).header('content-length', size)
      sendStream(ctx, actor, contract.fetchLogExport, reply, content)
      return {}
    }),
  ]
}

/** Exports the newest matching entries in the response; the export is audited. */
async function exportNow(
  ctx: Context,
  actor: Actor,
  filter: contract.AuditFilter,
  format: contract.LogFormat,
  { language, reply }: CallContext,
): Promise<void> {
  const max = ctx.config.limits.logExportMax
  const query = logs.logQueryOf(filter)
  await logs.sealPending(ctx)
  const total = await logs.count(ctx, query, max)
  const rows = Math.min(total, max)
  await ctx.db.transact((tx) =>
    audit(tx, {
      action: 'log.exported',
      object: { type: 'log', id: null, name: format },
      detail: { ...filter, rows, truncated: total > max },
    }),
  )
  setAttachment(reply, format, ctx.now())
    .header('x-log-rows', rows)
    .header('x-log-truncated', String(total > max))
  const content = logFile(ctx, { query, format, language, max: rows })
  sendStream(ctx, actor, contract.exportLogs, reply, content)
}

function setAttachment(
  reply: CallContext['reply'],
  format: contract.LogFormat,
  at: Date,
): CallContext['reply'] {
  const stamp = at.toISOString().slice(0, 19).replace(/\D/g, '')
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="audit-log-${stamp}.${format}"`)
    .type(LOG_TYPES[format])
}
