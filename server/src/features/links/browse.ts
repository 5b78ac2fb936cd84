import { DEFAULT_CLASSIFICATION } from '@clouddisk/contract/classification'
import type { Language } from '@clouddisk/contract/errors'
import type { Instance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { pageLinkInstances, searchLinkInstances } from '@clouddisk/contract/links'
import { maskName } from '@clouddisk/contract/masking'
import { nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { LinkSession } from '../../access/link-visitor.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { presentRow } from '../../tree/present.ts'
import { viewRowsById } from '../../tree/view-rows.ts'
import { pageFolder } from '../files/list.ts'
import { searchFiles } from '../search/search.ts'
import { isWriteOnly, pageOwn } from './own-files.ts'
import * as store from './store.ts'

/** What visitors see of a link. */

type LinkPage = Reply<typeof pageLinkInstances>

export async function page(
  ctx: Context,
  session: LinkSession,
  input: Input<typeof pageLinkInstances>,
  language: Language,
): Promise<LinkPage> {
  if (isWriteOnly(session.actor)) return pageOwn(ctx, session, input)
  const { link, actor } = session
  const targets = await presentTargets(ctx, { link, actor }, language)
  const parentId = folderOf(targets, input)
  if (parentId === undefined) return pageTargets(targets, input)
  const { parent: _, ...found } = await pageFolder(ctx, actor, { ...input, parentId }, language)
  return { ...found, list: found.list.map(forVisitor) }
}

/** What a link opens, and all below, by name. */
export async function search(
  ctx: Context,
  { link, actor }: LinkSession,
  { linkPath: _, ...input }: Input<typeof searchLinkInstances>,
  language: Language,
): Promise<Reply<typeof searchLinkInstances>> {
  const parentId = folderOf(await presentTargets(ctx, { link, actor }, language), input)
  const { contentSearchable: __, ...found } = await searchFiles(
    ctx,
    actor,
    { ...input, ...(parentId !== undefined && { parentId }) },
    language,
  )
  return { ...found, list: found.list.map(forVisitor) }
}

/** The folder that is meant: a link to one folder opens in it. Undefined for what a link to several items opens. */
function folderOf(targets: readonly Instance[], { parentId }: { parentId?: string }): string | undefined {
  // A person's own root, which a visitor does not have (C45).
  if (parentId === '0') refuse('not_found')
  const [only, ...others] = targets
  return parentId ?? (others.length === 0 && only?.classifierId === 'Folder' ? only.instanceId : undefined)
}

/** What the link opens of that is still there, folders first. */
async function presentTargets(
  ctx: Context,
  { link, actor }: Pick<LinkSession, 'link' | 'actor'>,
  language: Language,
): Promise<Instance[]> {
  const db = ctx.db.reader
  const ids = (await store.targetsOf(db, [link.id])).map((target) => target.fileId)
  const found = await resolveAll(db, actor, ids)
  const rows = await viewRowsById(db, actor, [...found.keys()])
  const items = ids.flatMap((id) => {
    const [item, row] = [found.get(id), rows.get(id)]
    return item && row ? [forVisitor(presentRow(row, item, language))] : []
  })
  if (items.length === 0) refuse('link_gone')
  const isFolder = (item: Instance) => item.classifierId === 'Folder'
  return [...items.filter(isFolder), ...items.filter((item) => !isFolder(item))]
}

function pageTargets(targets: readonly Instance[], input: Input<typeof pageLinkInstances>): LinkPage {
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault, keyword = '' } = input
  const key = nameKey(keyword.trim())
  const found = targets.filter((item) => nameKey(item.instanceName).includes(key))
  const folderCount = found.filter((item) => item.classifierId === 'Folder').length
  return {
    list: found.slice((pageNo - 1) * pageSize, pageNo * pageSize),
    total: found.length,
    pageNo,
    pageSize,
    path: [],
    folderCount,
    fileCount: found.length - folderCount,
  }
}

/** Without what is its owner's own: visitors see names of people masked (C41). */
export const forVisitor = <T extends Instance>(item: T): T => ({
  ...item,
  groupId: null,
  createUser: maskName(item.createUser),
  updateUser: maskName(item.updateUser),
  labels: [],
  labelColors: [],
  remark: '',
  isCollect: false,
  isShared: false,
  isLinked: false,
  classification: DEFAULT_CLASSIFICATION,
})
