import { LIMITS } from '@clouddisk/contract/limits'
import type { Link, LinkTarget, pageLinks, queryLinkStatus } from '@clouddisk/contract/links'
import { nameKey } from '@clouddisk/contract/names'
import { BASE_PATH, type Input, type Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { linkAccessOf, sharedStateOf, sharedTargets } from '../../access/link-visitor.ts'
import { presentPrincipals } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { batchIds } from '../../tree/batch.ts'
import { openCode } from './code.ts'
import { keptFiles } from './kept-files.ts'
import * as listStore from './list-store.ts'
import * as store from './store.ts'

/** Lists of a person's own links. */

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageLinks>,
  origin: string,
): Promise<Reply<typeof pageLinks>> {
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault, status, instanceId } = input
  const keyword = nameKey((input.keyword ?? '').trim())
  if (instanceId !== undefined && !isId(instanceId)) refuse('not_found')
  const filter = { ownerId: actor.personId, keyword, fileId: instanceId, status, asOf: ctx.now() }
  const { ids, total } = await listStore.pageOfLinks(ctx.db.reader, filter, {
    limit: pageSize,
    skip: (pageNo - 1) * pageSize,
  })
  return { list: await present(ctx, actor, ids, origin), total, pageNo, pageSize }
}

export async function one(ctx: Context, actor: Actor, id: string, origin: string): Promise<Link> {
  const [link] = await present(ctx, actor, [id], origin)
  return link ?? refuseNotFound('ownLink')
}

/** For the owners of the links: with their codes. */
async function present(ctx: Context, actor: Actor, ids: readonly string[], origin: string): Promise<Link[]> {
  const db = ctx.db.reader
  const asOf = ctx.now()
  const [links, access, named, targets, shared, kept] = await Promise.all([
    store.linksById(db, ids),
    linkAccessOf(db, ids, asOf),
    store.principalsOf(db, ids),
    listStore.presentedTargets(db, ids),
    sharedTargets(db, actor, ids),
    keptFiles(db, ids),
  ])
  const shown = await presentPrincipals(db, named)
  return ids.flatMap((id): Link[] => {
    const [link, state] = [links.get(id), access.get(id)]
    if (!link || !state) return []
    return [
      {
        shareId: id,
        linkPath: link.path,
        url: `${origin}${BASE_PATH}fileDownload?link=${link.path}`,
        code: openCode(ctx, id, link.code),
        visitor: link.visitor,
        principals: named.flatMap((one) => (one.linkId === id ? (shown.get(one.principalId) ?? []) : [])),
        perms: [...link.permissions],
        validity: link.validity,
        expireTime: link.expiresAt?.toISOString() ?? null,
        maxVisits: link.maxVisits,
        watermark: link.watermark,
        remark: link.remark,
        viewCount: link.visits,
        downloadCount: link.downloadCount,
        saveCount: link.saveCount,
        ...sharedStateOf(state, shared.has(id), asOf),
        isChecked: state.isChecked,
        ...(link.endReason !== null && { stopReason: link.endReason }),
        keptFiles: kept.get(id) ?? 0,
        targets: (targets.get(id) ?? []).map(toTarget),
        createTime: link.createdAt.toISOString(),
      },
    ]
  })
}

export const toTarget = ({ id, name, isFolder, ext }: listStore.PresentedTarget): LinkTarget => ({
  instanceId: id,
  instanceName: name,
  classifierId: isFolder ? 'Folder' : 'File',
  fileType: ext,
})

/** Of files that the caller has open links to. */
export async function status(
  ctx: Context,
  actor: Actor,
  instanceIds: string | readonly string[],
): Promise<Reply<typeof queryLinkStatus>> {
  const ids = batchIds(instanceIds, 'instanceIds')
  const open = await store.openLinksTo(ctx.db.reader, ids.filter(isId), ctx.now())
  const own = open.filter((one) => one.ownerId === actor.personId)
  return ids.map((id) => {
    const links = own.filter((one) => one.fileId === id).length
    return { instanceId: id, linked: links > 0, links }
  })
}
