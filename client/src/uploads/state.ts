import type { ErrorName } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import type {
  checkUploadAble,
  OpenUpload,
  ProofRequest,
  SavedInstance,
  UploadCategory,
} from '@clouddisk/contract/uploads'

/**
 * The upload queue as plain data (A§3, A§4). It can be cloned, stored and posted to another tab; files,
 * requests and timers live in the runner. Names of the specification are kept where they cross the wire
 * or the screen.
 */

/** R101. Slot holders are checking, uploading and merging; `deleted` waits for its parts to be discarded. */
export type UploadStatus =
  | 'ready'
  | 'checking'
  | 'uploading'
  | 'pause'
  | 'merging'
  | 'success'
  | 'error'
  | 'deleted'
  | 'onTimeout'

/** Why an item is paused. `offline` and `signedOut` go on by themselves, the others wait for the person. */
export type PauseReason = 'user' | 'offline' | 'signedOut' | 'restored'

/** What the person chose for a namesake; `fail` makes the item stop with `name_taken` so that one can ask. */
export type ConflictPolicy = NonNullable<Input<typeof checkUploadAble>['conflict']>

/** The catalogue of A§8; words belong to the page. */
export const UPLOAD_ERROR_CODES = [
  '002', // space not enough
  '101', // SHA-256 could not be computed
  '102', // browser out of memory, checksum of nothing for a file that has content
  '201', // no authorization for an object call
  '202', // file verification failed
  '203', // no authorization to merge
  '301', // multipart upload could not be begun
  '302', // direct upload failed
  '303', // upload timed out, or storage parts failed
  '304', // list of parts not available
  '305', // a part could not be uploaded
  'arrayOutOfBounds', // the store lists a part that the file does not have
  'missingFileInformation', // a reloaded item without its file
  'fileMissing', // the file cannot be read any more
  'fragmentInfoNotSaved', // the parts could not be put together
  'lostPartInformation', // the parts never added up to the file
  'pageTooOld', // it was loaded before it was allowed to talk to the store
  'folderNotCreated', // the folder tree of a folder upload
  'security', // 110008 at save
  'refused', // the server's own answer: `name`, `errcode`, `message`
  'unreachable', // the server could not be asked
] as const
export type UploadErrorCode = (typeof UPLOAD_ERROR_CODES)[number]

export interface UploadError {
  readonly code: UploadErrorCode
  /** The server's error where there was one. */
  readonly name: ErrorName | null
  readonly errcode: number | null
  /** The server's words, in the language of the call. */
  readonly message: string | null
  /** E.g. `{part: 6}`, `{missing: 1024}` (bytes). */
  readonly details: Readonly<Record<string, unknown>>
  readonly traceId: string | null
  /** Whether retrying the item as it is may help. */
  readonly retryable: boolean
}

/** Bytes, bytes a second, seconds, ms since the epoch. `left` is null while nothing can be said. */
export interface UploadInfo {
  readonly speed: number
  readonly currentSize: number
  readonly totalSize: number
  readonly left: number | null
  readonly startTime: number | null
}

export interface PartReceipt {
  readonly etag: string
  readonly size: number
}

/** Work that the runner does for an item; an answer that names no running task is late and ignored. */
export interface Task {
  readonly id: number
  readonly kind: TaskKind
  /** Of a part: its number. */
  readonly part: number | null
  /** Failed and to be done again: after a pause, or when it is known whether the network is there. */
  readonly waiting: 'backoff' | 'probe' | null
  /** Lost on its way to a store beside the server, of which the server's answer says nothing. */
  readonly store?: boolean
}
export type TaskKind =
  | 'hash'
  | 'check'
  | 'second'
  | 'init'
  | 'list'
  | 'put'
  | 'part'
  | 'complete'
  | 'save'
  | 'recycle'
  | 'leave'
  /** Waits until there may be room on the server. */
  | 'space'
  /** Together with others, in one call: the task of each has the number of them all. */
  | 'batch'

/**
 * A§3's upload item (R71-R74). One thing has one name: its `filename` is `name` here, its `size` is `fileSize`, and its
 * `color` follows from `status` where it is drawn. The raw file and the handles that cancel stay with the runner, since
 * they cannot be posted to another tab; all tabs show one queue, so no `windowId`. `region` is the session's, chosen at
 * sign-in. `libCode` comes with business libraries, the confuse parameters (x, e, l, r, p, t, h, o) with a store that
 * has content encrypted in the browser.
 */
export interface UploadItem {
  readonly uid: string
  readonly name: string
  /** `name` in A§3's spelling (R74). */
  readonly fName: string
  readonly fileSize: number
  /** Of the file at its source, ms; with name and size it tells whether a file picked again is the same. */
  readonly lastModified: number
  /** 1 file, 2 part of a folder upload. */
  readonly uploadType: 1 | 2
  /** Folder upload: which, and the folders from the dropped one down to the file. */
  readonly groupId: string | null
  readonly path: readonly string[]
  /** Renamed when it was chosen: what the file is called on the person's machine. */
  readonly source?: SourceName
  /** Folder to upload into; of a folder upload null until its folders are made. */
  readonly parentId: string | null
  /** The folder chosen, in words, for the list: names below the root, joined with '/'. A root is told to lone files only. */
  readonly uploadTo: string
  /** Category `NetDisk_<type>` (R74). */
  readonly instanceType: UploadCategory
  readonly fileSharingId: string | null
  readonly linkPath: string | null
  readonly loginMethod: 'sso' | 'non-sso'
  readonly conflict: ConflictPolicy
  /** ms since the epoch. */
  readonly addedAt: number

  readonly status: UploadStatus
  readonly pauseReason: PauseReason | null
  readonly error: UploadError | null
  /** The text to show where the server sent one; else the page words `error`. */
  readonly errorMsg: string | null
  /** A reloaded item has lost its file: ask for it, then `attachFile`. */
  readonly needsFile: boolean
  /** A handle is kept by which the file is read again after a restart, without being chosen again. */
  readonly hasHandle: boolean

  /** 0-100 of the bytes sent, and of the bytes hashed. */
  readonly percentage: number
  readonly checkProcess: number
  readonly hashedBytes: number
  readonly fMd5: string | null
  readonly sha256: string | null
  readonly uploadInfo: UploadInfo

  readonly objectKey: string | null
  readonly bucketName: string | null
  readonly uploadId: string | null
  readonly storeEncryption: boolean
  readonly storeShards: boolean
  readonly cloudProvider: string
  /** Bytes a second for one part. */
  readonly syncSpeed: number
  readonly partSize: number
  readonly partCount: number
  readonly lastPartSize: number
  /** When the store discards what is there of an unfinished upload, ISO 8601 (G27). */
  readonly resumableUntil: string | null
  /** Parts the store has confirmed, by number; how many they are; bytes under way, by number (R73). */
  readonly oSuccessPart: Readonly<Record<number, PartReceipt>>
  readonly iMaxSuccessNum: number
  readonly loadedChunks: Readonly<Record<number, number>>

  /** Done: what became of it, the new file, and whether no byte had to be sent. */
  readonly outcome: SavedInstance['outcome'] | null
  readonly instanceId: string | null
  readonly savedName: string | null
  readonly instant: boolean

  readonly work: ItemWork
}

/** Bookkeeping of the machine; nothing here is for the screen. */
export interface ItemWork {
  readonly tasks: readonly Task[]
  /** Failures in a row, by step. */
  readonly tries: Readonly<Record<string, number>>
  /** Merge found parts missing: how often it has sent them again. */
  readonly resumeAttempts: number
  readonly emptyHashes: number
  /** Sessions begun anew because the store had lost one. */
  readonly restarts: number
  /** Whether the store was asked with the hashes in this session. */
  readonly checkedWithHashes: boolean
  /** '1' was answered: what secondUpload takes. */
  readonly second: { readonly fId: string; readonly proof: ProofRequest | null } | null
  /** Proof refused: send the bytes, do not ask again. */
  readonly instantRefused: boolean
  /** Parts in the store: not known after a pause, known, or listed and adding up to the file. */
  readonly parts: 'unknown' | 'known' | 'verified'
  /** The parts may have been put together already. */
  readonly completing: boolean
  /** The whole object is in the store. */
  readonly stored: boolean
  /** The save may have reached the server. */
  readonly saving: boolean
  /**
   * Goes up together with others: in which batch, and as which of it. Kept until it is known what came of it, since only
   * the same batch tells.
   */
  readonly batch: { readonly id: string; readonly no: number } | null
  /** Its file was lost by a reload; the server is asked for the result of its batch before the person is asked for the file. */
  readonly isOutcomeUnknown: boolean
  /** Went together with others and has to go by itself. */
  readonly isExcludedFromBatch: boolean
  /** Found no room on the server, and tries by itself from time to time. */
  readonly isOutOfSpace: boolean
  /** Rate: [ms, bytes], newest last. */
  readonly samples: readonly (readonly [number, number])[]
}

/** A folder upload: its tree is made first (batchCreateFolder), then its files go up. */
export interface FolderGroup {
  readonly groupId: string
  /** Portions of one selection have the same. */
  readonly selectionId?: string
  readonly name: string
  readonly parentId: string
  readonly fileSharingId: string | null
  readonly linkPath: string | null
  /** Every folder, the dropped one first, as pieces from it down: [['a'], ['a', 'b']]. */
  readonly folders: readonly (readonly string[])[]
  readonly status: 'waiting' | 'creating' | 'created' | 'failed'
  /** Ids by pieces joined with '/'. */
  readonly ids: Readonly<Record<string, string>>
  readonly error: UploadError | null
  readonly task: Omit<Task, 'kind' | 'part'> | null
  readonly tries: number
}

/** What is in force; from `pub/config` and the person's settings. */
export interface UploadSettings {
  readonly iUploadLimit: number
  readonly hashAhead: boolean
  readonly partBytes: number
  readonly partsInFlight: number
  readonly retries: number
  readonly resumeAttempts: number
  readonly folderRefreshMs: number
  /** Files that go up together: bytes of each, how many, bytes of them all. None until the server has said so. */
  readonly smallFileBytes: number
  readonly smallFilesMax: number
  readonly smallFilesBytes: number
  /** How long a finished item stays in the list. */
  readonly leaveMs: number
}

/** Limits the parts of one file that are sent at a time, after parts were lost (part-concurrency.ts). */
export interface PartConcurrency {
  readonly parts: number
  /** Parts sent since `parts` last changed. */
  readonly sentParts: number
  /** First task started since then. The loss of an earlier task is not counted again. */
  readonly sinceTask: number
}

export interface UploadState {
  readonly items: readonly UploadItem[]
  readonly groups: readonly FolderGroup[]
  readonly settings: UploadSettings
  readonly userId: string | null
  /** False after a 401 until the same person has signed in again. */
  readonly signedIn: boolean
  /** What the browser says of the network, and whether the server answers as well. */
  readonly browserOnline: boolean
  readonly online: boolean
  /** Files done since the list was last empty, for (current/total). */
  readonly done: number
  readonly nextTask: number
  /** 20 hex digits, of this queue alone: with the number of a task they name a batch. */
  readonly seed: string
  /** The question under way whether the server answers. */
  readonly probe: number | null
  /** How many parts of a file go up at a time where that is fewer than are allowed. */
  readonly partConcurrency: PartConcurrency | null
}

export interface SourceName {
  readonly name: string
  readonly path: readonly string[]
}

/** A file to upload, with the folders above it in the selection (none for a plain file). */
export interface FileToUpload<F = Blob> {
  readonly file: F
  readonly name: string
  readonly lastModified: number
  readonly path: readonly string[]
  /** What it is called where it was chosen, if it goes up under another name. */
  readonly source?: SourceName
  /** Lets the file be read again after a reload, where the browser has such a thing. */
  readonly handle?: unknown
  readonly conflict?: ConflictPolicy
  /** Begun elsewhere, and left: it goes on from there. For a plain file; `parentId` of the upload is the session's. */
  readonly session?: OpenSession
}
/** What the server keeps of an upload whose sender has gone. */
export type OpenSession = Pick<
  OpenUpload,
  'objectKey' | 'bucketName' | 'partSize' | 'syncSpeed' | 'expireTime'
>

export interface UploadRequest<F = Blob> {
  /** "0": the person's own root. */
  readonly parentId: string
  readonly uploadTo: string
  /** `uploadTo` is a root's name: of folders below it the root is not told. */
  readonly isRoot?: boolean
  readonly files: readonly FileToUpload<F>[]
  /** Folders that hold no file, as pieces. */
  readonly emptyFolders?: readonly (readonly string[])[]
  /** `parentId` is a group's folder. */
  readonly inGroup?: boolean
  /** The same for all portions of a large selection. */
  readonly selectionId?: string
  readonly fileSharingId?: string
  readonly linkPath?: string
  readonly loginMethod?: 'sso' | 'non-sso'
  /** Default keepBoth (G13). */
  readonly conflict?: ConflictPolicy
}

/** `restarted`: it has the name and size but another time, so nothing sent before counts. */
export type AttachOutcome = 'attached' | 'restarted' | 'different' | 'unknown'

/** What the page holds. Snapshots are immutable and fit `useSyncExternalStore`. */
export interface UploadQueue<F = Blob> {
  snapshot(): UploadState
  subscribe(listener: () => void): () => void
  /** Queues a checked selection (see select.ts); answers the new items' uids. */
  add(upload: UploadRequest<F>): string[]
  /** Ready, checking and uploading items, and those that wait for room; others stay as they are. */
  pause(uids: readonly string[]): void
  /** Paused items. Without network it warns and they stay paused. */
  resume(uids: readonly string[]): void
  /** Items in error or onTimeout, with another policy for a namesake if one is given. */
  retry(uids: readonly string[], conflict?: ConflictPolicy): void
  remove(uids: readonly string[]): void
  pauseAll(): void
  /** Paused items go on, failed ones try again. */
  resumeAll(): void
  /** The answer to a namesake for items that have not been saved ("for all"). */
  setConflict(uids: readonly string[], conflict: ConflictPolicy): void
  /** What the browser says of the network. */
  setOnline(online: boolean): void
  /** null: signed out. The same id goes on, a new one clears the list. */
  setUser(userId: string | null): void
  /** Gives a reloaded item its file back and resumes it. */
  attachFile(uid: string, file: FileToUpload<F>): AttachOutcome
  configure(settings: Partial<UploadSettings>): void
  /** Loads what was stored; unfinished items come back paused. */
  start(): Promise<void>
  /** Ends all work at once, for tests and when another tab takes over; what is stored stays. */
  stop(): Promise<void>
}

export const isActive = (item: UploadItem): boolean =>
  item.status === 'checking' || item.status === 'uploading' || item.status === 'merging'
/** What goes up together holds one slot. */
export const slotOf = (item: UploadItem): string => item.work.batch?.id ?? item.uid
export const isFailed = (item: Pick<UploadItem, 'status'>): boolean =>
  item.status === 'error' || item.status === 'onTimeout'
/** Room that others make; folders for which there was none are not made by themselves later. */
export const lacksSpace = (error: UploadError | null): boolean =>
  error !== null && error.code !== 'folderNotCreated' && SPACE_ERRORS.has(error.name)
const SPACE_ERRORS: ReadonlySet<string | null> = new Set<ErrorName>(['disk_full', 'storage_full'])
/** Found no room on the server: it says so as a failure does, and goes on by itself once there is some. */
export const waitsForSpace = ({ work }: Pick<UploadItem, 'work'>): boolean =>
  work.tasks.some(({ kind }) => kind === 'space')
/** A ready item may be hashed ahead of its turn. */
export const isHashing = (item: UploadItem): boolean => item.work.tasks.some((task) => task.kind === 'hash')
export const canPause = (item: UploadItem): boolean =>
  item.status === 'ready' || item.status === 'checking' || item.status === 'uploading' || waitsForSpace(item)
export const canResume = (item: UploadItem): boolean => item.status === 'pause'
export const canRetry = isFailed
/** Not while the save is under way: nobody could say whether the file is there. */
export const canRemove = (item: UploadItem): boolean =>
  item.status !== 'deleted' && !(isActive(item) && item.work.saving)

/** Bytes a second that its person may send where that is less than usual; else null. */
export const grantedSpeed = ({ syncSpeed }: Pick<UploadItem, 'syncSpeed'>): number | null =>
  syncSpeed > 0 && syncSpeed < LIMITS.syncSpeed ? syncSpeed : null

/** Ends the name of a step that the server had no time for, and of one that the store behind or beside it had none for. */
export const UNAVAILABLE_SUFFIX = ' away'
export const STORE_UNAVAILABLE_SUFFIX = ` store${UNAVAILABLE_SUFFIX}`
/** There was no time for it twice, and it is asked for again by itself. */
export const isDeferred = (item: Pick<UploadItem, 'work'>): boolean => deferredSteps(item).length > 0
/** So it is, and it is the store alone that is away. */
export const isStoreUnavailable = (item: Pick<UploadItem, 'work'>): boolean =>
  isDeferred(item) && deferredSteps(item).every((step) => step.endsWith(STORE_UNAVAILABLE_SUFFIX))

const deferredSteps = ({ work }: Pick<UploadItem, 'work'>): string[] =>
  Object.keys(work.tries).filter((step) => step.endsWith(UNAVAILABLE_SUFFIX) && (work.tries[step] ?? 0) >= 2)

/** Where an item goes, in words: the chosen folder and those above the file in the selection, joined with '/'. */
export const targetPathOf = ({ uploadTo, path }: Pick<UploadItem, 'uploadTo' | 'path'>): string =>
  (uploadTo === '' ? path : [uploadTo, ...path]).join('/')

/** By this an interrupted upload's file is known again when it is chosen once more. */
export const sourceNameOf = ({
  source,
  name,
  path,
}: Pick<UploadItem, 'source' | 'name' | 'path'>): SourceName => source ?? { name, path }

/** What the list shows: deleted items only wait for their parts to be discarded. */
export const shownItems = (state: UploadState): UploadItem[] =>
  state.items.filter((item) => item.status !== 'deleted')
/** Title of the tab, (current/total), derived from the queue (C39). */
export function countsOf(state: UploadState): { current: number; total: number } {
  const open = shownItems(state).filter((item) => item.status !== 'success').length
  return { current: state.done, total: state.done + open }
}
