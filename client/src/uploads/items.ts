import { LIMITS } from '@clouddisk/contract/limits'
import { encodeName } from '@clouddisk/contract/names'
import type { UploadCheck } from '@clouddisk/contract/uploads'
import type { StoredItem } from './ports.ts'
import { withStoppedTransfer } from './progress.ts'
import {
  type ConflictPolicy,
  type FolderGroup,
  type ItemWork,
  isFailed,
  lacksSpace,
  type OpenSession,
  type SourceName,
  type UploadItem,
  type UploadSettings,
  type UploadState,
} from './state.ts'

/** Creates and restores items, and resets their sessions. Pure. */

export const DEFAULT_SETTINGS: UploadSettings = {
  iUploadLimit: LIMITS.iUploadLimit,
  hashAhead: true,
  partBytes: LIMITS.partBytes,
  partsInFlight: LIMITS.partsInFlight,
  retries: LIMITS.retries,
  resumeAttempts: LIMITS.resumeAttempts,
  folderRefreshMs: LIMITS.folderRefreshMs,
  smallFileBytes: LIMITS.smallFileBytes,
  smallFilesMax: 0,
  smallFilesBytes: LIMITS.smallFilesBytes,
  leaveMs: LIMITS.toastMs,
}

export const emptyState = (settings: Partial<UploadSettings> = {}, seed = '0'.repeat(20)): UploadState => ({
  items: [],
  groups: [],
  settings: { ...DEFAULT_SETTINGS, ...settings },
  userId: null,
  signedIn: false,
  browserOnline: true,
  online: true,
  done: 0,
  nextTask: 1,
  seed,
  probe: null,
  partConcurrency: null,
})

/** Fields of an item without a session: nothing is stored. */
const NO_SESSION = {
  objectKey: null,
  bucketName: null,
  uploadId: null,
  storeEncryption: false,
  storeShards: false,
  cloudProvider: '',
  syncSpeed: LIMITS.syncSpeed,
  partSize: 0,
  partCount: 0,
  lastPartSize: 0,
  resumableUntil: null,
  oSuccessPart: {},
  iMaxSuccessNum: 0,
  loadedChunks: {},
  percentage: 0,
} as const satisfies Partial<UploadItem>

const NO_SESSION_WORK = {
  checkedWithHashes: false,
  second: null,
  parts: 'known',
  completing: false,
  stored: false,
  saving: false,
  batch: null,
  isOutcomeUnknown: false,
  samples: [],
} as const satisfies Partial<ItemWork>

const INITIAL_WORK: ItemWork = {
  ...NO_SESSION_WORK,
  tasks: [],
  tries: {},
  resumeAttempts: 0,
  emptyHashes: 0,
  restarts: 0,
  instantRefused: false,
  isExcludedFromBatch: false,
  isOutOfSpace: false,
}

export interface ItemFields {
  uid: string
  name: string
  fileSize: number
  lastModified: number
  uploadType: 1 | 2
  groupId: string | null
  path: readonly string[]
  source?: SourceName
  parentId: string | null
  uploadTo: string
  instanceType: UploadItem['instanceType']
  fileSharingId: string | null
  linkPath: string | null
  loginMethod: 'sso' | 'non-sso'
  sourceType?: string
  conflict: ConflictPolicy
  addedAt: number
  hasHandle: boolean
}

export const createItem = (fields: ItemFields): UploadItem => ({
  ...fields,
  ...NO_SESSION,
  fName: encodeName(fields.name),
  status: 'ready',
  pauseReason: null,
  error: null,
  errorMsg: null,
  needsFile: false,
  checkProcess: 0,
  hashedBytes: 0,
  fMd5: null,
  sha256: null,
  uploadInfo: { speed: 0, currentSize: 0, totalSize: fields.fileSize, left: null, startTime: null },
  outcome: null,
  instanceId: null,
  savedName: null,
  instant: false,
  work: INITIAL_WORK,
})

export const withoutSession = (item: UploadItem): UploadItem => ({
  ...item,
  ...NO_SESSION,
  uploadInfo: { ...item.uploadInfo, speed: 0, currentSize: 0, left: null },
  work: { ...item.work, ...NO_SESSION_WORK },
})

export const withoutHashes = (item: UploadItem): UploadItem => ({
  ...item,
  fMd5: null,
  sha256: null,
  hashedBytes: 0,
  checkProcess: 0,
})

/** The item with the session that a check returned. */
export function withSession(item: UploadItem, reply: UploadCheck, partBytes: number): UploadItem {
  return {
    ...withoutSession(item),
    objectKey: reply.objectKey,
    bucketName: reply.bucketName,
    ...partLayoutOf(item.fileSize, reply.partSize > 0 ? reply.partSize : partBytes),
    ...sessionFieldsOf(reply),
  }
}

/** Session fields of a check reply, without those that locate the object. */
export const sessionFieldsOf = (
  reply: UploadCheck,
): Pick<
  UploadItem,
  'storeEncryption' | 'storeShards' | 'cloudProvider' | 'syncSpeed' | 'resumableUntil'
> => ({
  storeEncryption: reply.storeEncryption,
  storeShards: reply.storeShards,
  cloudProvider: reply.cloudProvider,
  syncSpeed: reply.syncSpeed,
  resumableUntil: reply.expireTime,
})

/** The item with a session from another device. The store will list its parts. */
export const withOpenSession = (
  item: UploadItem,
  { objectKey, bucketName, partSize, syncSpeed, expireTime }: OpenSession,
): UploadItem => ({
  ...item,
  objectKey,
  bucketName,
  ...partLayoutOf(item.fileSize, partSize),
  syncSpeed,
  resumableUntil: expireTime,
  work: { ...item.work, parts: 'unknown' },
})

function partLayoutOf(
  fileSize: number,
  partSize: number,
): Pick<UploadItem, 'partSize' | 'partCount' | 'lastPartSize'> {
  const partCount = Math.max(1, Math.ceil(fileSize / partSize))
  return { partSize, partCount, lastPartSize: fileSize - (partCount - 1) * partSize }
}

export const hasHashes = (item: Pick<UploadItem, 'fMd5' | 'sha256'>): boolean =>
  item.fMd5 !== null && item.sha256 !== null

/** Bytes of part `n`, from 1. */
export const lengthOfPart = (item: UploadItem, n: number): number =>
  n === item.partCount ? item.lastPartSize : item.partSize
export const offsetOfPart = (item: UploadItem, n: number): number => (n - 1) * item.partSize

/** Counts confirmed bytes only, since bytes in flight are lost with the page. */
export function toStored(item: UploadItem): StoredItem {
  const {
    work,
    oSuccessPart: _parts,
    loadedChunks: _chunks,
    ...rest
  } = awaitsListing(item) ? item : withStoppedTransfer(item)
  const { instantRefused, completing, stored, second, batch } = work
  return { ...rest, work: { instantRefused, completing, stored, second, batch } }
}

/** Restored, and the parts have not been listed yet: the stored byte count is kept. */
const awaitsListing = ({ work, oSuccessPart, loadedChunks }: UploadItem): boolean =>
  work.parts === 'unknown' && Object.keys(oSuccessPart).length === 0 && Object.keys(loadedChunks).length === 0

/** A group after a reload. Creating its folders again finds existing ones. */
export const groupFromStored = (group: FolderGroup): FolderGroup =>
  group.status === 'creating'
    ? { ...group, status: 'waiting', task: null, tries: 0 }
    : { ...group, task: null }

/** All content is stored or none is needed: only calls without content are left. */
const needsNoFile = (item: StoredItem): boolean => {
  const { second, batch, stored, completing } = item.work
  if (second) return second.proof === null
  if (batch || item.objectKey === null || !hasHashes(item)) return false
  return stored || completing || item.uploadInfo.currentSize === item.fileSize
}

/**
 * A stored item after a reload (A§4 desktop tasks, R117). Unfinished items are paused, as are items that waited for
 * space and have lost their file. Items that need no file any more finish automatically. Parts are listed when the item
 * resumes.
 */
export function fromStored(stored: StoredItem, hasFile: boolean): UploadItem {
  const waitsForSpace = lacksSpace(stored.error) && !hasFile
  const ended = !waitsForSpace && (stored.status === 'deleted' || isFailed(stored))
  const isUserPaused = stored.status === 'pause' && stored.pauseReason === 'user'
  const isFullyStored = needsNoFile(stored)
  const isUnsure = stored.work.batch !== null && !hasFile && !ended
  const finishes = (isFullyStored || isUnsure) && !ended && !isUserPaused
  return {
    ...stored,
    status: ended ? stored.status : finishes ? 'ready' : 'pause',
    pauseReason: ended || finishes ? null : isUserPaused ? 'user' : 'restored',
    ...(waitsForSpace && { error: null, errorMsg: null }),
    needsFile: !hasFile && !isFullyStored && !isUnsure,
    hashedBytes: hasHashes(stored) ? stored.fileSize : 0,
    checkProcess: hasHashes(stored) ? 100 : 0,
    iMaxSuccessNum: 0,
    oSuccessPart: {},
    loadedChunks: {},
    uploadInfo: { ...stored.uploadInfo, speed: 0, left: null },
    work: {
      ...INITIAL_WORK,
      ...stored.work,
      isOutcomeUnknown: isUnsure,
      // A check with the hashes could demand a proof, which needs the file.
      checkedWithHashes: isFullyStored,
      stored: stored.work.stored || (isFullyStored && !stored.work.second && stored.partCount === 1),
      parts: stored.objectKey === null ? 'known' : 'unknown',
    },
  }
}
