import type { pageOwnedFiles } from '@clouddisk/contract/admin-files'
import type { Language } from '@clouddisk/contract/errors'
import type { InstancePage } from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { adminBrowseActor, adminScope, isInScope, ownersHiddenFromBrowsing } from '../../access/admin.ts'
import { resolve } from '../../access/resolve.ts'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { pageFolder } from './list.ts'

/** Lets an administrator list somebody's files, without their content; every folder opened is audited. */
export async function adminBrowse(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageOwnedFiles>,
  language: Language,
): Promise<InstancePage> {
  const { ownerType, ownerId, ...paging } = input
  const db = ctx.db.reader
  const space = (isId(ownerId) && (await spaceOf(db, ownerType, ownerId))) || refuseNotFound('owner')
  if (!isInScope(adminScope(actor, 'files', 'read'), space.departmentId)) refuseNotFound('owner')
  if (!space.ofDepartment && (await ownersHiddenFromBrowsing(db, actor)).includes(space.ownerId))
    refuse('area_refused')
  const parentId = !paging.parentId || paging.parentId === '0' ? space.rootId : paging.parentId
  const browser = adminBrowseActor(actor, space.ownerId)
  const folder = await resolve(db, browser, parentId)
  // The owner may also have access to other spaces; those are not shown.
  if (folder.spaceId !== space.id) refuse('not_found')
  const found = await pageFolder(ctx, browser, { ...paging, parentId }, language)
  await auditOutsideTransaction(db, {
    action: 'admin.looked',
    object: { type: 'folder', id: folder.id, name: folder.name || space.name },
    detail: { owner: space.name, path: found.path.map((step) => step.instanceName).join('/') },
  })
  return found
}

interface BrowsedSpace {
  readonly id: string
  readonly rootId: string
  readonly name: string
  /** The person with whose permissions the space is listed. */
  readonly ownerId: string
  readonly departmentId: string | null
  readonly ofDepartment: boolean
}

export async function spaceOf(
  db: Reader,
  type: 'user' | 'group',
  id: string,
): Promise<BrowsedSpace | undefined> {
  const { rows } =
    type === 'user'
      ? await sql<BrowsedSpace>`
          select s.id, s.root_id as "rootId", p.real_name as name, p.id as "ownerId", p.department_id as "departmentId",
            false as "ofDepartment"
          from space s join person p on p.id = s.person_id where p.id = ${id}`.execute(db)
      : await sql<BrowsedSpace>`
          select s.id, s.root_id as "rootId", g.name, g.owner_id as "ownerId",
            coalesce(s.department_id, o.department_id) as "departmentId",
            s.department_id is not null as "ofDepartment"
          from "group" g join space s on s.id = g.id join person o on o.id = g.owner_id where g.id = ${id}`.execute(
          db,
        )
  return rows[0]
}
