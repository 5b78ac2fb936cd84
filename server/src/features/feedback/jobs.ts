import { FEEDBACK_KEPT_DAYS } from '@clouddisk/contract/feedback'
import { DAY } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { deleteUntouched } from './store.ts'

export const feedbackJobs = (ctx: Context): JobQueue[] => [
  { name: 'cleanup-feedback', cron: '55 3 * * *', run: () => deleteOldFeedback(ctx) },
]

const BATCH = 500

/** Deletes feedback whose state or answer has not changed for a year, with its picture. Its senders' open pages are refreshed. */
export async function deleteOldFeedback(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - FEEDBACK_KEPT_DAYS * DAY)
  let deleted: number
  do {
    deleted = await ctx.db.transact(async (tx) => {
      const personIds = await deleteUntouched(tx, before, BATCH)
      if (personIds.length > 0)
        await recordChange(tx, {
          kind: 'feedback.changed',
          spaceId: null,
          principalIds: personIds,
          fileId: null,
          parentIds: [],
          actorId: null,
        })
      return personIds.length
    })
  } while (deleted === BATCH)
}
