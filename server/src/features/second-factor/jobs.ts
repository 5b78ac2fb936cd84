import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { CHALLENGE_MS } from './passkey-challenge.ts'
import { deleteChallenges } from './passkey-store.ts'
import { SET_UP_MS } from './second-factor.ts'
import { deleteDrafts } from './store.ts'

/** Deletes challenges that were not answered, and set-ups that were not finished. */
export const secondFactorJobs = (ctx: Context): JobQueue[] => [
  { name: 'cleanup-second-factors', cron: '23 * * * *', run: () => deleteUnfinished(ctx) },
]

async function deleteUnfinished({ db, now }: Context): Promise<void> {
  await deleteChallenges(db.reader, new Date(now().getTime() - CHALLENGE_MS))
  await deleteDrafts(db.reader, new Date(now().getTime() - SET_UP_MS))
}
