import { splitName } from '@clouddisk/contract/names'
import { BASE_PATH } from '@clouddisk/contract/route'
import { resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { systemTitle } from '../../db/system-title.ts'
import { refuse } from '../../errors/refusal.ts'
import { currentContent } from './content-store.ts'
import { editorAddress } from './editor-address.ts'
import type { WopiCall } from './wopi-call.ts'

/** CheckFileInfo: the file, the person, and what both may do. Names as the protocol, Collabora and ONLYOFFICE have them. */
export async function checkFileInfo(ctx: Context, call: WopiCall): Promise<Record<string, unknown>> {
  const { actor, file, mayWrite, origin } = call
  const db = ctx.db.reader
  const content = (await currentContent(db, file.id)) ?? refuse('not_found')
  const parent = file.parentId ? (await resolveAll(db, actor, [file.parentId])).get(file.parentId) : undefined
  const mayAddBeside = mayWrite && (parent?.permissions.has('upload') ?? false)
  const mayRename = mayWrite && file.permissions.has('rename')
  const mayTakeAway = file.permissions.has('download')
  const folderUrl = parent && `${origin}${BASE_PATH}${areaOf(file.spaceKind)}?folder=${parent.id}`
  const parentName = parent && parent.id !== parent.rootId ? parent.name : undefined
  return {
    BaseFileName: content.name,
    FileExtension: `.${splitName(content.name).ext.toLowerCase()}`,
    OwnerId: content.ownerId ?? '',
    Size: content.size,
    UserId: actor.personId,
    UserFriendlyName: actor.realName,
    Version: content.versionId,
    ...(content.sha256 && { SHA256: content.sha256.toString('base64') }),
    LastModifiedTime: content.modifiedAt.toISOString(),
    FileNameMaxLength: ctx.config.limits.renameMax,
    UserCanWrite: mayWrite,
    ReadOnly: !mayWrite,
    RestrictedWebViewOnly: false,
    UserCanRename: mayRename,
    UserCanNotWriteRelative: !mayAddBeside,
    UserCanAttend: false,
    UserCanPresent: false,
    IsAnonymousUser: false,
    SupportsLocks: true,
    SupportsGetLock: true,
    SupportsExtendedLockLength: true,
    SupportsUpdate: true,
    SupportsRename: true,
    SupportsDeleteFile: false,
    SupportsFolders: false,
    SupportsContainers: false,
    SupportsEcosystem: false,
    SupportsUserInfo: false,
    DisablePrint: !mayTakeAway,
    DisableExport: !mayTakeAway,
    DisableCopy: !mayTakeAway,
    HidePrintOption: !mayTakeAway,
    HideExportOption: !mayTakeAway,
    DisableBrowserCachingOfUserContent: true,
    PostMessageOrigin: origin,
    ClosePostMessage: true,
    HostViewUrl: editorAddress(origin, file.id, 'view'),
    ...(mayWrite && { HostEditUrl: editorAddress(origin, file.id, 'edit') }),
    CloseUrl: folderUrl ?? origin + BASE_PATH,
    BreadcrumbBrandName: (await systemTitle(db)) || ctx.config.title,
    BreadcrumbBrandUrl: origin + BASE_PATH,
    BreadcrumbDocName: content.name,
    ...(parentName !== undefined && { BreadcrumbFolderName: parentName, BreadcrumbFolderUrl: folderUrl }),
  }
}

const areaOf = (kind: string): string => (kind === 'group' ? 'groupFile' : 'personalFile')
