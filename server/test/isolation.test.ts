import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { querySessions } from '@clouddisk/contract/accounts'
import { XLSX } from '@clouddisk/contract/admin-people'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { queryChanges } from '@clouddisk/contract/changes'
import { createComment } from '@clouddisk/contract/comments'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFavorites, pageFavorites } from '@clouddisk/contract/favorites'
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  pageInstances,
  removeInstances,
} from '@clouddisk/contract/files'
import { createGroup, handoverGroup } from '@clouddisk/contract/groups'
import { saveImportSource, startImport } from '@clouddisk/contract/imports'
import { createOrUpdateLink } from '@clouddisk/contract/links'
import { createHelperToken } from '@clouddisk/contract/local-helper'
import { encodeName } from '@clouddisk/contract/names'
import { PRINCIPAL_TYPES } from '@clouddisk/contract/people'
import { generateQrId, scanQr } from '@clouddisk/contract/qr-sign-in'
import { pathOf, type Route } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import { createShare } from '@clouddisk/contract/shares'
import { HOUR } from '@clouddisk/contract/time'
import { createToken } from '@clouddisk/contract/tokens'
import { pageTrash } from '@clouddisk/contract/trash'
import { FILES_TYPE, type UploadCheck, uploadFiles } from '@clouddisk/contract/uploads'
import { pageVersions } from '@clouddisk/contract/versions'
import excel from 'exceljs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendBare } from './bare.ts'
import { type Person, sha256Of } from './person.ts'
import {
  authorize,
  callFiles,
  initiate,
  type ObjectCall,
  openUpload,
  proofOf,
  putPart,
  smallFilesBody,
} from './transfer.ts'
import { openWorld, PASSWORD, type World } from './world.ts'

/**
 * Another person's ids, tokens, authorizations and addresses open nothing, in any call of the contract.
 * Each call is made by a stranger with the owner's real things and again with things that are nowhere: the answers
 * must be the same to the letter, and nothing of the owner's may change.
 */

/** What the owner has, or things of the same shape that nobody has. */
interface Things {
  readonly root: string
  readonly folder: string
  readonly file: string
  /** An earlier one of the file. */
  readonly version: string
  readonly trashed: string
  readonly recycle: string
  /** What the thrown away went in. */
  readonly comment: string
  readonly deletion: string
  readonly job: string
  /** Which the owner may use, and what it imports. */
  readonly importSource: string
  readonly import: string
  readonly session: string
  /** An access token, by its id. */
  readonly token: string
  readonly passkey: string
  /** For the local helper. */
  readonly helperToken: string
  /** Of a browser that waits; the owner has scanned it. */
  readonly qr: string
  readonly objectKey: string
  readonly bucket: string
  readonly uploadId: string
  /** Of small files that were uploaded in one call. */
  readonly batch: string
  /** What an instant upload was offered, with a right answer. */
  readonly offered: string
  readonly proof: string
  readonly userName: string
  /** With somebody who is neither the owner nor the stranger. */
  readonly share: string
  /** With an extraction code: its id and its address. */
  readonly link: string
  readonly linkPath: string
  /** The owner itself. */
  readonly person: string
  readonly group: string
  readonly handover: string
}
interface Cursors {
  readonly files: string
  readonly trash: string
  readonly favorites: string
  readonly changes: string
}
/** Everything that a stranger may try: with the things, and with what is the stranger's own. */
type Ask = (
  things: Things,
  own: {
    root: string
    file: string
    archive: string
    folder: string
    objectKey: string
    person: string
    /** Of a link to the own folder, which anybody may open. */
    linkPath: string
    importSource: string
  },
) => Record<string, unknown>[]

/** Written over everything of the owner's that has a name: it must not be in any answer. */
const MARK = 'geheim'
const NOTHING: Ask = () => [{}]
const RIGHT_SHA = sha256Of(Buffer.alloc(32, 'x'))
const SAVE_ID = '00000000-0000-4000-8000-000000000001'
const EMPTY_FILE = { instanceName: 'intruder', fSize: 0, sha256: sha256Of(Buffer.alloc(0)) }

/** One entry a call of the contract. */
const TABLE: Record<string, Ask> = {
  // Sign-in, sessions and the person's own data: nothing of anybody else can even be named, but for these.
  login: ({ userName }) => [{ userName, password: 'Wrong-horse1' }],
  loginForm: ({ userName }) => [{ username: userName, password: 'Wrong-horse1' }],
  logout: NOTHING,
  currentUser: NOTHING,
  queryUserCapacity: NOTHING,
  logPc: NOTHING,
  changePassword: () => [{ oldPassword: 'Wrong-horse1', newPassword: 'Another-horse2' }],
  querySessions: NOTHING,
  createToken: () => [
    { name: '', scope: 'read' },
    { name: 'mine', scope: 'admin' },
  ],
  pageTokens: NOTHING,
  removeTokens: ({ token }) => [{ tokenIds: [token] }],
  revokeSessions: ({ session }) => [{ sessionId: session }, {}],
  generateQrId: NOTHING,
  queryStatusByQrId: () => [{ qrId: 'nowhere' }],
  scanQr: ({ qr }) => [{ qrId: qr }],
  confirmQr: ({ qr }) => [{ qrId: qr }],
  refuseQr: ({ qr }) => [{ qrId: qr }],
  queryPasskeySignIn: NOTHING,
  signInWithPasskey: () => [{ passkey: '{}' }],
  queryPasskeyOptions: NOTHING,
  beginPasskey: NOTHING,
  addPasskey: () => [{ name: 'mine', passkey: '{}' }],
  renamePasskey: ({ passkey }) => [{ passkeyId: passkey, name: 'mine' }],
  removePasskey: ({ passkey }) => [{ passkeyId: passkey }],
  querySecondFactorPolicy: NOTHING,
  saveSecondFactorPolicy: () => [{ requiredOf: 'nobody', roleIds: [], trustProviders: false }],
  pageSecondFactors: ({ userName }) => [{ keyword: userName }],
  queryFactorWays: NOTHING,
  querySecondFactor: NOTHING,
  checkSecondFactor: () => [{ code: '000000' }],
  beginTotp: NOTHING,
  confirmTotp: () => [{ code: '000000' }],
  removeTotp: NOTHING,
  renewRecoveryCodes: NOTHING,
  confirmIdentity: () => [{ password: 'Wrong-horse1' }],
  querySettings: NOTHING,
  saveSettings: () => [{ skin: 'light' }],
  publicConfig: NOTHING,
  requestIp: NOTHING,
  checkRedirect: NOTHING,
  pluginInfo: NOTHING,
  getToolName: NOTHING,
  downloadTool: () => [{ name: '../secrets/instance.key' }],
  createHelperToken: () => [{ purpose: 'upload' }],
  checkHelperToken: ({ helperToken }) => [{ token: helperToken, purpose: 'upload' }],
  dlpVersion: NOTHING,
  queryChanges: NOTHING,
  streamChanges: NOTHING,

  getDownloadUrl: (t, own) =>
    each(t, (instanceId) => [
      { instanceId },
      { instanceId, mode: 'preview' },
      { instanceId, versionId: t.version },
      { instanceId: own.file, versionId: instanceId },
      { instanceId: own.file, versionId: t.version },
    ]),
  pageActivity: (t) =>
    each(t, (instanceId) => [{ instanceId }, { instanceId, fileSharingId: t.share, kinds: ['sharing'] }]),
  pageComments: (t) => each(t, (instanceId) => [{ instanceId }, { instanceId, fileSharingId: t.share }]),
  createComment: (t, own) =>
    each(t, (instanceId) => [
      { instanceId, text: 'intruder' },
      { instanceId, text: 'intruder', mentions: [own.person] },
      { instanceId: own.file, text: 'intruder', mentions: [t.person] },
    ]),
  updateComment: (t) => [
    { commentId: t.comment, text: 'intruder' },
    ...each(t, (id) => [{ commentId: id, text: 'intruder' }]),
  ],
  removeComment: (t) => [{ commentId: t.comment }, ...each(t, (commentId) => [{ commentId }])],
  searchMentions: (t) => each(t, (instanceId) => [{ instanceId }, { instanceId, keyword: 'a' }]),
  pageGroupActivity: (t) => inGroup(t, { kinds: ['content'] }),
  pageVersions: (t) => each(t, (instanceId) => [{ instanceId }]),
  restoreVersion: (t, own) => [
    { instanceId: own.file, versionId: t.version },
    ...each(t, (instanceId) => [{ instanceId, versionId: t.version }]),
  ],
  removeOldVersions: (t, own) => each(t, (id) => [{ instanceIds: [id] }, { instanceIds: [own.file, id] }]),
  removeVersions: (t, own) => [
    { instanceId: own.file, versionIds: [t.version] },
    ...each(t, (instanceId) => [{ instanceId, versionIds: [t.version] }]),
  ],
  pinVersion: (t, own) => [
    { instanceId: own.file, versionId: t.version, name: 'intruder' },
    ...each(t, (instanceId) => [{ instanceId, versionId: t.version }]),
  ],
  saveVersionLimits: (t) =>
    each(t, (instanceId) => [
      { instanceId, versionsKept: 1 },
      { instanceId, versionsKept: 1, dryRun: true },
    ]),
  getArchiveUrl: (t, own) =>
    each(t, (id) => [
      { instanceIds: [id] },
      { instanceIds: [own.file, id] },
      { instanceIds: `${id},${own.file}` },
    ]),
  queryFolderDownload: (t) => each(t, (parentId) => [{ parentId }]),
  downloadInstance: (t) => each(t, (instanceId) => [{ instanceId }]),
  previewInstance: (t, own) =>
    each(t, (instanceId) => [
      { instanceId },
      { instanceId, versionId: t.file },
      { instanceId, fileSharingId: t.share },
      { instanceId: own.file, versionId: instanceId },
    ]),
  getPreviewPage: (t, own) =>
    each(t, (instanceId) => [
      { instanceId, page: 1, size: 'm' },
      { instanceId, page: 1, size: 'm', fileSharingId: t.share },
      { instanceId: own.file, page: 1, size: 'm', versionId: instanceId },
    ]),
  getThumbnail: (t, own) =>
    each(t, (instanceId) => [
      { instanceId, size: 's' },
      { instanceId, size: 'm', fileSharingId: t.share },
      { instanceId: own.file, size: 's', versionId: instanceId },
      { instanceId, size: 's', inRecycle: 'true' },
      { instanceId, size: 's', inRecycle: 'true', groupId: t.group },
    ]),

  pageFavorites: NOTHING,
  createFavorites: (t) => each(t, (instanceId) => [{ instanceId }, { instanceIds: [instanceId] }]),
  removeFavorites: (t) => each(t, (instanceId) => [{ instanceId }, { instanceIds: [instanceId] }]),

  querySyncClusters: NOTHING,
  pageSyncedInstances: NOTHING,
  syncInstances: (t) =>
    each(t, (id) => [{ instanceIds: [id], clusterIds: [randomUUID()], direction: 'oneWay', mode: 'sync' }]),
  removeSync: (t) => each(t, (id) => [{ instanceIds: [id] }]),
  runSync: (t) => each(t, (id) => [{ instanceIds: [id] }]),

  pageInstances: (t) => [
    { fileSharingId: t.share },
    ...each(t, (parentId) => [
      { parentId },
      { parentId, keyword: 'a' },
      { parentId, fileSharingId: t.share },
    ]),
  ],
  createFolder: (t) => [
    { parentId: '0', instanceName: 'intruder', fileSharingId: t.share },
    ...each(t, (parentId) => [{ parentId, instanceName: 'intruder' }]),
  ],
  batchCreateFolder: (t) =>
    each(t, (parentId) => [{ parentId, instanceName: 'intruder', children: [{ instanceName: 'a' }] }]),
  renameInstance: (t) =>
    each(t, (instanceId) => [
      { instanceId, instanceName: 'intruder' },
      { instanceId, fileName: encodeName('intruder') },
    ]),
  moveInstances: transfers,
  previewMove: transfers,
  copyInstances: transfers,
  extractInstance: (t, own) =>
    each(t, (id) => [
      { instanceId: id, targeParentId: own.folder },
      { instanceId: own.archive, targeParentId: id },
      { instanceId: own.archive, targeParentId: own.folder, versionId: id },
      { instanceId: id, targeParentId: '0', entries: ['a'], fileSharingId: t.share },
    ]),
  removeInstances: (t, own) =>
    each(t, (id) => [
      { instanceIds: [id] },
      { instanceIds: [id, own.root] },
      { instanceIds: [id], dryRun: true },
      { instanceIds: [id, own.root], deletionId: t.deletion },
    ]),
  queryInstanceDetail: (t) => each(t, (instanceId) => [{ instanceId }]),
  queryFolderSize: (t) => each(t, (instanceId) => [{ instanceId }]),
  queryFolderByParentId: (t) =>
    each(t, (parentId) => [{ parentId }, { parentId: '0', filterInstanceIds: parentId }]),
  queryNamesakes: (t) => each(t, (parentId) => [{ parentId, names: [`${MARK}.txt`] }]),
  getInstanceProperty: (t) => each(t, (instanceId) => [{ instanceId }]),
  queryCapacityDetail: inGroup,
  pageLargestFiles: (t) => inGroup(t, { by: 'versions' }, { kinds: ['document'] }),
  querySizes: (t, own) =>
    each(t, (id) => [{ instanceIds: [id] }, { instanceIds: [own.file, id], kinds: true }]),

  pageGroups: NOTHING,
  queryGroup: inGroup,
  createGroup: ({ group }) => [
    {
      groupName: 'intruder',
      capacity: 1,
      members: [{ principalType: 'user', principalId: group, role: 'viewer' }],
    },
  ],
  editGroup: (t) => inGroup(t, { groupName: 'intruder', description: 'intruder' }, { capacity: 2 }),
  hideGroup: (t) => inGroup(t, { isHide: true }),
  leaveGroup: inGroup,
  queryMembers: (t) => inGroup(t, { keyword: MARK }),
  addMembers: (t, own) =>
    inGroup(t, { members: [{ principalType: 'user', principalId: own.person, role: 'manager' }] }),
  removeMembers: (t, own) => inGroup(t, { principalIds: [own.person] }),
  updateMemberRole: (t, own) => inGroup(t, { principalIds: [own.person], role: 'manager' }),
  handoverGroup: (t, own) => inGroup(t, { userId: own.person }),
  queryHandover: inGroup,
  answerHandover: (t) => [
    { handoverId: t.handover, agree: true },
    { handoverId: t.handover, agree: false },
    ...inGroup(t, { agree: true }),
  ],
  cancelHandover: inGroup,
  dissolveGroup: inGroup,
  cancelDissolve: inGroup,

  queryJob: ({ job }) => [{ jobId: job }],
  queryJobs: NOTHING,
  cancelJob: ({ job }) => [{ jobId: job }],
  querySignInOptions: NOTHING,
  ssoStart: (t) => each(t, (providerId) => [{ providerId }]),
  ssoCallback: (t) => each(t, (providerId) => [{ providerId }]),
  ssoAcs: (t) => each(t, (providerId) => [{ providerId }]),
  ssoFinish: (t) => each(t, (flow) => [{ flow }]),
  ssoMetadata: (t) => each(t, (providerId) => [{ providerId }]),
  ssoProviderLogout: (t) => each(t, (providerId) => [{ providerId }]),
  queryOwnIdentities: NOTHING,
  linkIdentity: (t) => each(t, (providerId) => [{ providerId }]),
  unlinkIdentity: (t) => each(t, (identityId) => [{ identityId }]),
  queryIdentityProviders: NOTHING,
  saveIdentityProvider: () => [
    {
      kind: 'oidc',
      zh: 'intruder',
      en: 'intruder',
      oidc: {
        issuer: 'https://127.0.0.1:9',
        clientId: 'intruder',
        clientAuth: 'basic',
        scopes: '',
        clockTolerance: 60,
        singleLogout: false,
      },
      mapping: {
        account: 'sub',
        realName: '',
        mail: '',
        phone: '',
        department: '',
        roles: '',
        departmentSeparator: '',
        roleValues: [],
        names: 'first',
        departments: 'first',
        roleGrants: 'first',
      },
      rules: {
        create: true,
        departmentId: '0',
        roles: [],
        capacity: null,
        link: 'never',
        linkClaim: '',
        mailIsVerified: false,
        linkAdministrators: true,
      },
      enabled: true,
      automatic: true,
    },
  ],
  readSamlMetadata: () => [{ url: 'https://127.0.0.1:9/metadata' }],
  orderIdentityProviders: (t) => each(t, (providerId) => [{ providerIds: [providerId] }]),
  removeIdentityProvider: (t) => each(t, (providerId) => [{ providerId }]),
  tryIdentityProvider: (t) => each(t, (providerId) => [{ providerId }]),
  queryProviderTry: (t) => each(t, (tryId) => [{ tryId }]),
  pageLinkedPeople: (t) => each(t, (providerId) => [{ providerId }]),
  linkPerson: (t) => [{ providerId: t.root, userId: t.person, subject: 'intruder' }],
  unlinkPerson: (t) => each(t, (identityId) => [{ identityId }]),
  queryPersonIdentities: (t) => [{ userId: t.person }],
  queryImportSources: NOTHING,
  queryImportFolder: ({ importSource }) => [{ sourceId: importSource, path: '' }],
  startImport: (t, own) => [
    { sourceId: t.importSource, path: '', targeParentId: own.folder },
    ...each(t, (targeParentId) => [{ sourceId: own.importSource, path: '', targeParentId }]),
  ],
  queryImports: NOTHING,
  pageImportItems: (t) => [{ importId: t.import }, ...each(t, (importId) => [{ importId }])],
  exportImport: (t) => [{ importId: t.import }, ...each(t, (importId) => [{ importId }])],

  pageNotifications: () => [{}, { unread: true }],
  countNotifications: NOTHING,
  readNotifications: ({ job }) => [{ notificationIds: [job] }, {}],
  queryNotificationSettings: NOTHING,
  saveNotificationSettings: () => [{ list: [{ kind: 'share.given', app: true, mail: 'off' }] }],

  queryRoleItems: NOTHING,
  queryPrivilegeList: (t) =>
    each(t, (instanceId) => [{ instanceId }, { instanceId, fileSharingId: t.share }]),
  updateUserRole: (t) =>
    each(t, (instanceId) => [
      { instanceId, principalType: 'user', principalIds: [t.person], role: 'manager' },
      { instanceId, principalType: 'user', principalIds: [t.person], role: 'inherit' },
    ]),
  explainPrivilege: (t) =>
    each(t, (instanceId) => [{ instanceId }, { instanceId, userId: t.person, item: 'list' }]),

  // Of the administration nobody else sees anything.
  queryBelongings: ({ person }) => [{ userId: person }],
  queryLeaves: NOTHING,
  updateAttribute: (t) =>
    each(t, (instanceId) => [
      { instanceId, labels: ['intruder'] },
      { instanceId, labels: [], remark: 'intruder' },
      { instanceId, labels: ['intruder'], labelColors: [{ name: 'intruder', color: 'red' }] },
    ]),
  updateLabels: (t) =>
    each(t, (id) => [
      { instanceIds: [id], label: 'intruder', action: 'add' },
      { instanceIds: [id], label: MARK, action: 'remove' },
    ]),
  queryLabels: (t) => [{}, { keyword: MARK }, ...each(t, (instanceId) => [{ instanceId }])],
  classifyInstances: (t) => each(t, (instanceId) => [{ instanceIds: [instanceId], level: 3 }]),
  reclassifyFile: (t) =>
    each(t, (instanceId) => [
      { ownerType: 'user', ownerId: t.person, instanceId, level: 0, reason: 'because' },
    ]),
  pageOwnedFiles: (t) => [
    { ownerType: 'user', ownerId: t.person },
    { ownerType: 'user', ownerId: t.person, parentId: t.folder },
    { ownerType: 'group', ownerId: t.person },
  ],
  searchOwnedFiles: ({ person, group }) => [
    {},
    { keyword: MARK },
    { ownerId: person },
    { kind: 'group', ownerId: group },
  ],
  pageSecondTrash: ({ person }) => [{}, { ownerId: person }],
  restoreSecondTrash: ({ recycle }, own) => [
    { recycleIds: [recycle] },
    { recycleIds: [recycle], toUserId: own.person },
  ],
  removeSecondTrash: ({ recycle }) => [{ recycleIds: [recycle] }],
  beginLeave: ({ person }, own) => [{ userId: person }, { userId: person, toUserId: own.person }],
  cancelLeave: ({ person }) => [{ userId: person }],
  purgeLeaver: ({ person }) => [{ userId: person }],
  pageLogs: () => [{}, { keyword: MARK }],
  queryLog: () => [{ seq: 1 }],
  exportLogs: () => [{ format: 'csv' }],
  createLogExport: () => [{ format: 'csv' }],
  queryLogExports: NOTHING,
  fetchLogExport: ({ job }) => [{ jobId: job }],
  verifyLogs: NOTHING,
  pageAdminTokens: ({ person }) => [{}, { keyword: MARK }, { userId: person }],
  revokeAdminTokens: ({ token }) => [{ tokenIds: [token] }],
  queryIpRules: NOTHING,
  saveIpRule: () => [{ objectType: 'links', ranges: ['10.0.0.1'], mode: 'active' }],
  removeIpRule: ({ person }) => [{ ruleId: person }],
  saveIpRegion: () => [{ regionName: 'x', ranges: ['10.0.0.1'] }],
  removeIpRegion: ({ person }) => [{ regionId: person }],
  queryServiceAccounts: NOTHING,
  createServiceAccount: ({ userName }) => [
    { accountName: userName, userRealName: 'x', roles: ['default'], totalCapacity: 1 },
  ],
  createServiceToken: ({ person }) => [{ userId: person, name: 'x', scope: 'read' }],
  saveTokenLimit: () => [{ daysMax: 30 }],
  pageAdminSessions: () => [{}, { keyword: MARK }],
  endAdminSessions: ({ person, session }) => [{ userId: person }, { userId: person, sessionId: session }],
  pageAdminUploads: ({ person }) => [{}, { keyword: MARK }, { userId: person }],
  discardAdminUploads: ({ objectKey }) => [{ objectKeys: [objectKey] }],
  pageAdminLinks: ({ person, linkPath }) => [
    {},
    { keyword: MARK },
    { keyword: linkPath },
    { ownerId: person },
  ],
  queryAdminLinkCheck: ({ link }) => [{ shareId: link }],
  queryLinkCheck: ({ link }) => [{ shareId: link }],
  pageOutboundRequests: NOTHING,
  decideOutboundRequests: ({ link }) => [{ requestIds: [link], decision: 'approve' }],
  queryOutbound: NOTHING,
  queryInvalidLinkOaApply: NOTHING,
  applyOutbound: (t) => each(t, (id) => [{ reason: 'theirs', duration: '7days', instanceIds: [id] }]),
  withdrawOutbound: (t) => each(t, (requestId) => [{ requestId }]),
  reviewAdminLinks: ({ link }) => [{ shareIds: [link], agree: true }],
  stopAdminLinks: ({ link }) => [{ shareIds: [link], reason: 'theirs' }],
  queryDashboard: NOTHING,
  querySetup: NOTHING,
  dismissSetup: () => [{ dismissed: true }],
  queryAdminImportSources: NOTHING,
  saveImportSource: ({ importSource }) => [
    { sourceId: importSource, name: 'intruder', kind: 'webdav', address: 'http://127.0.0.1:9/' },
  ],
  removeImportSource: ({ importSource }) => [{ sourceId: importSource }],
  tryImportSource: () => [{ kind: 'folder', address: importFolder }],
  directoryLogin: (t) =>
    each(t, (directoryId) => [{ directoryId, userName: 'intruder', password: 'Intruder-1' }]),
  queryDirectories: NOTHING,
  saveDirectory: () => [
    {
      code: 'intruder',
      name: 'intruder',
      protocol: 'ldap',
      password: 'x',
      settings: { url: 'ldap://127.0.0.1:9', tls: 'none', base: 'dc=x', user: 'cn=x' },
    },
  ],
  removeDirectory: (t) => each(t, (directoryId) => [{ directoryId, people: 'freeze' }]),
  tryDirectory: () => [
    {
      code: 'intruder',
      name: 'intruder',
      protocol: 'ldap',
      password: 'x',
      settings: { url: 'ldap://127.0.0.1:9', tls: 'none', base: 'dc=x', user: 'cn=x' },
    },
  ],
  startDirectoryRun: (t) => each(t, (directoryId) => [{ directoryId, kind: 'full' }]),
  pageDirectoryRuns: (t) => each(t, (directoryId) => [{ directoryId }]),
  queryDirectoryRun: (t) => each(t, (runId) => [{ runId }]),
  pageDirectoryChanges: (t) => each(t, (runId) => [{ runId }]),
  queryScim: (t) => each(t, (directoryId) => [{ directoryId }]),
  makeScimToken: (t) => each(t, (directoryId) => [{ directoryId }]),
  decideDirectoryRun: (t) => each(t, (runId) => [{ runId, decision: 'confirm' }]),
  queryInstanceSettings: NOTHING,
  saveInstanceSettings: () => [{}, { maskNames: 'everybody' }],
  queryBusinessConfig: NOTHING,
  saveBusinessConfig: () => [{ list: [{ code: 'trashDays', value: 1 }] }],
  queryBuckets: NOTHING,
  createBucket: () => [
    { bucketName: 'intruder', endpoint: 'http://127.0.0.1:9', accessKey: 'a', secretKey: 'b' },
  ],
  updateBucket: (t) => each(t, (bucketId) => [{ bucketId, state: 'readonly' }]),
  checkBucket: ({ bucket }) => [{ bucketName: bucket }],
  makeDefaultBucket: ({ bucket }) => [{ bucketName: bucket }],
  retireBucket: (t) => each(t, (bucketId) => [{ bucketId }]),
  pageBucketHomes: ({ bucket }) => [{}, { all: true, keyword: MARK }, { bucketName: bucket }],
  setBucketHome: ({ bucket, person, group }) => [
    { principals: [{ principalType: 'user', principalId: person }], bucketName: bucket },
    { principals: [{ principalType: 'group', principalId: group }] },
  ],
  queryContentMove: NOTHING,
  beginContentMove: ({ bucket }) => [{ from: bucket, to: 'intruder' }],
  stopContentMove: NOTHING,
  queryContentReading: NOTHING,

  queryNodes: NOTHING,
  saveNode: (t) => [{ nodeName: 'intruder' }, ...each(t, (nodeId) => [{ nodeId, nodeName: 'intruder' }])],
  queryClusters: NOTHING,
  saveCluster: (t) => [
    { clusterName: 'intruder', buckets: [{ bucketName: t.bucket }] },
    ...each(t, (clusterId) => [{ clusterId, clusterName: 'intruder' }]),
  ],
  removeCluster: (t) => each(t, (clusterId) => [{ clusterId }]),
  checkCluster: (t) => each(t, (clusterId) => [{ clusterId }]),
  querySites: NOTHING,
  saveSite: (t) => [{ siteName: 'intruder' }, ...each(t, (siteId) => [{ siteId, siteName: 'intruder' }])],
  removeSite: (t) => each(t, (siteId) => [{ siteId }]),
  queryClouds: NOTHING,
  saveCloud: (t) => [
    { cloudName: 'intruder' },
    ...each(t, (cloudId) => [{ cloudId, cloudName: 'intruder' }]),
  ],
  removeCloud: (t) => each(t, (cloudId) => [{ cloudId }]),
  removeNode: (t) => each(t, (nodeId) => [{ nodeId }]),

  queryLibraries: NOTHING,
  saveLibrary: (t) => [
    ...each(t, (libraryId) => [
      { libraryId, libraryName: 'intruder', code: 'x', description: 'x', capacity: 1, menuDisplay: true },
    ]),
  ],
  removeLibrary: (t) => each(t, (libraryId) => [{ libraryId }]),
  restoreLibrary: (t) => each(t, (libraryId) => [{ libraryId }]),
  saveLibraryCategory: (t) =>
    each(t, (libraryId) => [{ libraryId, parentId: t.folder, categoryName: 'intruder', code: 'x' }]),
  removeLibraryCategory: (t) => each(t, (libraryId) => [{ libraryId, categoryId: t.folder }]),
  saveLibraryAttributes: (t) => each(t, (libraryId) => [{ libraryId, attributes: [] }]),
  queryMyLibraries: NOTHING,
  queryLibrary: (t) => each(t, (libraryId) => [{ libraryId }]),
  queryLibraryIcon: (t) => each(t, (libraryId) => [{ libraryId, kind: 'menu' }]),
  pageLibraryFiles: (t) => each(t, (libraryId) => [{ libraryId }, { libraryId, folderId: t.folder }]),
  queryLibraryValues: (t) => each(t, (instanceId) => [{ instanceId }]),
  saveLibraryValues: (t) => each(t, (instanceId) => [{ instanceId, values: [] }]),
  prepareLibraryUpload: (t) => each(t, (folderId) => [{ folderId, fileNames: ['a'], values: [] }]),
  exportLibrary: (t) => each(t, (libraryId) => [{ libraryId }]),
  importLibraryValues: (t) => each(t, (libraryId) => [{ libraryId, dryRun: true }]),

  searchInstancePage: (t) => [
    { keyword: MARK },
    { keyword: 'g' },
    { ownerId: t.person },
    ...each(t, (parentId) => [{ keyword: 'g', parentId }]),
  ],

  pagePersonalTable: NOTHING,
  exportPersonalTable: NOTHING,

  createOrUpdateLink: (t, own) => [
    { shareId: t.link, code: '' },
    ...each(t, (id) => [
      { instanceIds: [id] },
      { instanceIds: [own.file, id] },
      { shareId: id, perms: ['view'] },
      { instanceIds: [own.file], visitor: 'designated', principalIds: [id] },
    ]),
  ],
  pageLinks: (t) => [{}, { keyword: MARK }, ...each(t, (instanceId) => [{ instanceId }])],
  removeLinks: (t) => [{ shareIds: [t.link] }, ...each(t, (id) => [{ shareIds: [id] }])],
  queryLinkStatus: (t) => each(t, (id) => [{ instanceIds: [id] }]),
  queryLinkSyncStatus: (t) => [{ shareIds: [t.link] }],
  // Whoever has the address of a link may open it; another link, or one's own, opens nothing besides.
  queryLinkAttribute: (_, own) => [{ linkPath: own.linkPath }],
  queryLinkLoginAuth: (_, own) => [{ linkPath: own.linkPath }],
  addLinkViewCount: () => [{ linkPath: 'nowhere' }],
  queryLinkConfig: NOTHING,
  checkLinkDlp: (t) => each(t, (id) => [{ instanceIds: [id] }]),
  checkLinkCode: () => [{ linkPath: 'nowhere', code: 'wrong' }],
  pageLinkInstances: (t, own) => each(t, (parentId) => [{ linkPath: own.linkPath, parentId }]),
  searchLinkInstances: (t, own) => [
    { linkPath: own.linkPath, keyword: MARK },
    ...each(t, (parentId) => [{ linkPath: own.linkPath, keyword: 'g', parentId }]),
  ],
  getLinkDownloadUrl: (t, own) => each(t, (instanceId) => [{ linkPath: own.linkPath, instanceId }]),
  getLinkArchiveUrl: (t, own) =>
    each(t, (id) => [
      { linkPath: own.linkPath, instanceIds: [id] },
      { linkPath: own.linkPath, instanceIds: [own.folder, id] },
    ]),
  queryLinkFolderDownload: (t, own) => each(t, (parentId) => [{ linkPath: own.linkPath, parentId }]),
  previewLinkInstance: (t, own) => each(t, (instanceId) => [{ linkPath: own.linkPath, instanceId }]),
  getLinkPreviewPage: (t, own) =>
    each(t, (instanceId) => [{ linkPath: own.linkPath, instanceId, page: 1, size: 'm' }]),
  getLinkThumbnail: (t, own) => each(t, (instanceId) => [{ linkPath: own.linkPath, instanceId, size: 's' }]),
  copyLinkInstances: (t, own) =>
    each(t, (id) => [
      { linkPath: own.linkPath, instanceIds: [id], targeParentId: own.folder },
      { linkPath: own.linkPath, instanceIds: [own.file], targeParentId: id },
    ]),

  checkLinkUpload: (t, { linkPath }) => [
    ...each(t, (parentId) => [{ linkPath, parentId, instanceName: 'intruder', fSize: 1 }]),
    { linkPath, parentId: t.folder, instanceName: 'intruder', fSize: 32, objectKey: t.objectKey },
  ],
  secondLinkUpload: (t, { linkPath }) =>
    each(t, (parentId) => [
      { linkPath, parentId, fileId: t.offered, instanceName: 'intruder', proof: t.proof },
    ]),
  queryLinkUploadAuth: (t, { linkPath, objectKey }) =>
    objectCalls(t, objectKey).map((call) => ({ ...call, linkPath })),
  saveLinkUpload: (t, { linkPath }) =>
    each(t, (parentId) => [
      {
        linkPath,
        parentId,
        bucketName: t.bucket,
        objectKey: t.objectKey,
        fSize: 32,
        instanceName: 'intruder',
        sha256: RIGHT_SHA,
      },
    ]),
  recycleLinkObject: ({ bucket, objectKey }, { linkPath }) => [{ linkPath, bucketName: bucket, objectKey }],
  createLinkFolder: (t, { linkPath }) =>
    each(t, (parentId) => [{ linkPath, parentId, instanceName: 'intruder' }]),
  batchCreateLinkFolder: (t, { linkPath }) =>
    each(t, (parentId) => [
      { linkPath, parentId, instanceName: 'intruder', children: [{ instanceName: 'a' }] },
    ]),
  renameLinkInstance: (t, { linkPath }) =>
    each(t, (instanceId) => [{ linkPath, instanceId, instanceName: 'intruder' }]),

  pageShares: () => [{ type: 'received' }, { type: 'published' }],
  checkShared: (t) => each(t, (instanceId) => [{ instanceId }]),
  createShare: (t, own) => [
    ...each(t, (id) => [
      { instanceIds: [id], members: [{ principalType: 'user', principalId: t.person, role: 'viewer' }] },
      { instanceIds: [own.file], members: [{ principalType: 'user', principalId: id, role: 'viewer' }] },
      { instanceIds: [own.file], members: [{ principalType: 'group', principalId: id, role: 'viewer' }] },
    ]),
  ],
  querySharingUsers: (t) => [
    { fileSharingId: t.share },
    ...each(t, (id) => [{ fileSharingId: id }, { instanceId: id }]),
  ],
  updateSharers: (t) => [
    { fileSharingId: t.share, principalIds: [t.person], role: 'manager' },
    ...each(t, (id) => [{ fileSharingId: id, principalIds: [t.person], role: 'remove' }]),
  ],
  removeShares: (t) => [{ shareIds: [t.share] }, ...each(t, (id) => [{ shareIds: [id] }])],
  checkUploadUser: () => [{ role: 'viewer' }],
  uploadUsers: (t) => each(t, (id) => [{ fileSharingId: id }, { fileSharingId: t.share }]),
  downloadUsers: (t) => [{ fileSharingId: t.share }, ...each(t, (id) => [{ fileSharingId: id }])],
  leaveShare: (t) => [{ fileSharingId: t.share }, ...each(t, (id) => [{ fileSharingId: id }])],

  pageTrash: (t) => [{}, { deletionId: t.deletion }, ...inGroup(t)],
  restoreTrash: (t, own) =>
    each(t, (id) => [
      { instanceIds: [id] },
      { instanceIds: [id], targetInstanceId: own.folder },
      { instanceIds: [own.file], targetInstanceId: id },
      { instanceIds: [id], groupId: t.group },
    ]),
  restoreDeletion: (t) => [
    { deletionId: t.deletion },
    { deletionId: t.deletion, groupId: t.group },
    { deletionId: t.recycle },
  ],
  removeTrash: (t) => each(t, (id) => [{ instanceIds: [id] }, { instanceIds: [id], groupId: t.group }]),
  clearTrash: (t) => [{}, ...inGroup(t)],

  checkUploadAble: (t) => [
    ...each(t, (parentId) => [
      { parentId, instanceName: 'intruder', fSize: 1 },
      { parentId, instanceName: `${MARK}.txt`, fSize: 1, conflict: 'fail' },
    ]),
    { instanceName: 'intruder', fSize: 32, objectKey: t.objectKey },
    { instanceName: 'intruder', fSize: 32, objectKey: t.objectKey, sha256: RIGHT_SHA },
  ],
  secondUpload: (t, own) => [
    { fileId: t.offered, instanceName: 'intruder', proof: t.proof },
    { fileId: t.offered, instanceName: 'intruder' },
    { fileId: t.offered, instanceName: 'intruder', parentId: own.folder, proof: t.proof },
    ...each(t, (parentId) => [{ fileId: t.offered, instanceName: 'intruder', parentId, proof: t.proof }]),
    ...each(t, (fileId) => [{ fileId, instanceName: 'intruder', proof: t.proof }]),
  ],
  queryUploadAuth: (t, own) => objectCalls(t, own.objectKey),
  uploadFiles: (t) => [
    ...each(t, (parentId) => [{ files: [{ ...EMPTY_FILE, parentId }] }]),
    ...each(t, (fileSharingId) => [{ fileSharingId, files: [EMPTY_FILE] }]),
  ],
  putFile: (t) => [
    ...each(t, (parentId) => [{ parentId, instanceName: 'intruder' }]),
    ...each(t, (fileSharingId) => [{ fileSharingId, instanceName: 'intruder', parentId: t.folder }]),
  ],
  saveUpload: (t, own) => [
    { bucketName: t.bucket, objectKey: t.objectKey, fSize: 32, instanceName: 'intruder', sha256: RIGHT_SHA },
    { bucketName: t.bucket, objectKey: t.objectKey, fSize: 1, instanceName: 'intruder', sha256: RIGHT_SHA },
    ...each(t, (parentId) => [
      {
        bucketName: t.bucket,
        objectKey: own.objectKey,
        fSize: 32,
        instanceName: 'intruder',
        sha256: RIGHT_SHA,
        parentId,
      },
    ]),
  ],
  queryOnlineTypes: NOTHING,
  openOnline: (t) =>
    each(t, (instanceId) => [
      { instanceId },
      { instanceId, mode: 'view' },
      { instanceId, fileSharingId: t.share },
    ]),
  createOnline: (t) => each(t, (parentId) => [{ parentId, kind: 'docx', instanceName: 'intruder.docx' }]),
  saveText: (t) =>
    each(t, (instanceId) => [
      { instanceId, versionId: t.file, text: 'intruder', saveId: SAVE_ID },
      { instanceId, versionId: t.file, text: 'intruder', saveId: SAVE_ID, conflict: 'keepBoth' },
    ]),
  recycleObject: ({ bucket, objectKey, uploadId }) => [
    { bucketName: bucket, objectKey },
    { bucketName: bucket, objectKey, uploadId, partNum: 1 },
  ],
  queryOpenUploads: NOTHING,
  queryUploadedFiles: (t) => [
    { batchId: t.batch },
    ...each(t, (fileSharingId) => [{ batchId: t.batch, fileSharingId }]),
  ],

  // Who is there is no secret, but for names and accounts of those one has nothing to do with.
  searchUsers: (t) => [{}, ...each(t, (departmentId) => [{ departmentId }])],
  searchDepartments: (t) => [{}, ...each(t, (parentId) => [{ parentId }])],
  queryRecipients: (t) =>
    [t.person, t.group, t.root].flatMap((principalId) =>
      PRINCIPAL_TYPES.map((principalType) => ({ principals: [{ principalType, principalId }] })),
    ),

  // The administration is shut before it is looked what was asked for.
  pageAllGroups: (t) => each(t, (departmentId) => [{ departmentId }]),
  queryAnyGroup: inGroup,
  queryAnyMembers: (t) => inGroup(t, { keyword: MARK }),
  createDepartmentGroup: (t) =>
    each(t, (departmentId) => [{ departmentId, ownerId: t.person, groupName: 'intruder', capacity: 1 }]),
  updateAnyGroup: (t, own) => inGroup(t, { ownerId: own.person }, { capacity: 2 }),
  dissolveAnyGroup: inGroup,
  cancelAnyDissolve: inGroup,
  queryGroupSync: inGroup,
  syncGroup: (t) => inGroup(t, { clusterIds: [t.person], direction: 'oneWay', mode: 'sync' }),
  endGroupSync: inGroup,
  pagePeople: (t) => [{}, ...each(t, (departmentId) => [{ departmentId }])],
  queryPerson: (t) => each(t, (userId) => [{ userId }]),
  createPerson: () => [
    {
      accountName: 'intruder',
      userRealName: 'intruder',
      roles: ['superAdmin'],
      totalCapacity: 'unlimited',
      validUntil: 'forever',
    },
  ],
  updatePerson: (t) => each(t, (userId) => [{ userId, roles: ['superAdmin'] }]),
  changePeople: (t) => each(t, (userId) => [{ userIds: [userId], action: 'freeze' }]),
  exportPeople: NOTHING,
  peopleTemplate: NOTHING,
  importPeople: NOTHING,
  queryDepartments: (t) => each(t, (parentId) => [{ parentId }]),
  queryDepartment: (t) => each(t, (departmentId) => [{ departmentId }]),
  createDepartment: (t) => each(t, (parentId) => [{ parentId, departmentName: 'intruder' }]),
  updateDepartment: (t) => each(t, (departmentId) => [{ departmentId, departmentName: 'intruder' }]),
  moveDepartment: (t) => each(t, (departmentId) => [{ departmentId, parentId: '0' }]),
  removeDepartment: (t) => each(t, (departmentId) => [{ departmentId }]),
  queryPolicies: NOTHING,
  queryPolicy: () => [{ kind: 'usageRules', language: 'en-US' }],
  queryPublicNotices: NOTHING,
  queryPublicNotice: () => [{ version: 1 }],
  acknowledge: () => [{ kind: 'usageRules', version: 1 }],
  queryPolicyVersions: NOTHING,
  queryPolicyVersion: () => [{ kind: 'usageRules', version: 1 }],
  publishPolicy: () => [{ kind: 'usageRules', textZh: 'intruder', textEn: 'intruder' }],
  withdrawNotice: () => [{ version: 1 }],
  createFeedback: () => [{ kind: 'idea', text: ' ' }],
  pageFeedback: NOTHING,
  queryFeedbackPicture: (t) => each(t, (feedbackId) => [{ feedbackId }]),
  pageAllFeedback: NOTHING,
  queryAnyFeedbackPicture: (t) => each(t, (feedbackId) => [{ feedbackId }]),
  answerFeedback: (t) => each(t, (feedbackId) => [{ feedbackId, answer: 'intruder', shownAnswer: '' }]),
  setFeedbackState: (t) => each(t, (feedbackId) => [{ feedbackId, state: 'closed' }]),
  pageQuarantine: NOTHING,
  queryVirusScanners: NOTHING,
  releaseQuarantined: (t) => each(t, (contentId) => [{ contentId, reason: 'intruder' }]),
  removeQuarantined: (t) => each(t, (contentId) => [{ contentId }]),
  queryDlpRules: NOTHING,
  saveDlpRule: () => [{ name: 'intruder', kind: 'idCard', level: 'low', action: 'review', enabled: true }],
  removeDlpRule: (t) => each(t, (ruleId) => [{ ruleId }]),
  tryDlpRules: () => [{ text: 'intruder' }],
  queryRoles: NOTHING,
  createRole: () => [{ roleName: 'intruder', type: 'ordinary', items: ['list'] }],
  updateRole: (t) =>
    each(t, (roleId) => [{ roleId, roleName: 'intruder', type: 'ordinary', items: ['list'] }]),
  saveRoleOutbound: (t) =>
    each(t, (roleId) => [
      { roleId, outbound: true },
      { roleId: 'default', outbound: false },
    ]),
  removeRole: (t) => each(t, (roleId) => [{ roleId }]),
  pageRoleHolders: () => [{ roleId: 'superAdmin' }],
  giveRole: (t) => each(t, (userId) => [{ roleId: 'superAdmin', userIds: [userId] }]),
  takeRole: (t) => each(t, (userId) => [{ roleId: 'superAdmin', userIds: [userId] }]),
}

/** With every id there is, of whatever kind. */
function each(things: Things, ask: (id: string) => Record<string, unknown>[]): Record<string, unknown>[] {
  const { root, folder, file, trashed, recycle, job, objectKey } = things
  return [root, folder, file, trashed, recycle, job, objectKey].flatMap(ask)
}

/** With the group, and with what else has an id. */
function inGroup(things: Things, ...more: unknown[]): Record<string, unknown>[] {
  const asked = more.filter(
    (one): one is object => typeof one === 'object' && one !== null && !('root' in one),
  )
  return [things.group, ...[things.root, things.folder, things.job, things.handover]].flatMap((groupId) =>
    (asked.length > 0 ? asked : [{}]).map((one) => ({ groupId, ...one })),
  )
}

function transfers(
  things: Things,
  own: { root: string; file: string; folder: string },
): Record<string, unknown>[] {
  return each(things, (id) => [
    { instances: id, targeParentId: own.folder },
    { instances: [own.file], targeParentId: id },
    { instances: [id], targeParentId: id, conflict: 'newVersion' },
  ])
}

function objectCalls({ bucket, objectKey, uploadId }: Things, ownKey: string): Record<string, unknown>[] {
  const calls = [
    ['POST', 'initmultipartUpload', '?uploads'],
    ['PUT', 'upload', ''],
    ['PUT', 'uploadPartObject', `?partNumber=2&uploadId=${uploadId}`],
    ['GET', 'getAlreadySucessPartInfo', `?uploadId=${uploadId}`],
    ['POST', 'mergeMultiPartObject', `?uploadId=${uploadId}`],
    ['DELETE', 'abortMultipartUpload', `?uploadId=${uploadId}`],
  ] as const
  return calls.flatMap(([httpVerb, action, query]) => {
    const call = { httpVerb, action, bucketName: bucket }
    return [
      { ...call, objectKey, resourceUri: `/${bucket}/${objectKey}${query}` },
      // The stranger's own key in one place, the owner's in the other.
      { ...call, objectKey: ownKey, resourceUri: `/${bucket}/${objectKey}${query}` },
      { ...call, objectKey, resourceUri: `/${bucket}/${ownKey}${query}` },
    ]
  })
}

let world: World
let importFolder: string
let owner: Person
let stranger: Person
let theirs: Things
let nowhere: Things
let cursors: Cursors
let own: Parameters<Ask>[1]
let ownersUpload: { check: UploadCheck; bytes: Buffer }
beforeAll(async () => {
  importFolder = await mkdtemp(join(tmpdir(), `${MARK}-`))
  world = await openWorld({ CLOUDDISK_IMPORT_FOLDERS: importFolder })
  // A queue that nobody works, so that a large copy stays open.
  await world.jobs.start()
  await world.jobs.stop()
  // Colleagues find each other by their names, unless a setting masks them.
  const admin = await world.admin('superAdmin')
  await admin.call(saveInstanceSettings, { maskNames: 'otherDepartments' })
  owner = await world.person(`${MARK}_owner`)
  stranger = await world.person('stranger')
  theirs = { ...(await ownThings(owner)), ...(await openImport(admin, owner)) }
  nowhere = {
    ...theirs,
    ...Object.fromEntries(Object.keys(theirs).map((key) => [key, randomUUID()])),
    bucket: theirs.bucket,
    // Everybody finds people.
    person: theirs.person,
    proof: sha256Of(Buffer.from('no')),
    userName: 'nobody_here',
  }
  cursors = await cursorsOf(owner)
  const [file, folder] = [
    await stranger.upload('0', 'own.txt', Buffer.from('own')),
    await stranger.call(createFolder, { instanceName: 'own folder' }),
  ]
  const { objectKey } = await openUpload(stranger, {
    parentId: '0',
    name: 'own',
    bytes: Buffer.alloc(32, 'x'),
    hashes: 'never',
  })
  own = {
    root: stranger.user.rootId,
    file: file.instanceId,
    archive: (await stranger.upload('0', 'own.zip', Buffer.from('own archive'))).instanceId,
    folder: folder.instanceId,
    objectKey,
    person: stranger.user.userId,
    linkPath: (
      await stranger.call(createOrUpdateLink, {
        instanceIds: [folder.instanceId],
        code: '',
        perms: ['view', 'download', 'save', 'modify'],
      })
    ).linkPath,
    importSource: await importSourceOf(admin, stranger, 'own drive'),
  }
})
afterAll(async () => {
  await world.close()
  await rm(importFolder, { recursive: true })
})

async function ownThings(person: Person): Promise<Omit<Things, 'importSource' | 'import'>> {
  const { instanceId: folder } = await person.call(createFolder, { instanceName: `${MARK} folder` })
  await person.upload(folder, `${MARK}.txt`, Buffer.from(`${MARK} content of before`))
  const { instanceId: file } = await person.upload(folder, `${MARK}.txt`, Buffer.from(`${MARK} content`), {
    conflict: 'newVersion',
  })
  const versions = await person.call(pageVersions, { instanceId: file })
  const { instanceId: trashed } = await person.upload('0', `${MARK} trash.txt`, Buffer.from('thrown away'))
  const removed = await person.call(removeInstances, { instanceIds: [trashed] })
  const { instanceId: another } = await person.upload(
    '0',
    `${MARK} trash 2.txt`,
    Buffer.from('thrown away, too'),
  )
  await person.call(removeInstances, { instanceIds: [another] })
  await person.call(createFavorites, { instanceIds: [file, folder] })
  await world.again(person)
  const sessions = await person.call(querySessions, {})
  const bytes = Buffer.alloc(9 * 1024 * 1024, MARK)
  const upload = { parentId: folder, name: `${MARK} open.bin`, bytes, hashes: 'never' as const }
  const check = await openUpload(person, upload)
  const uploadId = await initiate(person, check)
  await putPart(person, check, uploadId, 1, bytes)
  ownersUpload = { check, bytes }
  const batch = randomUUID()
  const small = { instanceName: `${MARK} small.txt`, bytes: Buffer.from(`${MARK} small`) }
  await callFiles(person, smallFilesBody([small], { batchId: batch }))
  return {
    root: person.user.rootId,
    folder,
    file,
    version: versions.list[1]?.versionId ?? '',
    trashed,
    recycle: removed.list[0]?.newId ?? '',
    comment: (await person.call(createComment, { instanceId: file, text: `${MARK} said` })).commentId,
    deletion: removed.deletionId ?? '',
    job: await openJob(person),
    session: sessions.find((session) => !session.current)?.sessionId ?? '',
    token: (await person.call(createToken, { name: MARK, scope: 'write' })).tokenId,
    passkey: await keepPasskey(person),
    helperToken: (await person.call(createHelperToken, { purpose: 'upload' })).token,
    qr: await scannedQr(person),
    objectKey: check.objectKey,
    bucket: check.bucketName,
    uploadId,
    batch,
    ...(await offer(person)),
    ...(await groupOf(person)),
    userName: person.user.userName,
    share: await openShare(person, folder),
    ...(await openLink(person, file)),
    person: person.user.userId,
  }
}

async function scannedQr(person: Person): Promise<string> {
  const { qrId } = await person.call(generateQrId, {})
  await person.call(scanQr, { qrId })
  return qrId
}

async function keepPasskey(person: Person): Promise<string> {
  const id = randomUUID()
  const bytes = Buffer.from(id)
  await world.ctx.db.reader
    .insertInto('passkey')
    .values({
      id,
      person_id: person.user.userId,
      credential_id: bytes,
      public_key: bytes,
      counter: 0,
      name: MARK,
      synced: false,
      created_at: world.ctx.now(),
    })
    .execute()
  return id
}

const importSourceOf = async (admin: Person, person: Person, name: string): Promise<string> => {
  const source = { kind: 'folder' as const, address: importFolder, userIds: [person.user.userId] }
  return (await admin.call(saveImportSource, { name, ...source })).sourceId
}

async function openImport(admin: Person, person: Person): Promise<Pick<Things, 'importSource' | 'import'>> {
  const importSource = await importSourceOf(admin, person, MARK)
  const input = { sourceId: importSource, path: '', targeParentId: '0' }
  return { importSource, import: (await person.call(startImport, input)).importId }
}

async function openShare(person: Person, instanceId: string): Promise<string> {
  const friend = await world.person(`${MARK}_friend`)
  const { shares } = await person.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: friend.user.userId, role: 'editor' }],
    message: MARK,
  })
  return shares[0]?.fileSharingId ?? ''
}

async function openLink(person: Person, instanceId: string): Promise<Pick<Things, 'link' | 'linkPath'>> {
  const { shareId, linkPath } = await person.call(createOrUpdateLink, { instanceIds: [instanceId] })
  return { link: shareId, linkPath }
}

async function openJob(person: Person): Promise<string> {
  const children = Array.from({ length: 250 }, (_, n) => ({ instanceName: `${MARK} ${n}` }))
  const { instanceId = '' } = await person.call(batchCreateFolder, {
    instanceName: `${MARK} large`,
    children,
  })
  const { jobId } = await person.call(copyInstances, { instances: [instanceId], targeParentId: '0' })
  return jobId ?? ''
}

/** Content of a third person, offered to the owner for a proof which the owner has worked out and not sent. */
async function offer(person: Person): Promise<Pick<Things, 'offered' | 'proof'>> {
  const bytes = Buffer.alloc(300_000, 'content of a third person')
  await (await world.person()).upload('0', 'third.bin', bytes)
  const check = await openUpload(person, { parentId: '0', name: 'third.bin', bytes })
  if (!check.proof) throw new Error('no proof was asked for')
  return { offered: check.fId, proof: proofOf(bytes, check.proof) }
}

/** A group with a handover that waits for its answer. */
async function groupOf(person: Person): Promise<Pick<Things, 'group' | 'handover'>> {
  const { userId } = (await world.person()).user
  const { groupId, rootId } = await person.call(createGroup, {
    groupName: `${MARK} group`,
    capacity: 1,
    members: [{ principalType: 'user', principalId: userId, role: 'editor' }],
  })
  await person.call(createFolder, { parentId: rootId, instanceName: `${MARK} in the group` })
  const { handoverId } = await person.call(handoverGroup, { groupId, userId })
  return { group: groupId, handover: handoverId }
}

async function cursorsOf(person: Person): Promise<Cursors> {
  const one = { pageSize: 1 }
  return {
    files: (await person.call(pageInstances, one)).nextCursor ?? '',
    trash: (await person.call(pageTrash, one)).nextCursor ?? '',
    favorites: (await person.call(pageFavorites, one)).nextCursor ?? '',
    changes: (await person.call(queryChanges, {})).cursor,
  }
}

/** Every row that is the owner's, whatever table it stands in. */
async function ownersRows(): Promise<unknown> {
  const person = owner.user.userId
  const mine = `(select id from space where person_id = '${person}')`
  const groups = `(select id from "group" where owner_id = '${person}')`
  const queries = {
    person: `select to_jsonb(t) as row from person t where id = '${person}'`,
    session: `select to_jsonb(t) - 'last_seen_at' as row from session t where person_id = '${person}'`,
    space: `select to_jsonb(t) as row from space t where person_id = '${person}'`,
    file: `select to_jsonb(t) as row from file t where space_id in ${mine}`,
    version: `select to_jsonb(t) as row from file_version t where file_id in (select id from file where space_id in ${mine})`,
    blob: `select to_jsonb(t) as row from blob t`,
    grant: `select to_jsonb(t) as row from file_grant t where file_id in (select id from file where space_id in ${mine})`,
    share: `select to_jsonb(t) as row from share t where space_id in ${mine}`,
    trash: `select to_jsonb(t) as row from trash t where space_id in ${mine}`,
    comment: `select to_jsonb(t) as row from comment t where file_id in (select id from file where space_id in ${mine})`,
    favorite: `select to_jsonb(t) as row from favorite t where person_id = '${person}'`,
    upload: `select to_jsonb(t) as row from upload t where person_id = '${person}'`,
    proof: `select to_jsonb(t) as row from upload_proof t where person_id = '${person}'`,
    group: `select to_jsonb(t) as row from "group" t where owner_id = '${person}'`,
    groupSpace: `select to_jsonb(t) as row from space t where id in ${groups}`,
    groupFile: `select to_jsonb(t) as row from file t where space_id in ${groups}`,
    member: `select to_jsonb(t) as row from file_grant t where file_id in (select id from file where space_id in ${groups})`,
    handover: `select to_jsonb(t) as row from group_handover t where group_id in ${groups}`,
    hidden: `select to_jsonb(t) as row from group_hidden t where group_id in ${groups}`,
    job: `select to_jsonb(t) as row from job t where person_id = '${person}'`,
    import: `select to_jsonb(t) as row from import t where person_id = '${person}'`,
    change: `select to_jsonb(t) as row from change t where space_id in ${mine} or person_id = '${person}' or actor_id = '${person}'`,
  }
  const all: Record<string, string[]> = {}
  for (const [table, query] of Object.entries(queries)) {
    const { rows } = await world.ctx.db.pool.query(`${query} order by 1`)
    all[table] = rows.map(({ row }) => JSON.stringify(row))
  }
  return { ...all, received: await world.ctx.stores.home.received(theirs.objectKey) }
}

/** One call as it comes over the wire, by whoever. */
async function ask(
  route: Route,
  input: Record<string, unknown>,
  token?: string,
): Promise<{ status: number; location: string | null; text: string }> {
  const method = route.methods[0]
  const path = pathOf(route, input)
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const isFiles = route.name === uploadFiles.name
  const stop = new AbortController()
  const response = await fetch(world.baseUrl + path + (method === 'POST' ? '' : `?${query}`), {
    method,
    redirect: 'manual',
    signal: stop.signal,
    headers: {
      'accept-language': 'en-US',
      traceid: 'isolation',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'content-type': isFiles ? FILES_TYPE : 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: isFiles ? smallFilesBody([], input) : JSON.stringify(input) } : {}),
    ...(method === 'PUT' ? { body: 'intruder' } : {}),
  })
  const text = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? await firstEvent(response).finally(() => stop.abort())
    : // A workbook has the time at which it was made.
      response.headers.get('content-type') === XLSX
      ? await cellsOf(await response.arrayBuffer())
      : await response.text()
  return { status: response.status, location: response.headers.get('location'), text }
}

async function cellsOf(workbook: ArrayBuffer): Promise<string> {
  const book = new excel.Workbook()
  await book.xlsx.load(workbook)
  const rows: unknown[] = []
  book.worksheets[0]?.eachRow((row) => rows.push(row.values))
  return JSON.stringify(rows)
}

/** Its words without the cursor; how events and signs of life are cut into chunks is up to the wire. */
async function firstEvent(response: Response): Promise<string> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const event = text
      .split('\n\n')
      .slice(0, -1)
      .find((block) => !block.startsWith(':'))
    if (event !== undefined) return event.replace(/^id: .*$/m, '').replace(/"cursor":"[^"]*"/, '')
  }
  return text
}

/** An answer without what only repeats the question, and without the time of day. */
const neutral = (answer: { text: string; location: string | null; status: number }, things: Things) => {
  let text = `${answer.status} ${answer.location} ${answer.text}`
  for (const [name, thing] of Object.entries(things)) text = text.replaceAll(thing, `<${name}>`)
  return (
    text
      .replace(/"cursor":"\d+:\d+:[\d,]*"/, '"cursor"')
      .replace(/"revoked":\d+/, '"revoked"')
      // Of a sign-in that begins: random, and its end.
      .replace(/"token":"[^"]*","expireTime":"[^"]*"/, '"token"')
      .replace(/"qrId":"[^"]*","url":"[^"]*","expireTime":"[^"]*"/, '"qrId"')
      .replaceAll(/[A-Z2-7]{32}/g, 'secret')
      .replace(/"left":\d/, '"left"')
      .replace(/left: \d/, 'left')
  )
}

describe('every call of the contract', () => {
  it('stands in the table, and nothing else does', () => {
    expect(Object.keys(TABLE).sort()).toEqual(ROUTES.map((route) => route.name).sort())
  })

  describe.each(ROUTES.map((route) => [route.name, route] as const))('%s', (name, route) => {
    let before: unknown
    beforeEach(async () => {
      before = await ownersRows()
      // Some calls end the session or change what is the stranger's own.
      stranger = await world.again(stranger)
    })

    it('opens nothing of another person’s, and tells "not yours" and "not there" alike', async () => {
      const asked = TABLE[name]?.(theirs, own) ?? []
      const elsewhere = TABLE[name]?.(nowhere, own) ?? []
      expect(asked.length).toBeGreaterThan(0)
      for (const [i, input] of asked.entries()) {
        const yours = await ask(route, input, stranger.token)
        const nobodys = await ask(route, elsewhere[i] ?? {}, stranger.token)
        expect(neutral(yours, theirs), JSON.stringify(input)).toBe(neutral(nobodys, nowhere))
        expect(yours.status).toBeLessThan(500)
        expect(neutral(yours, theirs)).not.toContain(MARK)
      }
      expect(await ownersRows()).toEqual(before)
    })

    it('is refused to nobody', async () => {
      for (const input of TABLE[name]?.(theirs, own) ?? []) {
        const answer = await ask(route, input)
        expect(neutral(answer, theirs)).not.toContain(MARK)
        if (route.door === 'anyone') continue
        expect(answer.status).toBe(401)
        expect(JSON.parse(answer.text)).toMatchObject({ errcode: 401, data: null, traceId: 'isolation' })
      }
      expect(await ownersRows()).toEqual(before)
    })
  })
})

describe('a cursor of another person', () => {
  it.each([
    ['pageInstances', 'files'],
    ['pageTrash', 'trash'],
    ['pageFavorites', 'favorites'],
  ] as const)('opens no page of %s', async (name, which) => {
    const route = ROUTES.find((one) => one.name === name)
    expect(cursors[which]).not.toBe('')
    if (!route) throw new Error(`${name} is not a call`)
    const refused = await ask(route, { cursor: cursors[which] }, stranger.token)
    expect([refused.status, refused.text]).toEqual([
      400,
      (await ask(route, { cursor: 'made up' }, stranger.token)).text,
    ])
    for (const other of Object.values(cursors))
      expect((await ask(route, { cursor: other }, stranger.token)).text).toBe(refused.text)
  })

  it('of changes shows what oneself may see and nothing else', async () => {
    await owner.call(createFolder, { instanceName: `${MARK} later` })
    expect(
      (await stranger.call(queryChanges, { cursor: cursors.changes })).list.flatMap(
        (change) => change.parentIds,
      ),
    ).not.toContain(owner.user.rootId)
  })
})

describe('an authorization for an object call', () => {
  const calls = (): ObjectCall[] => [
    { verb: 'POST', action: 'initmultipartUpload', query: '?uploads' },
    { verb: 'PUT', action: 'upload', body: Buffer.alloc(1) },
    {
      verb: 'PUT',
      action: 'uploadPartObject',
      query: `?partNumber=2&uploadId=${theirs.uploadId}`,
      body: Buffer.alloc(1),
    },
    { verb: 'GET', action: 'getAlreadySucessPartInfo', query: `?uploadId=${theirs.uploadId}` },
    {
      verb: 'POST',
      action: 'mergeMultiPartObject',
      query: `?uploadId=${theirs.uploadId}`,
      body: '<CompleteMultipartUpload></CompleteMultipartUpload>',
    },
    { verb: 'DELETE', action: 'abortMultipartUpload', query: `?uploadId=${theirs.uploadId}` },
  ]

  it('of one’s own opens nothing of another’s, and tells "not yours" and "not there" alike', async () => {
    const before = await ownersRows()
    const ownObject = { bucketName: theirs.bucket, objectKey: own.objectKey }
    for (const call of calls()) {
      const { url, init } = await authorize(stranger, ownObject, call)
      const answers: string[] = []
      for (const [key, things] of [
        [theirs.objectKey, theirs],
        [nowhere.objectKey, nowhere],
        [theirs.file, theirs],
      ] as const) {
        const response = await fetch(url.replace(own.objectKey, key), {
          ...init,
          headers: { ...init.headers, traceid: 'isolation' },
        })
        answers.push(
          neutral({ status: response.status, location: null, text: await response.text() }, things),
        )
        expect(response.status).toBe(403)
      }
      expect(new Set(answers.map((text) => text.replace(/<Resource>.*<\/Resource>/, ''))).size).toBe(1)
    }
    expect(await ownersRows()).toEqual(before)
  })

  it('of the owner is good for its one call and no other', async () => {
    const before = await ownersRows()
    const issued = await Promise.all(calls().map((call) => authorize(owner, ownersUpload.check, call)))
    for (const [i, one] of issued.entries())
      for (const [j, other] of issued.entries()) {
        if (i === j) continue
        const response = await fetch(other.url, {
          ...other.init,
          headers: { ...other.init.headers, ...one.init.headers },
        })
        expect(response.status, `${i} for ${j}`).toBe(403)
        await response.text()
      }
    expect(await ownersRows()).toEqual(before)
  })

  it('is needed, unspoilt and in time', async () => {
    const before = await ownersRows()
    const call = {
      verb: 'PUT',
      action: 'uploadPartObject',
      query: `?partNumber=2&uploadId=${theirs.uploadId}`,
      body: ownersUpload.bytes.subarray(ownersUpload.check.partSize),
    } as const
    const { url, init } = await authorize(owner, ownersUpload.check, call)
    const headers = new Headers(init.headers)
    const mark = headers.get('authorization') ?? ''
    const session = (await stranger.call(querySessions, {})).find(({ current }) => current)
    expect(session).toBeDefined()
    const spoilt: Record<string, string>[] = [
      { authorization: '' },
      { authorization: `Bearer ${owner.token}` },
      { authorization: mark.replace(/.$/, (c) => (c === '0' ? '1' : '0')) },
      { authorization: mark.replace(/Credential=[\w-]+/, `Credential=${stranger.user.userId}`) },
      { authorization: mark.replace(/Credential=[\w-]+/, `Credential=${session?.sessionId}`) },
      { 'x-amz-date': '20200101T000000Z' },
      { 'content-type': 'text/plain' },
    ]
    for (const change of spoilt) {
      const response = await fetch(url, { ...init, headers: { ...Object.fromEntries(headers), ...change } })
      expect(response.status, JSON.stringify(change)).toBe(403)
      await response.text()
    }
    world.advance(601_000)
    expect((await fetch(url, init)).status).toBe(403)
    expect(await ownersRows()).toEqual(before)
  })

  it('reads nothing that is stored', async () => {
    const { objectKey, offered, file, bucket } = theirs
    for (const key of [objectKey, offered, file, nowhere.objectKey]) {
      for (const path of [
        `${bucket}/${key}`,
        `${bucket}/`,
        '',
        `${bucket}/../${bucket}/${key}`,
        `%2e%2e/${key}`,
      ]) {
        const sent = {
          method: 'GET',
          path: `/disk/objects/${path}`,
          headers: { authorization: `Bearer ${owner.token}` },
        }
        const { status } = await sendBare(world.baseUrl, sent)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }
    }
  })
})

describe('a download address', () => {
  const fetched = async (url: string) => {
    const response = await fetch(url, { redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  }
  let file: string
  let archive: string
  beforeAll(async () => {
    // A passkey is asked for as the second factor of every new session.
    await world.ctx.db.reader.deleteFrom('passkey').where('person_id', '=', owner.user.userId).execute()
    owner = await world.again(owner)
    file = await owner.call(getDownloadUrl, { instanceId: theirs.file })
    archive = (await owner.call(getArchiveUrl, { instanceIds: [theirs.folder] })).url
  })

  it('opens what it was given for', async () => {
    expect(await fetched(file)).toEqual({ status: 200, text: `${MARK} content` })
    expect((await fetched(archive)).status).toBe(200)
  })

  it('that was changed or made up opens nothing, and says nothing', async () => {
    const ownFile = await stranger.call(getDownloadUrl, { instanceId: own.file })
    const [, ownBody = '', ownMark = ''] = /\/d\/([\w-]+)\.([\w-]+)/.exec(ownFile) ?? []
    for (const url of [file, archive]) {
      const [, body = '', mark = ''] = /\/d\/([\w-]+)\.([\w-]+)/.exec(url) ?? []
      const address = JSON.parse(Buffer.from(body, 'base64url').toString())
      const forged = (change: object) =>
        Buffer.from(JSON.stringify({ ...address, ...change })).toString('base64url')
      const changed = [
        url.replace(mark, ownMark),
        url.replace(body, ownBody),
        url.replace(body, forged({ personId: stranger.user.userId })),
        url.replace(body, forged({ at: Date.now() + HOUR })),
        url.replace(body, forged({ fileId: own.file })),
        url.replace(mark, `${mark}x`),
        url.replace(`.${mark}`, ''),
        url.replace(mark, ''),
        url.replace(`${body}.${mark}`, 'x.y'),
      ]
      const answers = new Set<string>()
      for (const one of changed) {
        const { status, text } = await fetched(one)
        expect(status, one).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(text).not.toContain(MARK)
        answers.add(`${status} ${text.replace(/"traceId":"[^"]*"/, '')}`)
      }
      expect([...answers]).toHaveLength(1)
    }
  })

  it('cannot be started after ten minutes, nor once the owner may not see the file any more', async () => {
    // The clock goes on by itself too, and a busy machine takes its time.
    file = await owner.call(getDownloadUrl, { instanceId: theirs.file })
    world.advance(540_000)
    expect((await fetched(file)).status).toBe(200)
    world.advance(61_000)
    for (const url of [file, archive]) {
      const { status, text } = await fetched(url)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text).not.toContain(MARK)
    }
    owner = await world.again(owner)
    const fresh = await owner.call(getDownloadUrl, { instanceId: theirs.file })
    await owner.call(removeInstances, { instanceIds: [theirs.file] })
    expect((await fetched(fresh)).text).not.toContain(`${MARK} content`)
  })
})

it('everything is in order after all of this', async () => {
  expect(await world.doctor()).toEqual([])
  expect(PASSWORD).not.toBe('')
})
