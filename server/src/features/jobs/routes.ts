import * as contract from '@clouddisk/contract/jobs'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as jobs from './jobs.ts'

export function jobRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.queryJob, (actor, input) => jobs.find(ctx.db.reader, actor, input.jobId)),
    bind(contract.queryJobs, (actor) => jobs.recent(ctx, actor)),
    bind(contract.cancelJob, (actor, input) => jobs.cancel(ctx, actor, input.jobId)),
  ]
}
