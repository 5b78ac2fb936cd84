import type { Language } from '@clouddisk/contract/errors'
import type { InstanceDetail } from '@clouddisk/contract/files'
import type { Actor } from '../../access/actor.ts'
import {
  permissionsIgnoringDissolution,
  resolveWithPermission,
  toFileAuth,
} from '../../access/permissions.ts'
import { type ResolvedItem, resolve } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { onlineEditorOf } from '../../tree/edit-locks.ts'
import { fileById } from '../../tree/files.ts'
import { hiddenChildIds } from '../../tree/hidden.ts'
import { breadcrumbsOf, pathIds, pathText, presentItem } from '../../tree/present.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { listAccess } from '../privileges/privileges.ts'
import { idNotIn } from './page-rows.ts'

/** Details of an item. */

export async function detail(
  ctx: Context,
  actor: Actor,
  instanceId: string,
  language: Language,
): Promise<InstanceDetail> {
  const db = ctx.db.reader
  const located = await resolveWithPermission(
    db,
    actor,
    await resolveFolderId(db, actor, instanceId),
    'attribute',
  )
  const row = (await fileById(db, located.id)) ?? refuse('not_found')
  const versions = await versionsOf(db, located.id)
  const current = versions.find((version) => version.id === row.versionId)
  return {
    ...(await presentItem(db, actor, located, language)),
    totalSize: row.totals.size,
    fileCount: row.totals.files,
    folderCount: row.totals.folders,
    versions: versions.map((version) => ({
      versionNo: version.no,
      fileSize: version.size,
      updateUser: version.creator,
      updateTime: version.createdAt.toISOString(),
      current: version.id === row.versionId,
    })),
    access: (await listAccess(db, actor, located, language)).map(
      ({ principalType, principalId, name, role }) => ({
        principalType,
        principalId,
        name,
        role,
      }),
    ),
    onlineEditor: await editorOf(ctx, located.id),
    ...(await commentsOf(db, actor, located)),
    md5: current?.md5?.toString('hex') ?? null,
    sha256: current?.sha256?.toString('hex') ?? null,
  }
}

async function editorOf({ db, now }: Context, fileId: string): Promise<InstanceDetail['onlineEditor']> {
  const editor = await onlineEditorOf(db.reader, fileId, now())
  return editor ? { ...editor, since: editor.since.toISOString() } : null
}

/** For those who read the comments. */
async function commentsOf(
  db: Reader,
  actor: Actor,
  located: ResolvedItem,
): Promise<Pick<InstanceDetail, 'commentCount'>> {
  if (!permissionsIgnoringDissolution(actor, located).has('comment')) return {}
  const { n } = await db
    .selectFrom('comment')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('file_id', '=', located.id)
    .executeTakeFirstOrThrow()
  return { commentCount: Number(n) }
}

const VERSIONS_SHOWN = 100

const versionsOf = (db: Reader, fileId: string) =>
  db
    .selectFrom('file_version as v')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .innerJoin('person as p', 'p.id', 'v.created_by')
    .select([
      'v.id',
      'v.no',
      'v.size',
      'v.created_at as createdAt',
      'p.real_name as creator',
      'b.md5',
      'b.sha256',
    ])
    .where('v.file_id', '=', fileId)
    .orderBy('v.no', 'desc')
    .limit(VERSIONS_SHOWN)
    .execute()

export async function folderSize(ctx: Context, actor: Actor, instanceId: string) {
  const db = ctx.db.reader
  const located = await resolveWithPermission(
    db,
    actor,
    await resolveFolderId(db, actor, instanceId),
    'attribute',
  )
  const { totals } = (await fileById(db, located.id)) ?? refuse('not_found')
  return { fileSize: totals.size, fileCount: totals.files, folderCount: totals.folders }
}

export async function property(ctx: Context, actor: Actor, instanceId: string, language: Language) {
  const located = await resolve(ctx.db.reader, actor, await resolveFolderId(ctx.db.reader, actor, instanceId))
  const crumbs = breadcrumbsOf(located, language)
  return {
    instancePath: pathText(crumbs),
    instancePathIds: pathIds(crumbs),
    fileAuth: toFileAuth(located.permissions),
  }
}

const CHILD_FOLDERS_MAX = 1000

/** Child folders by name; tree views load each level when it is opened. */
export async function childFolders(
  ctx: Context,
  actor: Actor,
  parentId: string | undefined,
  leaveOut: readonly string[],
) {
  const db = ctx.db.reader
  const parent = await resolveWithPermission(db, actor, await resolveFolderId(db, actor, parentId), 'list')
  if (!parent.isFolder) refuse('is_a_file')
  const without = [...leaveOut, ...(await hiddenChildIds(db, actor, parent))]
  const rows = await db
    .selectFrom('file')
    .select(['id', 'name', 'child_folders'])
    .where('parent_id', '=', parent.id)
    .where('rank', '=', 0)
    .$if(without.length > 0, (query) => query.where(idNotIn(without)))
    .orderBy('name')
    .orderBy('id')
    .limit(CHILD_FOLDERS_MAX)
    .execute()
  return rows.map((row) => ({ instanceName: row.name, instanceId: row.id, isParent: row.child_folders > 0 }))
}
