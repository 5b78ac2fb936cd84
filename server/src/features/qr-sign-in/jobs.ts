import { HOUR } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { deleteExpired } from './store.ts'

export const qrSignInJobs = ({ db, now }: Context): JobQueue[] => [
  {
    name: 'cleanup-qr-sign-ins',
    cron: '29 * * * *',
    run: () => deleteExpired(db.reader, new Date(now().getTime() - HOUR)),
  },
]
