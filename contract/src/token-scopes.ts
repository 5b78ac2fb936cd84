import type { Route } from './route.ts'

/** What may be called with an access token, of each scope. A call that is not listed here is refused to all tokens. */

export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/**
 * Calls outside the administration that tokens make: with the scope `read` those that change nothing, with `write` all.
 * A call that is for people only is listed in `WITHOUT_TOKEN`.
 */
const WITH_TOKEN: ReadonlySet<string> = new Set([
  'addMembers',
  'answerHandover',
  'applyOutbound',
  'batchCreateFolder',
  'cancelDissolve',
  'cancelHandover',
  'cancelJob',
  'checkLinkDlp',
  'checkShared',
  'checkUploadAble',
  'checkUploadUser',
  'classifyInstances',
  'clearTrash',
  'copyInstances',
  'copyLinkInstances',
  'countNotifications',
  'createComment',
  'createFavorites',
  'createFeedback',
  'createFolder',
  'createGroup',
  'createOrUpdateLink',
  'createShare',
  'currentUser',
  'dissolveGroup',
  'downloadInstance',
  'downloadUsers',
  'editGroup',
  'explainPrivilege',
  'exportImport',
  'exportPersonalTable',
  'extractInstance',
  'getArchiveUrl',
  'getDownloadUrl',
  'getInstanceProperty',
  'getPreviewPage',
  'getThumbnail',
  'handoverGroup',
  'hideGroup',
  'leaveGroup',
  'leaveShare',
  'logPc',
  'moveInstances',
  'pageActivity',
  'pageComments',
  'pageFavorites',
  'pageFeedback',
  'pageGroupActivity',
  'pageGroups',
  'pageImportItems',
  'pageInstances',
  'pageLargestFiles',
  'pageLinks',
  'pageNotifications',
  'pagePersonalTable',
  'pageShares',
  'pageSyncedInstances',
  'pageTrash',
  'pageVersions',
  'pinVersion',
  'previewInstance',
  'previewMove',
  'putFile',
  'queryCapacityDetail',
  'queryChanges',
  'queryFeedbackPicture',
  'queryFolderByParentId',
  'queryFolderDownload',
  'queryFolderSize',
  'queryGroup',
  'queryHandover',
  'queryImportFolder',
  'queryImportSources',
  'queryImports',
  'queryInstanceDetail',
  'queryInvalidLinkOaApply',
  'queryJob',
  'queryJobs',
  'queryLabels',
  'queryLinkCheck',
  'queryLinkConfig',
  'queryLinkStatus',
  'queryMembers',
  'queryNamesakes',
  'queryNotificationSettings',
  'queryOpenUploads',
  'queryOutbound',
  'queryPrivilegeList',
  'queryPublicNotice',
  'queryPublicNotices',
  'queryRecipients',
  'queryRoleItems',
  'querySettings',
  'querySharingUsers',
  'querySizes',
  'querySyncClusters',
  'queryUploadAuth',
  'queryUploadedFiles',
  'queryUserCapacity',
  'readNotifications',
  'recycleObject',
  'removeComment',
  'removeFavorites',
  'removeInstances',
  'removeLinks',
  'removeMembers',
  'removeOldVersions',
  'removeShares',
  'removeSync',
  'removeTrash',
  'removeVersions',
  'renameInstance',
  'restoreDeletion',
  'restoreTrash',
  'restoreVersion',
  'runSync',
  'saveNotificationSettings',
  'saveSettings',
  'saveText',
  'saveUpload',
  'saveVersionLimits',
  'searchDepartments',
  'searchInstancePage',
  'searchMentions',
  'searchUsers',
  'secondUpload',
  'startImport',
  'streamChanges',
  'syncInstances',
  'updateAttribute',
  'updateComment',
  'updateLabels',
  'updateMemberRole',
  'updateSharers',
  'updateUserRole',
  'uploadFiles',
  'uploadUsers',
  'withdrawOutbound',
])

/**
 * Account security (a token makes no tokens, and changes no password, session or factor), what only people agree to, and
 * the page's own questions.
 */
export const WITHOUT_TOKEN: ReadonlySet<string> = new Set([
  'acknowledge',
  'addPasskey',
  'beginPasskey',
  'beginTotp',
  'changePassword',
  'checkHelperToken',
  'checkSecondFactor',
  'confirmIdentity',
  'confirmQr',
  'confirmTotp',
  'createHelperToken',
  'createToken',
  'linkIdentity',
  'pageTokens',
  'queryFactorWays',
  'queryOwnIdentities',
  'queryPasskeyOptions',
  'querySecondFactor',
  'querySessions',
  'refuseQr',
  'removePasskey',
  'removeTokens',
  'removeTotp',
  'renamePasskey',
  'renewRecoveryCodes',
  'revokeSessions',
  'scanQr',
  'unlinkIdentity',
])

/** Calls that need `write` although they change nothing by themselves. */
const NEEDS_WRITE: ReadonlySet<string> = new Set(['queryUploadAuth'])

/** How people sign in and from where is changed by people only, whatever scope a token has. */
const PEOPLE_ONLY_AREAS: ReadonlySet<string> = new Set(['identity', 'access'])

/** The least scope of a token that makes the call; undefined: none does. Calls open to anyone take no notice of tokens. */
export function tokenScopeOf(
  route: Pick<Route, 'name' | 'admin' | 'changes' | 'confirm'>,
): TokenScope | undefined {
  const { name, admin, changes, confirm } = route
  // A program cannot prove who it is.
  if (confirm === true) return undefined
  if (admin) return admin.right === 'change' && PEOPLE_ONLY_AREAS.has(admin.area) ? undefined : 'admin'
  if (!WITH_TOKEN.has(name)) return undefined
  return changes || NEEDS_WRITE.has(name) ? 'write' : 'read'
}

/** Each scope includes those before it. */
export const includesScope = (held: TokenScope, needed: TokenScope): boolean =>
  TOKEN_SCOPES.indexOf(held) >= TOKEN_SCOPES.indexOf(needed)
