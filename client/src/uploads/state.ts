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
 * The upload queue as plain data (A§3, A§4). The state can be cloned, stored and posted to another tab, whose page may
 * come from an older build. Files, requests and timers live in the runner. Fields that appear in API calls or on the
 * screen have the names of the specification.
 */

/**
 * R101. Items that are checking, uploading or merging hold a slot. A `deleted` item waits until its parts are
 * discarded.
 */
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

/**
 * Why an item is paused. `offline` and `signedOut` items resume automatically, the others when the user resumes them.
 */
export type PauseReason = 'user' | 'offline' | 'signedOut' | 'restored'

/** What to do if the name is taken. With `fail` the item stops with `name_taken`, so that the page can ask the user. */
export type ConflictPolicy = NonNullable<Input<typeof checkUploadAble>['conflict']>

/** The error codes of A§8. The page has the texts. */
export const UPLOAD_ERROR_CODES = [
  '002', // not enough space
  '101', // SHA-256 could not be computed
  '102', // browser out of memory, or the hash of empty content for a file that is not empty
  '201', // no authorization for an object call
  '202', // file verification failed
  '203', // no authorization to merge
  '301', // multipart upload could not be started
  '302', // direct upload failed
  '303', // upload timed out, or a part failed in the store
  '304', // the parts could not be listed
  '305', // a part could not be uploaded
  'arrayOutOfBounds', // the store lists a part number that the file does not have
  'missingFileInformation', // an item restored without its file
  'fileMissing', // the file can no longer be read
  'fragmentInfoNotSaved', // the parts could not be joined
  'lostPartInformation', // the sizes of the stored parts never matched the file
  'pageTooOld', // the page was loaded before its policy allowed requests to this store
  'folderNotCreated', // the folders of a folder upload could not be created
  'security', // 110008 at save
  'refused', // the server refused: see `name`, `errcode`, `message`
  'unreachable', // the server could not be reached
] as const
export type UploadErrorCode = (typeof UPLOAD_ERROR_CODES)[number]

export interface UploadError {
  readonly code: UploadErrorCode
  /** Name of the server's error, if the server sent one. */
  readonly name: ErrorName | null
  readonly errcode: number | null
  /** Text of the server, in the language of the call. */
  readonly message: string | null
  /** E.g. `{part: 6}`, `{missing: 1024}` (bytes). */
  readonly details: Readonly<Record<string, unknown>>
  readonly traceId: string | null
  /** Whether retrying the unchanged item may succeed. */
  readonly retryable: boolean
}

/** Bytes, bytes per second, seconds, ms since the epoch. `left` is null while it cannot be estimated. */
interface UploadInfo {
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

/** Work that the runner does for an item. The result of a task that is no longer listed is ignored. */
export interface Task {
  readonly id: number
  readonly kind: TaskKind
  /** Part number, if the task sends a part. */
  readonly part: number | null
  /** The task failed and will be repeated: after a pause, or when the network probe has ended. */
  readonly waiting: 'backoff' | 'probe' | null
  /** The connection to an external store failed. Whether the server is reachable says nothing about that store. */
  readonly store?: boolean
  /** When a finished item leaves the list, by the clock of the queue. */
  readonly until?: number
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
  /** Waits for free space on the server. */
  | 'space'
  /** Sends or queries a batch. The tasks of all its items have the same id. */
  | 'batch'

/**
 * The upload item of A§3 (R71-R74). `filename` of A§3 is `name` here, `size` is `fileSize`; `color` is derived from
 * `status` when the item is drawn. Not part of the item: the file and the cancel handles, which cannot be posted to
 * another tab; `windowId`, since all tabs show one queue; `region`, which belongs to the session; `libCode`, which
 * needs business libraries; the confuse parameters (x, e, l, r, p, t, h, o), which need content that is encrypted in
 * the browser.
 */
export interface UploadItem {
  readonly uid: string
  readonly name: string
  /** `name`, encoded as A§3 demands (R74). */
  readonly fName: string
  readonly fileSize: number
  /** Modification time of the file, ms. Name, size and time tell whether a file that is chosen again is the same. */
  readonly lastModified: number
  /** 1: a single file; 2: a file of a folder upload. */
  readonly uploadType: 1 | 2
  /** Of a folder upload: its group, and the folders from the dropped one down to the file. */
  readonly groupId: string | null
  readonly path: readonly string[]
  /** Name and path on the user's device, if the file was renamed when it was chosen. */
  readonly source?: SourceName
  /** Target folder. Null for a file of a folder upload until its folders have been created. */
  readonly parentId: string | null
  /**
   * Display path of the chosen folder: names below the root, joined with '/'. The name of a root is set for single
   * files only.
   */
  readonly uploadTo: string
  /** Category `NetDisk_<type>` (R74). */
  readonly instanceType: UploadCategory
  readonly fileSharingId: string | null
  readonly linkPath: string | null
  readonly loginMethod: 'sso' | 'non-sso'
  /** What uploads, where it is not the person (A§7). */
  readonly sourceType?: string
  readonly conflict: ConflictPolicy
  /** ms since the epoch. */
  readonly addedAt: number

  readonly status: UploadStatus
  readonly pauseReason: PauseReason | null
  readonly error: UploadError | null
  /** Text that the server sent. Null: the page has a text for `error`. */
  readonly errorMsg: string | null
  /** The item was restored without its file: ask the user for the file, then call `attachFile`. */
  readonly needsFile: boolean
  /** A file handle is stored, so that the file can be read after a reload without choosing it again. */
  readonly hasHandle: boolean

  /** Percentage of bytes sent, and percentage of bytes hashed. */
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
  /** Bytes per second granted for one part. */
  readonly syncSpeed: number
  readonly partSize: number
  readonly partCount: number
  readonly lastPartSize: number
  /** When the store discards the parts of an unfinished upload, ISO 8601 (G27). */
  readonly resumableUntil: string | null
  /** Confirmed parts by number; how many they are; bytes in flight by part number (R73). */
  readonly oSuccessPart: Readonly<Record<number, PartReceipt>>
  readonly iMaxSuccessNum: number
  readonly loadedChunks: Readonly<Record<number, number>>

  /** Set after success: the outcome, the new file, and whether it was an instant upload. */
  readonly outcome: SavedInstance['outcome'] | null
  readonly instanceId: string | null
  readonly savedName: string | null
  readonly instant: boolean

  readonly work: ItemWork
}

/**
 * Internal state of the upload machine; not displayed, except through the predicates in this file. `tries` is read by
 * other tabs; `instantRefused`, `completing`, `stored`, `second` and `batch` are stored: keep their spelling.
 */
export interface ItemWork {
  readonly tasks: readonly Task[]
  /** Consecutive failures by step (retries.ts). */
  readonly tries: Readonly<Record<string, number>>
  /** How often parts were sent again because merging or saving found parts missing. */
  readonly resumeAttempts: number
  readonly emptyHashes: number
  /** How often the session was restarted because the store had lost it. */
  readonly restarts: number
  /** Whether the hashes were sent with a check in this session. */
  readonly checkedWithHashes: boolean
  /** The check answered '1': arguments for secondUpload. */
  readonly second: { readonly fId: string; readonly proof: ProofRequest | null } | null
  /** The proof was refused: send the content and do not try an instant upload again. */
  readonly instantRefused: boolean
  /** Parts in the store: unknown (after a pause), known, or listed with sizes that match the file. */
  readonly parts: 'unknown' | 'known' | 'verified'
  /** A request to join the parts may have reached the store. */
  readonly completing: boolean
  /** The whole object is in the store. */
  readonly stored: boolean
  /** A save request may have reached the server. */
  readonly saving: boolean
  /**
   * The batch of the item, and its number within. Kept until the outcome is known, since only a request with the same
   * batch id tells it.
   */
  readonly batch: { readonly id: string; readonly no: number } | null
  /**
   * The file was lost by a reload while its batch was being sent. The server is asked for the outcome before the user
   * is asked for the file.
   */
  readonly isOutcomeUnknown: boolean
  /** The item was part of a batch that failed and is sent individually. */
  readonly isExcludedFromBatch: boolean
  /** The server had no space for the item, which is retried automatically. */
  readonly isOutOfSpace: boolean
  /** Samples for the speed: [ms, bytes], newest last. */
  readonly samples: readonly (readonly [number, number])[]
}

/** A folder upload: first its folders are created (batchCreateFolder), then its files are sent. */
export interface FolderGroup {
  readonly groupId: string
  /** Shared by all portions of one selection. */
  readonly selectionId?: string
  readonly name: string
  readonly parentId: string
  readonly fileSharingId: string | null
  readonly linkPath: string | null
  /** Paths of all folders, parents first: [['a'], ['a', 'b']]. */
  readonly folders: readonly (readonly string[])[]
  readonly status: 'waiting' | 'creating' | 'created' | 'failed'
  /** Folder ids by path joined with '/'. */
  readonly ids: Readonly<Record<string, string>>
  readonly error: UploadError | null
  readonly task: Omit<Task, 'kind' | 'part'> | null
  readonly tries: number
}

/** Settings from `pub/config` and the user's preferences. */
export interface UploadSettings {
  readonly iUploadLimit: number
  readonly hashAhead: boolean
  readonly partBytes: number
  readonly partsInFlight: number
  readonly retries: number
  readonly resumeAttempts: number
  readonly folderRefreshMs: number
  /**
   * Limits of a batch: bytes of a file, number of files, bytes in total. No batches (0) until the server has sent the
   * limits.
   */
  readonly smallFileBytes: number
  readonly smallFilesMax: number
  readonly smallFilesBytes: number
  /** How long a finished item stays in the list, ms. */
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
  /** False after a 401 until the same user has signed in again. */
  readonly signedIn: boolean
  /** The browser's network state, and the same combined with whether the server answers. */
  readonly browserOnline: boolean
  readonly online: boolean
  /** Files finished since the list was last empty, for (current/total). */
  readonly done: number
  readonly nextTask: number
  /** 20 hex digits, unique to this queue. Seed and task number form a batch id. */
  readonly seed: string
  /** The running probe whether the server answers. */
  readonly probe: number | null
  /** Null: the maximum is allowed. */
  readonly partConcurrency: PartConcurrency | null
}

export interface SourceName {
  readonly name: string
  readonly path: readonly string[]
}

/** A file to upload, with its parent folders in the selection (none for a single file). */
export interface FileToUpload<F = Blob> {
  readonly file: F
  readonly name: string
  readonly lastModified: number
  readonly path: readonly string[]
  /** Name and path where it was chosen, if it is uploaded under another name. */
  readonly source?: SourceName
  /** Handle by which the file can be read after a reload, where the browser has one. */
  readonly handle?: unknown
  readonly conflict?: ConflictPolicy
  /**
   * Continues an upload that was started elsewhere. Only for a single file; `parentId` of the request must be the
   * session's.
   */
  readonly session?: OpenSession
}
/** An unfinished upload session that the server lists, e.g. one from another device. */
export type OpenSession = Pick<
  OpenUpload,
  'objectKey' | 'bucketName' | 'partSize' | 'syncSpeed' | 'expireTime'
>

export interface UploadRequest<F = Blob> {
  /** "0" is the user's own root. */
  readonly parentId: string
  readonly uploadTo: string
  /** `uploadTo` is the name of a root. It is left out for files in folders. */
  readonly isRoot?: boolean
  readonly files: readonly FileToUpload<F>[]
  /** Paths of folders without files. */
  readonly emptyFolders?: readonly (readonly string[])[]
  /** `parentId` is a folder of a group. */
  readonly inGroup?: boolean
  /** Shared by all portions of a large selection. */
  readonly selectionId?: string
  readonly fileSharingId?: string
  readonly linkPath?: string
  readonly loginMethod?: 'sso' | 'non-sso'
  readonly sourceType?: string
  /** Default: keepBoth (G13). */
  readonly conflict?: ConflictPolicy
}

/** `restarted`: name and size are the same but the time differs, so that the upload starts over. */
type AttachOutcome = 'attached' | 'restarted' | 'different' | 'unknown'

/** Interface for the page. Snapshots are immutable and suit `useSyncExternalStore`. */
export interface UploadQueue<F = Blob> {
  snapshot(): UploadState
  subscribe(listener: () => void): () => void
  /** Queues a checked selection (check-selection.ts); returns the ids of the new items. */
  add(upload: UploadRequest<F>): string[]
  /** Pauses ready, checking and uploading items, and those that wait for space. Ignores others. */
  pause(uids: readonly string[]): void
  /** Resumes paused items. Without network it warns, and the items resume when the network is back. */
  resume(uids: readonly string[]): void
  /** Retries failed and timed-out items, with another conflict policy if one is given. */
  retry(uids: readonly string[], conflict?: ConflictPolicy): void
  remove(uids: readonly string[]): void
  pauseAll(): void
  /** Resumes paused items and retries failed ones. */
  resumeAll(): void
  /** Sets the conflict policy of items that have not been saved ("for all"). */
  setConflict(uids: readonly string[], conflict: ConflictPolicy): void
  /** Sets the browser's network state. */
  setOnline(online: boolean): void
  /** Null: signed out. The same user's items resume; another user starts with an empty list. */
  setUser(userId: string | null): void
  /** Gives a restored item its file and resumes it. */
  attachFile(uid: string, file: FileToUpload<F>): AttachOutcome
  configure(settings: Partial<UploadSettings>): void
  /** Loads the stored queue. Unfinished items are paused. */
  start(): Promise<void>
  /** Cancels all work, for tests and when another tab takes over. The stored queue stays. */
  stop(): Promise<void>
}

export const isActive = (item: UploadItem): boolean =>
  item.status === 'checking' || item.status === 'uploading' || item.status === 'merging'
/** The items of a batch share one slot. */
export const slotOf = (item: UploadItem): string => item.work.batch?.id ?? item.uid
export const isFailed = (item: Pick<UploadItem, 'status'>): boolean =>
  item.status === 'error' || item.status === 'onTimeout'
/**
 * The error means that the server is out of space, and the item is retried automatically. A failed folder creation is
 * not.
 */
export const lacksSpace = (error: UploadError | null): boolean =>
  error !== null && error.code !== 'folderNotCreated' && SPACE_ERRORS.has(error.name)
const SPACE_ERRORS: ReadonlySet<string | null> = new Set<ErrorName>(['disk_full', 'storage_full'])
/** The item failed for lack of space and waits for an automatic retry. */
export const waitsForSpace = ({ work }: Pick<UploadItem, 'work'>): boolean =>
  work.tasks.some(({ kind }) => kind === 'space')
/** A ready item may be hashed before it gets a slot. */
export const isHashing = (item: UploadItem): boolean => item.work.tasks.some((task) => task.kind === 'hash')
export const canPause = (item: UploadItem): boolean =>
  item.status === 'ready' || item.status === 'checking' || item.status === 'uploading' || waitsForSpace(item)
export const canResume = (item: UploadItem): boolean => item.status === 'pause'
/** Not during a save, whose outcome would be unknown. */
export const canRemove = (item: UploadItem): boolean =>
  item.status !== 'deleted' && !(isActive(item) && item.work.saving)

/** The user's own speed limit in bytes per second, or null if the general one applies. */
export const grantedSpeed = ({ syncSpeed }: Pick<UploadItem, 'syncSpeed'>): number | null =>
  syncSpeed > 0 && syncSpeed < LIMITS.syncSpeed ? syncSpeed : null

/** Key suffixes in `tries`: failures because the server was unavailable, and because a store was. */
export const UNAVAILABLE_SUFFIX = ' away'
export const STORE_UNAVAILABLE_SUFFIX = ` store${UNAVAILABLE_SUFFIX}`
/** The server or a store was unavailable at least twice in a row; the step is retried automatically. */
export const isDeferred = (item: Pick<UploadItem, 'work'>): boolean => deferredSteps(item).length > 0
/** The item is deferred, and only stores are unavailable. */
export const isStoreUnavailable = (item: Pick<UploadItem, 'work'>): boolean =>
  isDeferred(item) && deferredSteps(item).every((step) => step.endsWith(STORE_UNAVAILABLE_SUFFIX))

const deferredSteps = ({ work }: Pick<UploadItem, 'work'>): string[] =>
  Object.keys(work.tries).filter((step) => step.endsWith(UNAVAILABLE_SUFFIX) && (work.tries[step] ?? 0) >= 2)

/** Display path of the target: the chosen folder and the folders above the file in the selection, joined with '/'. */
export const targetPathOf = ({ uploadTo, path }: Pick<UploadItem, 'uploadTo' | 'path'>): string =>
  (uploadTo === '' ? path : [uploadTo, ...path]).join('/')

/** Name and path where the file was chosen; they identify the file when it is chosen again. */
export const sourceNameOf = ({
  source,
  name,
  path,
}: Pick<UploadItem, 'source' | 'name' | 'path'>): SourceName => source ?? { name, path }

/** Items in the list. Deleted items are hidden while their parts are discarded. */
export const shownItems = (state: UploadState): UploadItem[] =>
  state.items.filter((item) => item.status !== 'deleted')
/** Counts for the tab title (current/total) (C39). */
export function countsOf(state: UploadState): { current: number; total: number } {
  const open = shownItems(state).filter((item) => item.status !== 'success').length
  return { current: state.done, total: state.done + open }
}
