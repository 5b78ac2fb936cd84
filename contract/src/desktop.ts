import Type, { type Static, type TSchema } from 'typebox'
import type { LANGUAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { ConflictPolicy, Empty, Id, nullable, oneOf } from './shapes.ts'

/**
 * What the page and the desktop client that shows it say to each other (A§4, R45, R75, R76). The client checks every call
 * of the page by these schemas; the page imports the types alone.
 */

export const TRANSFER_TYPES = ['uploadFile', 'downloadFile'] as const
export const TRANSFER_STATUSES = ['waiting', 'running', 'pause', 'finished', 'error'] as const
export const LOCAL_SYNC_STATUSES = ['wait', 'syncing', 'error', 'finished'] as const
/** `localSync`: what local syncs are sending now; it is looked at only. */
export const LISTS = ['uploadFile', 'downloadFile', 'finished', 'localSync'] as const
export const JOB_COMMANDS = ['jobPause', 'jobResume', 'jobDelete'] as const

/** A path that the client has handed out, after the person chose it: the page can name no other. */
const Grant = Type.String({ minLength: 1, maxLength: 64 })
const Text = Type.String({ maxLength: 4096 })

const UploadTask = Type.Object({
  type: Type.Literal('uploadFile'),
  /** The `File` of this number among those that were handed over with the call. */
  file: Type.Integer({ minimum: 0 }),
  /** Folders from the chosen one down to the file; empty for a single file. */
  path: Type.Array(Text, { maxItems: 256 }),
  parentId: Id,
  /** Path of the target folder, as shown. */
  position: Text,
  inGroup: Type.Boolean(),
  fileSharingId: Type.Optional(Id),
  /** Under which it is stored, if it has another on this computer. */
  name: Type.Optional(Text),
  /** Default: keepBoth. */
  conflict: Type.Optional(ConflictPolicy),
})
const DownloadTask = Type.Object({
  type: Type.Literal('downloadFile'),
  instanceId: Id,
  classifierId: oneOf(['File', 'Folder'] as const),
  fileName: Text,
  fileSize: Type.Integer({ minimum: 0 }),
  /** Of an earlier version, instead of the current content. */
  versionId: Type.Optional(Id),
  fileSharingId: Type.Optional(Id),
  linkPath: Type.Optional(Text),
})
export const DesktopTask = Type.Union([UploadTask, DownloadTask])
export type DesktopTask = Static<typeof DesktopTask>

/** The desktop record of A§3 (R75), without what stays in the client: its authorization, parts and hashes. */
export const TransferRecord = Type.Object({
  id: Type.String(),
  type: oneOf(TRANSFER_TYPES),
  instanceId: nullable(Type.String()),
  fileName: Type.String(),
  fileSize: Type.Integer(),
  /** Where it goes: the folder of the drive, or the file on this computer. */
  position: Type.String(),
  localPath: Type.String(),
  parentId: nullable(Type.String()),
  inGroup: Type.Boolean(),
  fileSharingId: nullable(Type.String()),
  status: oneOf(TRANSFER_STATUSES),
  /** Reading: hashed; otherwise transferred. */
  finishedPartsSize: Type.Integer(),
  /** 0 to 100. */
  progress: Type.Number(),
  /** Bytes a second. */
  rate: Type.Number(),
  /** In words of the server or the client. */
  errmsg: nullable(Type.String()),
  /** What the page has its own words for: an UploadError of the transfer engine. */
  error: Type.Unknown(),
  /** ms since the epoch. */
  taskAddTime: Type.Integer(),
  finishedTime: nullable(Type.Integer()),
  isLocalSync: Type.Boolean(),
  localSyncId: nullable(Type.Integer()),
})
export type TransferRecord = Static<typeof TransferRecord>

export const TransferCounts = Type.Object({
  upload: Type.Integer(),
  download: Type.Integer(),
  finished: Type.Integer(),
  /** Transfers that are being made now. */
  uploading: Type.Integer(),
  downloading: Type.Integer(),
  /** Files that wait outside the upload list until it has room for them (C42). */
  waiting: Type.Integer(),
  /** Transfers that run or wait for their turn; 0 once all have ended or are paused. Earlier clients leave it out. */
  pending: Type.Optional(Type.Integer()),
  /** Files that local syncs are sending. Earlier clients leave it out. */
  localSync: Type.Optional(Type.Integer()),
})
export type TransferCounts = Static<typeof TransferCounts>

export const TransferPage = Type.Object({
  list: Type.Array(TransferRecord),
  total: Type.Integer(),
  counts: TransferCounts,
})

const SyncTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):(00|15|30|45)$' })

/** Local sync task of B§3. */
export const LocalSyncTask = Type.Object({
  id: Type.Integer(),
  /** localPath + '_' + diskPathIds. */
  key: Type.String(),
  folderName: Type.String(),
  /** HH:mm, in steps of 15 minutes. */
  syncTime: SyncTime,
  syncStatus: oneOf(LOCAL_SYNC_STATUSES),
  localPath: Type.String(),
  diskPath: Type.String(),
  /** Separated by slashes; the last is the folder. */
  diskPathIds: Type.String(),
  /** Ids of groups begin here too: the page opens /groupFile for them. */
  inGroup: Type.Boolean(),
  /** ISO 8601; null before the first run. */
  lastSyncTime: nullable(Type.String()),
  /** ISO 8601; null while local sync is off. */
  nextSyncTime: nullable(Type.String()),
  errmsg: nullable(Type.String()),
  /** Of the last run. */
  report: nullable(
    Type.Object({
      files: Type.Integer(),
      uploaded: Type.Integer(),
      unchanged: Type.Integer(),
      ignored: Type.Integer(),
      failed: Type.Integer(),
      bytes: Type.Integer(),
      /** The first of those that failed. */
      failures: Type.Array(Type.Object({ path: Type.String(), errmsg: Type.String() })),
    }),
  ),
})
export type LocalSyncTask = Static<typeof LocalSyncTask>

export const WHEN_CLOSED = ['background', 'quit'] as const

/** Of the client on this computer, the same for all its users. */
export const DesktopSettings = Type.Object({
  /** Whether the client starts when the person signs in to the computer. */
  autostart: Type.Boolean(),
  /** Whether the system shows what has ended while the window is not looked at. */
  notifications: Type.Boolean(),
  /** What closing the window does. */
  whenClosed: oneOf(WHEN_CLOSED),
  /** Whether the system shows the client in its panel, from where the window can be opened again. */
  hasTray: Type.Boolean(),
  /** Origin of the server that is shown. */
  server: Type.String(),
  /** Origins of all that were added. */
  servers: Type.Array(Type.String()),
})
export type DesktopSettings = Static<typeof DesktopSettings>

const call = <I extends TSchema, R extends TSchema>(input: I, reply: R) => ({ input, reply })

/** Calls of the page. */
export const DESKTOP_CALLS = {
  /** The session’s token, which the page sends instead of its cookie; null before anybody has signed in (A§7). */
  authorization: call(Empty, nullable(Type.String())),
  /**
   * After a sign-in on the page, in whatever way: the client takes the session’s token from the cookie, which scripts of
   * the page cannot read.
   */
  signedIn: call(Type.Object({ userId: Id, userName: Text }), Empty),
  signedOut: call(Empty, Empty),
  /** Starts transfers; answers the ids of their records. Files are handed over beside the input. */
  addTask: call(
    Type.Object({
      tasks: Type.Array(DesktopTask, { minItems: 1, maxItems: LIMITS.uploadFilesClient }),
      /** Folder for downloads; absent: as the settings say. */
      folder: Type.Optional(Grant),
      /** Uploads that the list has no room for wait outside it, instead of being refused. */
      wait: Type.Optional(Type.Boolean()),
    }),
    Type.Object({ ids: Type.Array(Type.String()) }),
  ),
  /** Of these records, or of all in the list. */
  execCmd: call(
    Type.Object({
      cmd: oneOf(JOB_COMMANDS),
      ids: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })),
      list: Type.Optional(oneOf(LISTS)),
    }),
    Empty,
  ),
  pageTransfers: call(
    Type.Object({
      list: oneOf(LISTS),
      pageNo: Type.Integer({ minimum: 1 }),
      pageSize: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    TransferPage,
  ),
  countTransfers: call(Empty, TransferCounts),
  /** Shows the file of a download, or the folder of a sync task, in the system’s file manager. */
  openLocation: call(
    Type.Object({ id: Type.Optional(Type.String()), localSyncId: Type.Optional(Type.Integer()) }),
    Type.Object({ found: Type.Boolean() }),
  ),
  /** Asks for a folder on this computer; null if the person cancels. */
  chooseFolder: call(
    Type.Object({ startAt: Type.Optional(Text) }),
    nullable(Type.Object({ path: Type.String(), grant: Grant })),
  ),
  queryLocalSyncs: call(Empty, Type.Array(LocalSyncTask)),
  createLocalSync: call(
    Type.Object({
      folder: Grant,
      diskPath: Text,
      diskPathIds: Text,
      inGroup: Type.Boolean(),
      syncTime: SyncTime,
    }),
    LocalSyncTask,
  ),
  /** Changes the time alone: the paths of a task are fixed (B§2). */
  updateLocalSync: call(Type.Object({ id: Type.Integer(), syncTime: SyncTime }), LocalSyncTask),
  removeLocalSync: call(Type.Object({ id: Type.Integer() }), Empty),
  runLocalSync: call(Type.Object({ id: Type.Integer() }), Empty),
  /** The person’s settings that the client follows (R81). */
  applySettings: call(
    Type.Object({
      downloadPath: nullable(Text),
      askDownloadPath: Type.Boolean(),
      localSync: Type.Boolean(),
      vioceTip: Type.Boolean(),
    }),
    Empty,
  ),
  /** Settings of this computer. */
  queryDesktopSettings: call(Empty, DesktopSettings),
  saveDesktopSettings: call(
    Type.Object({
      autostart: Type.Optional(Type.Boolean()),
      notifications: Type.Optional(Type.Boolean()),
      whenClosed: Type.Optional(oneOf(WHEN_CLOSED)),
    }),
    DesktopSettings,
  ),
  /** Looks whether a Clouddisk is at the address, and keeps it in the list; answers its origin. */
  addServer: call(Type.Object({ address: Text }), Type.Object({ server: Type.String() })),
  /** Shows another server of the list: the window closes, and opens there. */
  useServer: call(Type.Object({ server: Text }), Empty),
  /** Takes a server off the list, with its sign-in. Not the one that is shown. */
  removeServer: call(Type.Object({ server: Text }), Empty),
  /** Ends the client, unless transfers run: then it answers how many, and ends with `force` alone. */
  quit: call(Type.Object({ force: Type.Optional(Type.Boolean()) }), Type.Object({ running: Type.Integer() })),
  openExternal: call(Type.Object({ url: Type.String({ maxLength: 8192 }) }), Empty),
} as const

export type DesktopCall = keyof typeof DESKTOP_CALLS
export type DesktopInput<C extends DesktopCall> = Static<(typeof DESKTOP_CALLS)[C]['input']>
export type DesktopReply<C extends DesktopCall> = Static<(typeof DESKTOP_CALLS)[C]['reply']>

/** What the client says by itself (A§4). */
export type DesktopMessage =
  /** The file is being hashed. */
  | {
      readonly myType: 'reading'
      readonly id: string
      readonly progress: number
      readonly finishedPartsSize: number
    }
  | {
      readonly myType: 'progress'
      readonly id: string
      readonly progress: number
      readonly finishedPartsSize: number
      readonly rate: number
    }
  /** The store has confirmed a part. */
  | { readonly myType: 'partFinish'; readonly id: string; readonly finishedPartsSize: number }
  /** A transfer has ended: paused (msg jobPause), done (isFinish), or failed. */
  | {
      readonly myType: 'jobFinish'
      readonly id: string
      readonly isFinish: boolean
      readonly msg: string | null
    }
  /** A local sync begins. */
  | { readonly myType: 'localSyncStart'; readonly localSyncId: number }
  /** A file of a local sync has been sent. */
  | { readonly myType: 'fileLocalSync'; readonly localSyncId: number; readonly localPath: string }
  | { readonly myType: 'localSyncFinish'; readonly localSyncId: number; readonly task: LocalSyncTask }
  /** A task waits again on another day (B§4). */
  | { readonly myType: 'localSyncChanged'; readonly localSyncId: number }
  /** The client is closing. */
  | { readonly myType: 'sdkClose' }
  /** A rule of the firm has stopped a file. */
  | { readonly myType: 'dlpInfo'; readonly id: string; readonly fileName: string; readonly errmsg: string }
  /** Lists have changed beyond one record. */
  | { readonly myType: 'listChanged'; readonly counts: TransferCounts }
  /** The sign-in is no longer valid: the page asks for another. */
  | { readonly myType: 'signInExpired' }
  /** Opened by clouddisk://, on the page’s own origin. */
  | { readonly myType: 'open'; readonly path: string }

export const PLATFORMS = ['linux', 'win32', 'darwin'] as const

/** What the client puts on the window as `clouddiskHost` before the page’s scripts run. */
export type DesktopHost = {
  readonly [C in DesktopCall]: (
    input: DesktopInput<C>,
    /** Files that tasks name by number. */
    files?: readonly File[],
  ) => Promise<DesktopReply<C>>
} & {
  readonly version: string
  readonly platform: (typeof PLATFORMS)[number]
  readonly language: (typeof LANGUAGES)[number]
  readonly syncsFolders: boolean
  /** Calls back with each message until the returned function is called. */
  onMessage(listener: (message: DesktopMessage) => void): () => void
}
