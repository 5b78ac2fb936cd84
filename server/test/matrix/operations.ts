import { randomUUID } from 'node:crypto'
import { ApiError } from '@clouddisk/client/http/errors'
import { putFile } from '@clouddisk/client/uploads/put-file'
import * as activity from '@clouddisk/contract/activity'
import { extractInstance } from '@clouddisk/contract/archives'
import { classifyInstances } from '@clouddisk/contract/classification'
import { createOnline, openOnline } from '@clouddisk/contract/coediting'
import * as comments from '@clouddisk/contract/comments'
import {
  downloadInstance,
  getArchiveUrl,
  getDownloadUrl,
  queryFolderDownload,
} from '@clouddisk/contract/downloads'
import { codeOf, errorNameOf } from '@clouddisk/contract/errors'
import { createFavorites } from '@clouddisk/contract/favorites'
import * as files from '@clouddisk/contract/files'
import * as groups from '@clouddisk/contract/groups'
import { queryImportSources, startImport } from '@clouddisk/contract/imports'
import { cancelJob } from '@clouddisk/contract/jobs'
import * as labels from '@clouddisk/contract/labels'
import { createLinkFolder } from '@clouddisk/contract/link-uploads'
import { createOrUpdateLink, removeLinks } from '@clouddisk/contract/links'
import { querySyncClusters, removeSync, runSync, syncInstances } from '@clouddisk/contract/node-sync'
import { getPreviewPage, previewInstance } from '@clouddisk/contract/previews'
import {
  explainPrivilege,
  queryPrivilegeList,
  updateMemberRole,
  updateUserRole,
} from '@clouddisk/contract/privileges'
import { pathOf } from '@clouddisk/contract/route'
import { searchInstancePage } from '@clouddisk/contract/search'
import * as shares from '@clouddisk/contract/shares'
import { saveText } from '@clouddisk/contract/texts'
import { getThumbnail } from '@clouddisk/contract/thumbnails'
import { clearTrash, pageTrash, restoreDeletion, restoreTrash } from '@clouddisk/contract/trash'
import { checkUploadAble } from '@clouddisk/contract/uploads'
import * as usage from '@clouddisk/contract/usage'
import * as versions from '@clouddisk/contract/versions'
import type { Person } from '../person.ts'
import { sendFiles } from '../transfer.ts'
import { visitorOf } from '../visitor.ts'
import type {
  FileOperation,
  GroupFileOperation,
  GroupOperation,
  PersonFileOperation,
  ShareOperation,
} from './answers.ts'

/** How each operation of the table is asked, and what came of it: `yes`, or the catalogue's name of the refusal. */

/** What an operation is tried on. */
export interface Things {
  readonly folder: string
  /** In the folder. */
  readonly doc: string
  /** A file of a kind that no browser shows. */
  readonly unshown: string
  readonly sub: string
  /** A file and a folder of whoever asks. */
  readonly ownFile: string
  readonly ownFolder: string
  /** Somebody else who has to do with the place, and the owner of it. */
  readonly other: Person
  readonly owner: Person
  /** Nobody so far. */
  readonly newcomer: Person
  readonly group?: string
  readonly share?: string
  /** Of a business library. */
  readonly category?: string
  /** A member that the operation may do something to. */
  readonly victim?: Person
}

export type Ask = (person: Person, things: Things) => Promise<unknown>

interface Line {
  readonly errcode: number
}

/** A line of a batch that failed counts as the call's refusal. */
function well<T extends { list: readonly Line[] }>(answer: T): T {
  const bad = answer.list.find((line) => line.errcode !== 0)
  if (bad) throw new ApiError({ code: bad.errcode, message: '', details: null, httpStatus: 200 })
  return answer
}

export async function answerTo(ask: Ask, person: Person, things: Things): Promise<string> {
  try {
    await ask(person, things)
    return 'yes'
  } catch (error) {
    if (error instanceof ApiError) return errorNameOf(error.code) ?? String(error.code)
    throw error
  }
}

/** A call that answers a redirect where it is permitted, and the envelope where not. */
async function downloaded(person: Person, instanceId: string): Promise<void> {
  const response = await person.fetch(`${pathOf(downloadInstance)}?instanceId=${instanceId}`)
  if (response.headers.has('content-disposition')) return void (await response.arrayBuffer())
  const { errcode } = (await response.json()) as { errcode: number }
  throw new ApiError({ code: errcode, message: '', details: null, httpStatus: response.status })
}

/** Only who may see the file is told that a text has no thumbnail. */
async function thumbnailOf(person: Person, { doc }: Things, more = ''): Promise<void> {
  const response = await person.fetch(`${pathOf(getThumbnail)}?instanceId=${doc}&size=s${more}`)
  const { errcode } = (await response.json()) as { errcode: number }
  if (errcode !== codeOf('no_thumbnail'))
    throw new ApiError({ code: errcode, message: '', details: null, httpStatus: response.status })
}

/** A page of a text is drawn for those who may preview it: it need not be ready. */
async function pageOf(person: Person, { doc }: Things): Promise<void> {
  const response = await person.fetch(`${pathOf(getPreviewPage)}?instanceId=${doc}&page=1&size=m`)
  if (response.headers.get('content-type') === 'image/jpeg') return
  const { errcode } = (await response.json()) as { errcode: number }
  if (errcode !== 0)
    throw new ApiError({ code: errcode, message: '', details: null, httpStatus: response.status })
}

export async function copyOf(person: Person, instanceId: string, targeParentId: string): Promise<string> {
  const { list } = await person.call(files.copyInstances, { instanceIds: [instanceId], targeParentId })
  return list[0]?.newId ?? ''
}

/** The refusal that comes after the permission. */
function unlessEdited(error: unknown): void {
  if (!(error instanceof ApiError) || errorNameOf(error.code) !== 'edited_meanwhile') throw error
}

function unlessAway(error: unknown): void {
  if (!(error instanceof ApiError) || errorNameOf(error.code) !== 'office_away') throw error
}

/** The only cluster is where files are stored: asked after the permission. */
function unlessAtHome(error: unknown): void {
  if (!(error instanceof ApiError) || errorNameOf(error.code) !== 'sync_two_nodes') throw error
}

async function syncTo(p: Person, { doc }: Things): Promise<void> {
  const { list } = await p.call(querySyncClusters, {})
  const clusterIds = list.map(({ clusterId }) => clusterId)
  if (clusterIds.length !== 1) throw new Error('there is not one cluster')
  const choice = { clusterIds, direction: 'oneWay', mode: 'sync' } as const
  well(await p.call(syncInstances, { instanceIds: [doc], ...choice }))
}

const BYTES = Buffer.from('what is uploaded by whoever may')
let names = 0
const name = () => `made ${++names}`

/** A version that there is not: whoever may do it to a version is told so. */
const ofVersion = ({ doc }: Things) => ({ instanceId: doc, versionId: randomUUID() })
async function noSuchVersion(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (error) {
    const { what } = error instanceof ApiError ? ((error.details ?? {}) as { what?: string }) : {}
    if (what === 'version') return
    throw error
  }
  throw new Error('there is such a version')
}

export const FILE_ASKS: Record<FileOperation, Ask> = {
  pageInstances: (p, t) => p.call(files.pageInstances, { parentId: t.folder }),
  pageFiltered: (p, t) => p.call(files.pageInstances, { parentId: t.folder, keyword: 'doc' }),
  search: (p, t) => p.call(searchInstancePage, { parentId: t.folder, keyword: 'doc' }),
  queryFolders: (p, t) => p.call(files.queryFolderByParentId, { parentId: t.folder }),
  queryNamesakes: (p, t) => p.call(files.queryNamesakes, { parentId: t.folder, names: ['doc.txt'] }),
  queryDetail: (p, t) => p.call(files.queryInstanceDetail, { instanceId: t.folder }),
  queryFileDetail: (p, t) => p.call(files.queryInstanceDetail, { instanceId: t.doc }),
  queryFolderSize: (p, t) => p.call(files.queryFolderSize, { instanceId: t.folder }),
  querySizes: (p, t) => p.call(usage.querySizes, { instanceIds: [t.folder, t.doc], kinds: true }),
  getProperty: (p, t) => p.call(files.getInstanceProperty, { instanceId: t.doc }),
  preview: (p, t) => p.call(getDownloadUrl, { instanceId: t.doc, mode: 'preview' }),
  previewInstance: (p, t) => p.call(previewInstance, { instanceId: t.doc }),
  previewPage: (p, t) => pageOf(p, t),
  thumbnail: (p, t) => thumbnailOf(p, t),
  previewUnshown: (p, t) => p.call(getDownloadUrl, { instanceId: t.unshown, mode: 'preview' }),
  previewInstanceUnshown: (p, t) => p.call(previewInstance, { instanceId: t.unshown }),
  previewInstanceVersion: async (p, t) => {
    const { versionId } = await p.call(previewInstance, { instanceId: t.doc })
    return p.call(previewInstance, { instanceId: t.doc, versionId: versionId ?? '' })
  },
  download: (p, t) => p.call(getDownloadUrl, { instanceId: t.doc }),
  downloadInstance: (p, t) => downloaded(p, t.doc),
  pageActivity: (p, t) => p.call(activity.pageActivity, { instanceId: t.doc }),
  pageFolderActivity: (p, t) => p.call(activity.pageActivity, { instanceId: t.folder }),
  pageComments: (p, t) => p.call(comments.pageComments, { instanceId: t.doc }),
  createComment: (p, t) => p.call(comments.createComment, { instanceId: t.doc, text: 'said' }),
  // One's own: nobody else's is changed.
  updateComment: async (p, t) => {
    const { commentId } = await p.call(comments.createComment, { instanceId: t.doc, text: 'said' })
    return p.call(comments.updateComment, { commentId, text: 'said again' })
  },
  removeComment: async (p, t) => {
    const { commentId } = await p.call(comments.createComment, { instanceId: t.doc, text: 'said' })
    return p.call(comments.removeComment, { commentId })
  },
  searchMentions: (p, t) => p.call(comments.searchMentions, { instanceId: t.doc }),
  pageVersions: (p, t) => p.call(versions.pageVersions, { instanceId: t.doc }),
  downloadVersion: (p, t) => noSuchVersion(p.call(getDownloadUrl, ofVersion(t))),
  previewVersion: (p, t) => noSuchVersion(p.call(getDownloadUrl, { ...ofVersion(t), mode: 'preview' })),
  restoreVersion: (p, t) => noSuchVersion(p.call(versions.restoreVersion, ofVersion(t))),
  pinVersion: (p, t) => noSuchVersion(p.call(versions.pinVersion, ofVersion(t))),
  removeVersions: (p, t) =>
    p.call(versions.removeVersions, { instanceId: t.doc, versionIds: [randomUUID()] }),
  removeOldVersions: async (p, t) => well(await p.call(versions.removeOldVersions, { instanceIds: [t.doc] })),
  archive: (p, t) => p.call(getArchiveUrl, { instanceIds: [t.folder] }),
  listDownload: (p, t) => p.call(queryFolderDownload, { parentId: t.folder }),
  createFolder: (p, t) => p.call(files.createFolder, { parentId: t.folder, instanceName: name() }),
  createTree: (p, t) =>
    p.call(files.batchCreateFolder, {
      parentId: t.folder,
      instanceName: name(),
      children: [{ instanceName: 'below' }],
    }),
  checkUpload: (p, t) =>
    p.call(checkUploadAble, { parentId: t.folder, instanceName: name(), fSize: BYTES.length }),
  upload: (p, t) => p.upload(t.folder, name(), BYTES),
  uploadMany: async (p, t) =>
    well({ list: await sendFiles(p, [{ bytes: BYTES, parentId: t.folder, instanceName: name() }]) }),
  uploadAtOnce: (p, t) => putFile(p, { parentId: t.folder, instanceName: name() }, BYTES),
  newVersion: (p, t) => p.upload(t.folder, 'doc.txt', BYTES, { conflict: 'newVersion' }),
  // Compared with the version only after the permission.
  saveText: (p, t) =>
    p
      .call(saveText, { instanceId: t.doc, versionId: t.doc, text: 'edited', saveId: randomUUID() })
      .catch(unlessEdited),
  // The installation has no Office server, which is asked after the permission.
  openOnline: (p, t) => p.call(openOnline, { instanceId: t.doc }).catch(unlessAway),
  viewOnline: (p, t) => p.call(openOnline, { instanceId: t.doc, mode: 'view' }).catch(unlessAway),
  createOnline: (p, t) =>
    p.call(createOnline, { parentId: t.folder, kind: 'docx', instanceName: `${name()}.docx` }),
  rename: (p, t) => p.call(files.renameInstance, { instanceId: t.doc, instanceName: `${name()}.txt` }),
  renameFolder: (p, t) => p.call(files.renameInstance, { instanceId: t.sub, instanceName: name() }),
  queryLabels: (p, t) => p.call(labels.queryLabels, { instanceId: t.folder }),
  label: (p, t) => p.call(labels.updateAttribute, { instanceId: t.doc, labels: [name()] }),
  labelMany: async (p, t) =>
    well(await p.call(labels.updateLabels, { instanceIds: [t.doc], label: name(), action: 'add' })),
  remark: (p, t) => p.call(labels.updateAttribute, { instanceId: t.doc, remark: name() }),
  pageLabeled: (p, t) => p.call(files.pageInstances, { parentId: t.folder, label: 'none' }),
  classify: async (p, t) => well(await p.call(classifyInstances, { instanceIds: [t.doc], level: 2 })),
  moveWithin: async (p, t) =>
    well(await p.call(files.moveInstances, { instanceIds: [t.doc], targeParentId: t.sub })),
  // Of one's own: whether it may go in is asked of the place.
  moveIn: async (p, t) => {
    const moved = await copyOf(p, t.ownFile, t.ownFolder)
    well(await p.call(files.moveInstances, { instanceIds: [moved], targeParentId: t.folder }))
  },
  copyWithin: async (p, t) =>
    well(await p.call(files.copyInstances, { instanceIds: [t.doc], targeParentId: t.sub })),
  copyIn: async (p, t) =>
    well(await p.call(files.copyInstances, { instanceIds: [t.ownFile], targeParentId: t.folder })),
  importIn: (p, t) => importInto(p, t.sub),
  extractWithin: (p, t) => extractInto(p, t, t.sub),
  extractOut: (p, t) => extractInto(p, t, t.ownFolder),
  copyOut: async (p, t) =>
    well(await p.call(files.copyInstances, { instanceIds: [t.doc], targeParentId: t.ownFolder })),
  remove: async (p, t) => well(await p.call(files.removeInstances, { instanceIds: [t.doc] })),
  removeFolder: async (p, t) => well(await p.call(files.removeInstances, { instanceIds: [t.sub] })),
  removeAndRestore: async (p, t) => {
    const { list } = well(await p.call(files.removeInstances, { instanceIds: [t.doc] }))
    well(await p.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''] }))
  },
  removeAndTakeBack: async (p, t) => {
    const { deletionId = '' } = well(await p.call(files.removeInstances, { instanceIds: [t.doc] }))
    await p.call(restoreDeletion, { deletionId })
  },
  favorite: async (p, t) => well(await p.call(createFavorites, { instanceId: t.doc })),
  sync: (p, t) => syncTo(p, t).catch(unlessAtHome),
  runSync: async (p, t) => well(await p.call(runSync, { instanceIds: [t.doc] })),
  removeSync: async (p, t) => well(await p.call(removeSync, { instanceIds: [t.doc] })),
  link: (p, t) => p.call(createOrUpdateLink, { instanceIds: [t.doc] }),
  linkToUpload: async (p, t) => {
    const { shareId, linkPath } = await p.call(createOrUpdateLink, {
      instanceIds: [t.sub],
      code: '',
      perms: ['upload'],
    })
    const fields = { linkPath, parentId: t.sub, instanceName: name() }
    await visitorOf(p.baseUrl).call(createLinkFolder, fields)
    return p.call(removeLinks, { shareIds: [shareId] })
  },
  explainOwn: (p, t) => p.call(explainPrivilege, { instanceId: t.doc }),
  explainOther: (p, t) => p.call(explainPrivilege, { instanceId: t.doc, userId: t.other.user.userId }),
  privileges: (p, t) => p.call(queryPrivilegeList, { instanceId: t.doc }),
}

/** Nobody works on jobs here, and a person has few extractions at a time. */
async function extractInto(p: Person, { unshown }: Things, targeParentId: string): Promise<void> {
  const { jobId = '' } = await p.call(extractInstance, { instanceId: unshown, targeParentId })
  await p.call(cancelJob, { jobId })
}

/** From an empty source; nobody works on it. */
async function importInto(p: Person, targeParentId: string): Promise<void> {
  const [source] = await p.call(queryImportSources, {})
  const input = { sourceId: source?.sourceId ?? '', path: '', targeParentId }
  const { jobId } = await p.call(startImport, input)
  await p.call(cancelJob, { jobId })
}

const moveOut: Ask = async (p, t) =>
  well(await p.call(files.moveInstances, { instanceIds: [t.doc], targeParentId: t.ownFolder }))

const share: Ask = async (p, t) =>
  well(
    await p.call(shares.createShare, {
      instanceIds: [t.sub],
      members: [{ principalType: 'user', principalId: t.newcomer.user.userId, role: 'viewer' }],
    }),
  )

const entry =
  (who: (things: Things) => Person, role: 'viewer' | 'forbidden' | 'inherit'): Ask =>
  (p, t) =>
    p.call(updateUserRole, {
      instanceId: t.folder,
      principalType: 'user',
      principalIds: [who(t).user.userId],
      role,
    })

const limitVersions: Ask = (p, t) =>
  p.call(versions.saveVersionLimits, { instanceId: t.doc, versionsKept: 50, dryRun: true })

export const GROUP_FILE_ASKS: Record<GroupFileOperation, Ask> = {
  share,
  setEntry: entry((t) => t.other, 'viewer'),
  takeEntry: entry((t) => t.other, 'inherit'),
  restrictOwner: entry((t) => t.owner, 'forbidden'),
  moveOut,
}

export const PERSON_FILE_ASKS: Record<PersonFileOperation, Ask> = { share, limitVersions, moveOut }

const sharing = ({ share: fileSharingId = '' }: Things) => ({ fileSharingId })

export const SHARE_TOP_ASKS: Record<ShareOperation, Ask> = {
  renameFolder: (p, t) => p.call(files.renameInstance, { instanceId: t.folder, instanceName: name() }),
  removeFolder: async (p, t) => well(await p.call(files.removeInstances, { instanceIds: [t.folder] })),
  moveFolder: async (p, t) =>
    well(await p.call(files.moveInstances, { instanceIds: [t.folder], targeParentId: t.ownFolder })),
  pageInstances: (p, t) => p.call(files.pageInstances, { parentId: '0', ...sharing(t) }),
  createFolder: (p, t) =>
    p.call(files.createFolder, { parentId: t.folder, instanceName: name(), ...sharing(t) }),
  archive: FILE_ASKS.archive,
  copyOut: async (p, t) =>
    well(await p.call(files.copyInstances, { instanceIds: [t.folder], targeParentId: t.ownFolder })),
  sharers: (p, t) => p.call(shares.querySharingUsers, sharing(t)),
  changeSharer: (p, t) =>
    p.call(shares.updateSharers, {
      ...sharing(t),
      principalIds: [t.other.user.userId],
      role: 'downloader',
    }),
  addSharer: async (p, t) =>
    well(
      await p.call(shares.createShare, {
        instanceIds: [t.folder],
        members: [{ principalType: 'user', principalId: t.newcomer.user.userId, role: 'viewer' }],
      }),
    ),
  stopShare: async (p, t) => well(await p.call(shares.removeShares, { shareIds: [t.share ?? ''] })),
}

const groupOf = ({ group: groupId = '' }: Things) => ({ groupId })
const victimOf = ({ victim, other }: Things) => (victim ?? other).user.userId

export const GROUP_ASKS: Record<GroupOperation, Ask> = {
  queryGroup: (p, t) => p.call(groups.queryGroup, groupOf(t)),
  queryMembers: (p, t) => p.call(groups.queryMembers, groupOf(t)),
  pageGroupActivity: (p, t) => p.call(activity.pageGroupActivity, groupOf(t)),
  hide: (p, t) => p.call(groups.hideGroup, { ...groupOf(t), isHide: true }),
  addMember: (p, t) =>
    p.call(groups.addMembers, {
      ...groupOf(t),
      members: [{ principalType: 'user', principalId: t.newcomer.user.userId, role: 'viewer' }],
    }),
  changeMember: (p, t) =>
    p.call(updateMemberRole, { ...groupOf(t), principalIds: [victimOf(t)], role: 'editor' }),
  removeMember: (p, t) => p.call(groups.removeMembers, { ...groupOf(t), principalIds: [victimOf(t)] }),
  changeOwner: (p, t) =>
    p.call(updateMemberRole, { ...groupOf(t), principalIds: [t.owner.user.userId], role: 'viewer' }),
  removeOwner: (p, t) => p.call(groups.removeMembers, { ...groupOf(t), principalIds: [t.owner.user.userId] }),
  rename: (p, t) => p.call(groups.editGroup, { ...groupOf(t), groupName: name() }),
  resize: (p, t) => p.call(groups.editGroup, { ...groupOf(t), capacity: 2 }),
  handover: (p, t) => p.call(groups.handoverGroup, { ...groupOf(t), userId: victimOf(t) }),
  cancelHandover: (p, t) => p.call(groups.cancelHandover, groupOf(t)),
  queryHandover: (p, t) => p.call(groups.queryHandover, groupOf(t)),
  dissolve: (p, t) => p.call(groups.dissolveGroup, groupOf(t)),
  cancelDissolve: (p, t) => p.call(groups.cancelDissolve, groupOf(t)),
  leave: (p, t) => p.call(groups.leaveGroup, groupOf(t)),
  pageBin: (p, t) => p.call(pageTrash, groupOf(t)),
  queryUsage: (p, t) => p.call(usage.queryCapacityDetail, groupOf(t)),
  pageLargest: (p, t) => p.call(usage.pageLargestFiles, groupOf(t)),
  thumbnailInBin: async (p, t) => {
    well(await t.owner.call(files.removeInstances, { instanceIds: [t.doc] }))
    await thumbnailOf(p, t, `&inRecycle=true&groupId=${t.group}`)
  },
  clearBin: (p, t) => p.call(clearTrash, groupOf(t)),
  limitVersions,
}

/** What changes nothing, whoever asks: these may be tried on one and the same thing. */
export const READS: ReadonlySet<string> = new Set([
  'pageInstances',
  'pageFiltered',
  'queryFolders',
  'queryNamesakes',
  'queryDetail',
  'queryFileDetail',
  'queryFolderSize',
  'querySizes',
  'getProperty',
  'preview',
  'previewInstance',
  'previewPage',
  'thumbnail',
  'previewUnshown',
  'previewInstanceUnshown',
  'previewInstanceVersion',
  'download',
  'downloadInstance',
  'openOnline',
  'viewOnline',
  'pageActivity',
  'pageFolderActivity',
  'pageComments',
  'searchMentions',
  'pageVersions',
  'downloadVersion',
  'previewVersion',
  'restoreVersion',
  'pinVersion',
  'removeVersions',
  'removeOldVersions',
  'limitVersions',
  'archive',
  'listDownload',
  'explainOwn',
  'explainOther',
  'privileges',
  'favorite',
  'sync',
  'runSync',
  'checkUpload',
  'copyOut',
  // Nobody works on their jobs.
  'importIn',
  'extractWithin',
  'extractOut',
  'queryGroup',
  'queryMembers',
  'pageGroupActivity',
  'queryHandover',
  'pageBin',
  'queryUsage',
  'pageLargest',
  'sharers',
  'isListed',
  'queryLibrary',
  'queryIcon',
  'pageLibrary',
  'findInLibrary',
  'filterLibrary',
  'pageCategory',
  'findInCategory',
  'queryValues',
  'exportLibrary',
  'tryImport',
])

/** What adds to a thing and leaves what was there: these may be tried on another one, after each other. */
export const ADDS: ReadonlySet<string> = new Set([
  'createFolder',
  'createTree',
  'upload',
  'uploadMany',
  'uploadAtOnce',
  'saveText',
  'createOnline',
  'createComment',
  'updateComment',
  'removeComment',
  'copyWithin',
  'copyIn',
  'moveIn',
])
