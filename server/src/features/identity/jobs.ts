import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { refreshMetadata } from './saml/read-metadata.ts'
import { deleteOver } from './store.ts'

/** Deletes sign-ins that were not finished, and assertions that have ended; reads the keys of SAML providers again. */
export const identityJobs = (ctx: Context): JobQueue[] => [
  { name: 'cleanup-sign-ins', cron: '47 * * * *', run: () => deleteOver(ctx.db.reader, ctx.now()) },
  { name: 'refresh-saml-metadata', cron: '23 4 * * *', run: () => refreshMetadata(ctx) },
]
