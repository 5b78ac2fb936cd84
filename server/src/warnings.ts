import { warningOfHealFrom } from './backup/repair-source.ts'
import type { Context } from './context.ts'
import { keyFileWarning } from './objects/encrypted/master-keys.ts'

/** What is no fault yet, and becomes one some day: told at start and by `doctor`. */
export const warningsOf = async (ctx: Context): Promise<string[]> =>
  (await Promise.all([keyFileWarning(ctx.config.encryption), warningOfHealFrom(ctx)])).filter(
    (warning) => warning !== undefined,
  )
