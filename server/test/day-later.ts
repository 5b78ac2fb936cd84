import { HOUR } from '@clouddisk/contract/time'
import { scrubStep } from '../src/content/scrub.ts'
import type { Context } from '../src/context.ts'

const DAY_LATER_MS = 25 * HOUR

/** What the server does by itself within a day: what was damaged and has been put back is given out again. */
export const readAgainDayLater = (ctx: Context): Promise<void> =>
  scrubStep({ ...ctx, now: () => new Date(Date.now() + DAY_LATER_MS) })
