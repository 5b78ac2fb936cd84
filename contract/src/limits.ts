/**
 * Every number of A§9 and B§9 by name; `GET pub/config` serves what is in force, so that no client hard-codes one. Some are
 * those of parts of the product that are still to come.
 */

import { DAY, HOUR, MINUTE, SECOND } from './time.ts'

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

export const LIMITS = {
  /** Characters of a renamed item's base name, without extension (B§5, C1). */
  renameMax: 30,
  /** Characters of a new folder's name (A§5). */
  folderMax: 128,
  /** Characters of any name, the server's hard limit (C1). */
  nameMax: 255,
  /** Folders below a space's root. */
  depthMax: 100,
  /** Characters of all folder names on the way to an item, each with its slash: a path is in every answer. */
  pathMax: 4096,

  pageSizes: [10, 20, 30, 40, 50, 100] as readonly number[],
  pageSizeDefault: 20,
  pageSizeMax: 1000,
  /** Items in one move, copy, remove, restore or favourite call. */
  batchMax: 1000,

  /** Files in one selection or queue: browser and desktop client (A§5). "More than" means the number itself is allowed (C3). */
  uploadFilesWeb: 500,
  uploadFilesClient: 2000,
  /** More than this many files asks first (A§5). */
  manyFilesPrompt: 50,
  /** A total of this many bytes or more shows the plug-in tip once per session (A§5, C4: ≥). */
  plugInTipBytes: 500 * MB,
  /** One file of this many bytes or more asks: client or web (A§5, C4: ≥). */
  largeFilePrompt: 1 * GB,
  /** A batch of two files or more with this total or more is refused (A§5, C2, C4: ≥). */
  batchBytesMax: 60 * GB,
  /** Kept in the configuration, without a rule (C33). */
  legacyBytes: 30 * GB,
  /** One file above this is refused (A§5, C4: >). */
  fileBytesMax: 80 * GB,
  downloadFilesMax: 2000,
  /** More than this many files of a link asks first (A§9). */
  publicFilesPrompt: 50,
  pickerItemsMax: 500,

  /** Uploads at one time (C11). */
  iUploadLimit: 1,
  partsInFlight: 3,
  sha256SliceBytes: 20 * MB,
  md5SliceBytes: 2 * MB,
  /** Default part; it grows with the file, see `partSizeFor` (C5). */
  partBytes: 8 * MB,
  /** No store takes more parts than this (C5). */
  partCountTarget: 9000,
  partListPage: 1000,
  partTimeoutMs: 15 * MINUTE,
  retries: 3,
  resumeAttempts: 2,
  /** Bytes a second, per part (A§9); where a limit is set, what a person's uploads or downloads have together. */
  syncSpeed: 100 * MB,
  /** Bytes a second; no limit is set below it, or a part might not get through in its time. */
  speedLimitMin: 64 * KB,
  /** An upload that is not finished within this is discarded (G27). */
  uploadKeptMs: 7 * DAY,
  /** An authorization for an object call must be begun within this. */
  authorizationMs: 10 * MINUTE,
  proofMs: 10 * MINUTE,
  proofRangeBytes: 64 * KB,
  /** Of one person: open uploads, and offers of instant upload that wait for a claim. */
  openUploadsMax: 4000,
  /** An offer of instant upload can be claimed, and claimed again after a lost answer, for this long. */
  offerMs: 1 * DAY,

  /** One file that goes up in one call (`putFile`). */
  putFileBytes: 64 * MB,
  /** Files that go up together in one call: bytes of each, how many, and bytes of them all. */
  smallFileBytes: 256 * KB,
  smallFilesMax: 100,
  smallFilesBytes: 8 * MB,

  uploadListRefreshMs: 5 * SECOND,
  refreshFlagResetMs: 100,
  refreshTimeoutMs: 5000,
  readyPollMs: 1000,
  folderRefreshMs: 3000,
  capacityRefreshMs: 300,
  finishedRecordMs: 30 * DAY,
  downloadUrlMs: 10 * MINUTE,
  /** For which the hidden frame of a download stays (B§9). */
  downloadFrameMs: 10 * MINUTE,
  chunkLoadMs: 2 * MINUTE,
  requestTimeoutMs: MINUTE,
  newFolderNodeMs: 300,
  debounceMs: 280,
  toastMs: 3000,
  /** Between two toasts, and below the first (A§9); the layer that they lie in. */
  toastGapPx: 16,
  toastOffsetPx: 20,
  toastLayer: 2000,
  badgeMax: 99,
  /** That a table is lower than its page, beside its offset (A§9). */
  tableInsetPx: 56,
  /** The guided tour: after the page has loaded, and its steps. */
  tourDelayMs: SECOND,
  tourSteps: 3,

  /** The plug-in's ports on the person's own machine (B§9), and between two signs of life (A§9). */
  plugInWsPort: 10_011,
  plugInHttpPort: 12_456,
  plugInTestWsPort: 10_010,
  plugInTestHttpPort: 11_456,
  heartbeatMs: 40 * SECOND,
  /** Between two alerts of data loss prevention, at least (A§9). */
  dlpAlertMs: DAY / 2,

  /** Local sync (B§9): tasks of one person, files of one path, and between two looks at how they are. */
  localSyncTasksMax: 10,
  syncFilesMax: 5000,
  syncStatusMs: 30 * MINUTE,
  /** Between two times of day that may be chosen for it. */
  syncTimeStepMs: 15 * MINUTE,
  /** Between two syncs of nodes. */
  nodeSyncMs: 6 * HOUR,
  nodeNameMin: 3,
  nodeNameMax: 12,

  /** Of one item (B§9), and the characters of each. */
  labelsMax: 5,
  labelMax: 30,
  /** Characters of an item's remark (G20). */
  remarkMax: 500,
  iconBytesMax: 64 * KB,
  /** Levels of a business library. */
  libraryLevelsMin: 1,
  libraryLevelsMax: 5,
  libraryTimeoutMs: MINUTE,
  /** How long a link may be chosen to be valid, beside for good and until a day of one's own (B§9, C24). */
  linkValidityDays: [3, 7] as readonly number[],
  linkValidityMonths: [1, 3] as readonly number[],

  /** Days in the person's recycle bin, then in the administrators' (B§9, C12). */
  trashDays: 30,
  secondTrashDays: 30,
  versionsKept: 100,
  versionDays: 180,

  /** Session: idle and absolute (G21). */
  sessionIdleMs: 12 * HOUR,
  sessionMaxMs: 7 * DAY,
  passwordMin: 8,
  passwordMax: 128,
  accountNameMin: 5,
  accountNameMax: 120,
  userNameMax: 120,

  /** Bytes of a new person's space (C section 3). */
  personCapacity: 20 * GB,
  /** Bytes of groups that a new person may own together (C36). */
  groupCapacity: 100 * GB,
  /** Bytes in one GB of a group's space (G26). */
  groupUnit: GB,
  /** Characters (G20, B§9). */
  groupNameMax: 128,
  groupDescriptionMax: 500,
  departmentNameMax: 64,
  roleNameMax: 32,
  /** Roles of one's own making: the list of all has no pages. */
  rolesMax: 500,
  shareMessageMax: 500,
  /** Departments shown below one before it has to be narrowed (B§9). */
  subDepartmentsMax: 500,
  /** Levels of departments. */
  departmentDepthMax: 20,
  /** Recipients in one call that shares, or adds members. */
  recipientsMax: 500,
  /** Of a handover that waits for its answer, and between dissolving a group and its end. */
  handoverDays: 7,
  dissolveDays: 7,
  /** That the account of somebody who left is kept. */
  leaverDays: 30,
  /** Rows of one export at once (B§9); beyond it runs as a job. */
  logExportMax: 10_000,
  /** A search's latest finds (B§9). */
  searchMax: 200,
  /** Files, the latest of a time range, that an administrator's search among all looks through. */
  searchLookedMax: 100_000,
  /** Removing more items than this, and more than the share of all there are, asks for confirmation. */
  massDeleteItems: 50,
  massDeleteShare: 0.2,

  previewBytesMax: 200 * MB,
  previewPixelsMax: 10_000,
  /** Text that is edited in place. */
  textEditBytesMax: 2 * MB,
  clientVersion: 18,
} as const

/** What one person removes little by little within this adds up; nothing that a client needs to know. */
export const MASS_DELETE_WITHIN_MS = 600 * SECOND

export type Limits = {
  readonly [K in keyof typeof LIMITS]: (typeof LIMITS)[K] extends number ? number : readonly number[]
}

/** Part size for a file: 8 MiB, or what keeps it within 9,000 parts, rounded up to 1 MiB (C5). Bytes. */
export function partSizeFor(
  fileSize: number,
  limits: Pick<Limits, 'partBytes' | 'partCountTarget'> = LIMITS,
): number {
  return Math.max(limits.partBytes, Math.ceil(fileSize / limits.partCountTarget / MB) * MB)
}
