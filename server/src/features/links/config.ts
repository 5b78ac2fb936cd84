import {
  LINK_CODE,
  LINK_PERMISSIONS,
  LINK_REMARK_MAX,
  LINK_TARGETS_MAX,
  LINK_VALIDITIES,
  LINK_VISITORS,
  LINK_VISITS_MAX,
  type queryLinkConfig,
} from '@clouddisk/contract/links'
import type { Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { mayShareOutside } from '../../access/outbound.ts'
import type { Context } from '../../context.ts'
import { isOn } from '../dlp/scan.ts'
import { defaultSettings } from './settings.ts'

/** What links can be, for programs that make them. */
export async function linkConfig(ctx: Context, actor: Actor): Promise<Reply<typeof queryLinkConfig>> {
  const { visitor, permissions, validity } = defaultSettings(ctx)
  const { min, max, random } = LINK_CODE
  return {
    visitors: [...LINK_VISITORS],
    perms: [...LINK_PERMISSIONS],
    validities: [...LINK_VALIDITIES],
    targetsMax: LINK_TARGETS_MAX,
    visitsMax: LINK_VISITS_MAX,
    remarkMax: LINK_REMARK_MAX,
    code: { min, max, random },
    defaults: { visitor, perms: [...permissions], validity },
    contentCheck: await isOn(ctx, ctx.db.reader),
    outbound: await mayShareOutside(ctx.db.reader, actor.personId, ctx.now()),
  }
}
