import { repairSourceWarning } from './backup/repair-source.ts'
import type { Context } from './context.ts'
import { keyFileWarning } from './objects/encrypted/master-keys.ts'

/** What is no fault yet, and becomes one some day: told at start and by `doctor`. */
export const startupWarnings = async (ctx: Context): Promise<string[]> =>
  (await Promise.all([keyFileWarning(ctx.config.encryption), repairSourceWarning(ctx)])).filter(
    (warning) => warning !== undefined,
  )
