import type { Language } from '@clouddisk/contract/errors'
import type { copyLinkInstances } from '@clouddisk/contract/links'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { countUse } from '../../access/link-visitor.ts'
import type { Context } from '../../context.ts'
import { batchIds } from '../../tree/batch.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { copy } from '../files/copy.ts'

/** Saves files of a link in a folder of a signed-in visitor: read as the visitor, written as the person. */
export async function save(
  ctx: Context,
  person: Actor,
  visitor: Actor,
  { instanceIds, targeParentId, conflict = 'keepBoth' }: Input<typeof copyLinkInstances>,
  language: Language,
): Promise<Reply<typeof copyLinkInstances>> {
  const ids = batchIds(instanceIds, 'instanceIds')
  const targetId = await resolveFolderId(ctx.db.reader, person, targeParentId)
  const saved = await copy(ctx, person, ids, targetId, conflict, language, visitor)
  const refused = saved.list.filter((line) => line.errcode !== 0).length
  if (refused < ids.length) await countUse(ctx.db, visitor, 'save_count', ids.length - refused)
  return saved
}
