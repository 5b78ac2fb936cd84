import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import type { Instance } from '@clouddisk/contract/files'
import type { Job } from '@clouddisk/contract/jobs'
import type { Link } from '@clouddisk/contract/links'
import type { ComponentType } from 'react'
import type { Action } from './action.ts'
import type { DirectoryExtension, IdentityExtension, OffboardingExtension } from './directory.ts'
import type { PeopleExtension } from './people.ts'
import { createStore } from './store.ts'

/**
 * What one feature does for others. Features never import each other: a feature exports a value of one of the types
 * below, app provides it at start with `provideExtension`, and the others look it up by name.
 */
export interface ExtensionPoints {
  upload: UploadExtension
  download: DownloadExtension
  signOut: SignOutExtension
  preview: PreviewExtension
  folderPicker: FolderPickerExtension
  navigation: NavigationExtension
  fileActions: FileActionsExtension
  details: DetailsExtension
  jobs: JobsExtension
  people: PeopleExtension
  shares: SharesExtension
  links: LinksExtension
  nodeSync: NodeSyncExtension
  privileges: PrivilegesExtension
  versions: VersionsExtension
  activity: ActivityExtension
  labels: LabelsExtension
  comments: CommentsExtension
  usage: UsageExtension
  groups: GroupsExtension
  administration: AdministrationExtension
  directory: DirectoryExtension
  offboarding: OffboardingExtension
  identity: IdentityExtension
  notifications: NotificationsExtension
  imports: ImportsExtension
  settings: SettingsExtension
  security: SecurityExtension
}

/** Provided by notifications: a person's settings of notifications, for the dialog of all settings. */
export interface NotificationsExtension {
  readonly Settings: ComponentType
}

/** Provided by second-factor: a person's second factors, for the dialog of all settings. */
export interface SecurityExtension {
  readonly Settings: ComponentType
}

export type SettingsSection = 'general' | 'files' | 'transfers' | 'notifications' | 'account' | 'security'

/** Provided by accounts: the dialog with a person's settings. */
export interface SettingsExtension {
  open(section: SettingsSection): void
}

/** Provided by imports: brings files from an old drive. */
export interface ImportsExtension {
  /** Asks what to import into a folder. */
  open(target: FolderTarget): void
  /** What became of each file. */
  openReport(importId: string): void
}

/** Provided by app: opens the administration. */
export interface AdministrationExtension {
  open(): void
}

/** A folder as the target of an upload, a move or a copy. */
export interface FolderTarget {
  /** "0" is the caller's own root. */
  readonly instanceId: string
  readonly instanceName: string
  /** Names from the root down to the folder itself. */
  readonly path: readonly string[]
  /** Set for a group's folder: the group whose space is used. */
  readonly groupId?: string
  /** Set for a folder received in a share: the owner's space is used. */
  readonly received?: boolean
  /** Set for a received folder: the share it was reached through. */
  readonly fileSharingId?: string
}

/** Provided by transfers: puts files and folders into the upload queue. Shows its own questions and errors. */
export interface UploadExtension {
  /** Opens the browser's file picker. Must be called inside the click event. */
  pickFiles(target: FolderTarget): void
  /** Uploads files that were chosen already. */
  uploadFiles(files: readonly File[], target: FolderTarget): void
  /** The same for one folder with all its contents. */
  pickFolder(target: FolderTarget): void
  /**
   * Uploads dropped or pasted files. Must be called synchronously inside the event: the browser empties the
   * DataTransfer afterwards.
   */
  takeDropped(data: DataTransfer, target: FolderTarget): void
}

/** The fields of an item that a download needs. */
export type Downloadable = Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileSize'> & {
  /** Of an earlier version, instead of the current content. */
  readonly versionId?: string | undefined
}

/** Provided by transfers: downloads files one by one; folders and selections as a ZIP where that is allowed. */
export interface DownloadExtension {
  /** Checks the limits and asks the questions of A§5 itself. */
  download(items: readonly Downloadable[]): void
}

/** Provided by transfers: running transfers end with the session. */
export interface SignOutExtension {
  /** Asks for confirmation if transfers are running; returns whether to sign out. */
  confirmSignOut(): Promise<boolean>
}

/** Provided by preview: shows a file over the page. */
export interface PreviewExtension {
  /** Whether the content is probably shown, by type and size; if not, `open` shows the reason and a download button. */
  canPreview(item: Instance): boolean
  /**
   * @param siblings files to walk through with ← and →, in the list's order; `item` among them.
   * @param versionId of an earlier version to show.
   */
  open(
    item: Instance,
    siblings?: readonly Instance[],
    versionId?: string,
    options?: { readonly more?: MoreFiles | undefined; readonly edit?: boolean },
  ): void
  /** Extracts an archive into its folder. Shows its own progress and errors. */
  extract(item: Instance): void
}

/** The files of a list around those that are loaded. */
export interface MoreFiles {
  /** Whether there may be any before the first, and after the last. */
  readonly before: boolean
  readonly after: boolean
  /** Loads those next to the first (-1) or the last (1), in the list's order; `more`: there may be more beyond. */
  load(edge: Instance, step: 1 | -1): Promise<{ readonly files: readonly Instance[]; readonly more: boolean }>
}

export type FolderPickerMode =
  | 'move'
  | 'copy'
  | 'restore'
  | 'recycleMove'
  | 'choosePath'
  | 'save'
  | 'import'
  | 'localSync'

/** A folder whose tree is shown. */
export interface FolderTreeRoot {
  readonly id: string
  readonly name: string
}

export interface FolderPickerRequest {
  readonly mode: FolderPickerMode
  /** The selection, for the title's second line: `3 项 · 3.39 GB`. */
  readonly subject?: string
  /** Folders that are left out of the tree, with everything below them. */
  readonly without?: readonly string[]
  /** The items' current folder: choosing it is refused with the reason. */
  readonly from?: string
  /** Ids from the root down to the items' folder, which the tree expands at first. */
  readonly near?: readonly string[]
  /** Restricts the tree to this folder; otherwise it has the personal files and, for a move or copy, groups and received folders. */
  readonly within?: FolderTreeRoot
}

/** Provided by files: the folder picker (A§2). */
export interface FolderPickerExtension {
  /** Returns the chosen folder, or undefined if the picker was cancelled. */
  pick(question: FolderPickerRequest): Promise<FolderTarget | undefined>
}

/** The areas in which folders are opened (A§2); the page of each is kept alive. */
export type FilesArea = 'personal' | 'group' | 'share'

/** Folder that the desktop client has uploaded to. */
export interface TransferredFolder {
  readonly instanceId: string
  /** From the root down to the folder. */
  readonly path: readonly { readonly instanceId: string; readonly instanceName: string }[]
  readonly area: FilesArea
  readonly fileAuth: readonly string[]
}

/** Provided by app: navigation to folders in any area. */
export interface NavigationExtension {
  /**
   * Opens the folder; selects the item `select` and scrolls to it. "0" is the personal root.
   * @param area if known; otherwise the page finds it.
   * @returns resolves when its page is in front.
   */
  openFolder(folderId: string, select?: string, area?: FilesArea): Promise<void>
  /** The area in which the item's folder is opened. */
  areaOf(item: Pick<Instance, 'groupId' | 'instanceFullPathId'>): FilesArea
  /** Opens the search page with what its address keeps, such as `q` and `folder`. */
  openSearch(search: Readonly<Record<string, string>>): void
  /** Opens the area's first page: the personal root, the list of groups, the list of shares. */
  openArea(area: FilesArea): void
  /** Opens the page of a business library. */
  openLibrary(libraryId: string): void
  /** Opens a group's recycle bin. */
  openGroupTrash(groupId: string): void
  /** Opens the transfer list of the desktop client. */
  openTransferList(): void
  /** Opens the folder of a finished upload with the file selected, from that list (R67). */
  openTransferred(folder: TransferredFolder, select: string | undefined): void
  /** Opens the page of what fills the person's space, or a group's. */
  openUsage(groupId?: string): void
  /** The address that opens the item's folder with the item selected. It grants no access. */
  itemHref(item: Instance): string
}

/** Provided by files: what is done with items wherever they are shown. */
export interface FileActionsExtension {
  /** Sets or clears the favorite mark of items; shows its own errors. */
  favorite(items: readonly Instance[], on: boolean): Promise<void>
  /** Rethrows the call's error. */
  rename(item: Instance, instanceName: string): Promise<void>
  /** Moves items to the recycle bin after a question; shows its own errors. */
  remove(items: readonly Instance[]): Promise<void>
}

/** Provided by files: the details of items wherever they are listed. */
export interface DetailsExtension {
  /** Beside a list, or over it; `tab` is shown first. */
  readonly Panel: ComponentType<{
    items: readonly Instance[]
    count: number
    tab?: string | undefined
    onClose: () => void
  }>
}

/** Provided by jobs: shows background jobs with progress, result and a cancel button. */
export interface JobsExtension {
  /**
   * Shows the job until it ends and returns it.
   * @param title describes the job, such as `复制 3 项到“合同”`.
   */
  watch(jobId: string, title: string): Promise<Job>
}

/** Provided by shares: internal shares. */
export interface SharesExtension {
  /** Opens the dialog that shares items and edits their existing shares. */
  share(items: readonly Instance[]): void
}

/** Provided by node-sync: items that are kept at several clusters. */
export interface NodeSyncExtension {
  /** Asks where they are synced to. */
  sync(items: readonly Instance[]): void
  /** The same for all files of a group, as an administrator. */
  syncGroup(group: Pick<AdminGroup, 'groupId' | 'groupName'>): void
}

/** Files and folders to be linked, or a link of the caller's. */
export type LinkSubject =
  | { readonly items: readonly Instance[] }
  | { readonly link: Link; readonly edit?: boolean }

/** Provided by links: external links. */
export interface LinksExtension {
  /** Opens the dialog that creates a link, or shows the one that there is already; `edit` opens its settings. */
  open(subject: LinkSubject): void
  /** Section of the details panel with the caller's links of an item. */
  readonly LinkSection: ComponentType<{ item: Instance }>
}

/** Provided by privileges: permissions on items and their explanation. */
export interface PrivilegesExtension {
  /** Opens the dialog with the permissions that a group's members have on some of its files. */
  permissions(items: readonly Instance[]): void
  /** Opens the explanation of each permission that the caller, or another person, has or lacks. */
  explain(
    item: Pick<Instance, 'instanceId' | 'instanceName'> & Partial<Pick<Instance, 'fileAuth'>>,
    person?: { readonly userId: string; readonly name: string },
  ): void
  /** Section of the details panel that lists who has access. */
  readonly AccessSection: ComponentType<{ item: Instance }>
}

/** Provided by labels: labels and remarks of items. */
export interface LabelsExtension {
  /** Opens the dialog that changes the labels of some items. */
  open(items: readonly Instance[]): void
  /** Sections of the details panel with an item's labels and remark. */
  readonly LabelSection: ComponentType<{ item: Instance }>
}

/** Provided by usage: how much items are. */
export interface UsageExtension {
  /** Opens the dialog with the size of these items together. */
  showSize(items: readonly Instance[]): void
}

/** Provided by versions: the earlier content of files. */
export interface VersionsExtension {
  /** Opens the dialog with a file's versions. */
  open(item: Instance): void
}

/** Provided by groups: buttons that concern a group as a whole, such as its members. */
export interface GroupsExtension {
  /** `actions` are at the beginning of the menu. */
  readonly Tools: ComponentType<{ groupId: string; actions?: readonly (readonly Action[])[] }>
}

/** Provided by comments. */
export interface CommentsExtension {
  /** Comments on an item, with the field for a new one. */
  readonly CommentsSection: ComponentType<{ item: Instance }>
}

/** Provided by activity: what happened. */
export interface ActivityExtension {
  /** To a file, or in a folder. */
  readonly ItemActivity: ComponentType<{ item: Instance }>
  /** `onLeave` is called before an item is opened. */
  readonly GroupActivity: ComponentType<{ groupId: string; onLeave: () => void }>
}

type ExtensionName = keyof ExtensionPoints

const provided = createStore<Partial<ExtensionPoints>>({})

/** Provides an extension; the returned function removes it. */
export function provideExtension<K extends ExtensionName>(
  name: K,
  extension: ExtensionPoints[K],
): () => void {
  provided.set({ ...provided.get(), [name]: extension })
  return () => {
    if (extensionFor(name) === extension) provided.set({ ...provided.get(), [name]: undefined })
  }
}

/** The extension as provided now, for event handlers. */
export const extensionFor = <K extends ExtensionName>(name: K): ExtensionPoints[K] | undefined =>
  provided.get()[name]

/** Subscribes to the extension; undefined while it is not provided, and its action is then not shown. */
export const useExtension = <K extends ExtensionName>(name: K): ExtensionPoints[K] | undefined =>
  provided.use()[name]
