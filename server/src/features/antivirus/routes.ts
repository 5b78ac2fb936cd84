import * as contract from '@clouddisk/contract/antivirus'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as quarantine from './quarantine.ts'
import { removeContent } from './remove-content.ts'
import { scannerStates } from './scanner-states.ts'

export const antivirusRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.pageQuarantine, (_actor, input, { language }) => quarantine.page(ctx, input, language)),
  bind(contract.queryVirusScanners, () => scannerStates(ctx)),
  bind(contract.releaseQuarantined, async (actor, input) => {
    await quarantine.release(ctx, actor, input)
    return {}
  }),
  bind(contract.removeQuarantined, (actor, { contentId }) => removeContent(ctx, actor, contentId)),
]
