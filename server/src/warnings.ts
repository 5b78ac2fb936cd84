import { repairSourceWarning } from './backup/repair-source.ts'
import type { Context } from './context.ts'
import { protectionWarning } from './conversion/protection.ts'
import { keyFileWarning } from './objects/encrypted/master-keys.ts'

/** Warnings of settings that may cause a failure later, logged at start and shown by `doctor`. */
export const startupWarnings = async (ctx: Context): Promise<string[]> =>
  (
    await Promise.all([
      keyFileWarning(ctx.config.encryption),
      repairSourceWarning(ctx),
      protectionWarning(ctx.config),
    ])
  ).filter((warning) => warning !== undefined)
